package dev.konverge.schema;

/** A schema file that cannot be understood. The message names the line and the reason. */
public final class SchemaFormatException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final int line;

    SchemaFormatException(int line, String reason) {
        super("schema file, line " + line + ": " + reason);
        this.line = line;
    }

    /** {@return the number of the line that is wrong, from 1} */
    public int line() {
        return line;
    }
}
