package dev.konverge.fidelity.scenario;

/** Thrown where a file of scenarios cannot be understood. The message names file, line and column. */
public final class ScenarioFormatException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Says where and what is wrong. */
    public ScenarioFormatException(String file, int line, int column, String reason) {
        super(file + ":" + line + ":" + column + ": " + reason);
    }
}
