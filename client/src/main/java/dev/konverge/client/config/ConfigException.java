package dev.konverge.client.config;

import org.jspecify.annotations.Nullable;

/**
 * Why a configuration cannot be used: what is wrong, where, and what to do.
 *
 * <p>The message never repeats a token, a password or a key.
 */
public final class ConfigException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String what;
    private final String where;
    private final String remedy;

    /**
     * Says what is wrong.
     *
     * @param what what is wrong
     * @param where a file, a place in it, or another source of configuration; empty if there is none
     * @param remedy what to do; empty if that is clear
     */
    public ConfigException(String what, String where, String remedy) {
        this(what, where, remedy, null);
    }

    /** Says what is wrong, and what led to it. */
    public ConfigException(String what, String where, String remedy, @Nullable Throwable cause) {
        super((where.isEmpty() ? "" : where + ": ") + what + (remedy.isEmpty() ? "" : "; " + remedy), cause);
        this.what = what;
        this.where = where;
        this.remedy = remedy;
    }

    /** {@return what is wrong} */
    public String what() {
        return what;
    }

    /** {@return where; empty if there is no place to name} */
    public String where() {
        return where;
    }

    /** {@return what to do; empty if that is clear} */
    public String remedy() {
        return remedy;
    }
}
