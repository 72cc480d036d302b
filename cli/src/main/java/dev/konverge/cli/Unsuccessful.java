package dev.konverge.cli;

/** A command that did all it could and did not get what it was asked for: nobody's mistake, and exit code 1. */
final class Unsuccessful extends RuntimeException {
    private static final long serialVersionUID = 1;

    Unsuccessful(String message) {
        super(message);
    }
}
