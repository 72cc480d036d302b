package dev.konverge.cli;

/** Something the user can put right: the message says what, where, and what to do. Never shown with a stack trace. */
class UserMistake extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UserMistake(String message) {
        super(message);
    }
}
