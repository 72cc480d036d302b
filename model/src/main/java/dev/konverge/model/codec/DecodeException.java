package dev.konverge.model.codec;

/**
 * The one answer to input that cannot be decoded: what is wrong, at which path of the document, at which byte.
 *
 * <p>The message never repeats the input itself, which may be a secret.
 */
public final class DecodeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String reason;
    private final String path;
    private final long offset;

    /**
     * Says where and why decoding ended.
     *
     * @param reason what is wrong, such as {@code expected a string but found a number}
     * @param path where in the document, such as {@code $.spec.containers[1].name}
     * @param offset the byte of the document at which it was noticed, counted from 0
     */
    public DecodeException(String reason, String path, long offset) {
        super(reason + " at " + path + " (byte " + offset + ")");
        this.reason = reason;
        this.path = path;
        this.offset = offset;
    }

    /** {@return what is wrong, without the place} */
    public String reason() {
        return reason;
    }

    /** {@return where in the document: {@code $} is its root} */
    public String path() {
        return path;
    }

    /** {@return the byte of the document at which it was noticed, counted from 0} */
    public long offset() {
        return offset;
    }
}
