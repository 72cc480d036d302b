package dev.konverge.informer;

/** Why something failed, for the message of what tells of it. */
final class Reason {
    private Reason() {}

    /** {@return what a failure says, else what it is} One that cannot even be asked must not pass for a failure of who asks. */
    static String of(Throwable cause) {
        try {
            String message = cause.getMessage();
            return message == null ? cause.toString() : message;
        } catch (Throwable unsayable) {
            return cause.getClass().getName();
        }
    }
}
