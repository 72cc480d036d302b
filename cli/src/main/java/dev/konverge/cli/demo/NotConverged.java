package dev.konverge.cli.demo;

/** Something that should have come about did not, in time. The message says what. */
public final class NotConverged extends RuntimeException {
    private static final long serialVersionUID = 1;

    NotConverged(String message) {
        super(message);
    }
}
