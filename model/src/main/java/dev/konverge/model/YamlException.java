package dev.konverge.model;

/**
 * Thrown where a text is not YAML, or not YAML that Kubernetes takes, or does not describe the type that was asked for.
 *
 * <p>The message never repeats values, which may be secret.
 */
public final class YamlException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String reason;
    private final int document;
    private final int line;
    private final int column;
    private final String words;

    /**
     * Says where and why reading ended.
     *
     * @param reason what is wrong
     * @param document in which document of the text, counted from 1
     * @param line in which line of the text, counted from 1
     * @param column at which character of the line, counted from 1
     */
    public YamlException(String reason, int document, int line, int column) {
        this(reason, document, line, column, "line " + line + ": " + reason);
    }

    YamlException(String reason, int document, int line, int column, String words) {
        super("document " + document + ", line " + line + ", column " + column + ": " + reason);
        this.reason = reason;
        this.document = document;
        this.line = line;
        this.column = column;
        this.words = words;
    }

    /**
     * {@return the reason as kubectl and servers give it, such as
     * {@code line 2: mapping values are not allowed in this context}} Ours where they would not refuse the text.
     */
    public String serverWords() {
        return words;
    }

    /** {@return what is wrong, without the place} */
    public String reason() {
        return reason;
    }

    /** {@return in which document of the text, counted from 1} */
    public int document() {
        return document;
    }

    /** {@return in which line of the text, counted from 1} */
    public int line() {
        return line;
    }

    /** {@return at which character of the line, counted from 1} */
    public int column() {
        return column;
    }
}
