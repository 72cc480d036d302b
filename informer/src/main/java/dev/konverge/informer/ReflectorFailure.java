package dev.konverge.informer;

/** What keeps a reflector from its work for now. It goes on by itself, whatever it is. */
public sealed interface ReflectorFailure {
    /** {@return which reflector, for logs} */
    String reflector();

    /** {@return what was thrown} */
    Throwable cause();

    /** The objects could not be listed. */
    record ListFailed(String reflector, Throwable cause) implements ReflectorFailure {}

    /** A watch could not be opened. */
    record WatchFailed(String reflector, Throwable cause) implements ReflectorFailure {}

    /** What was listed could not be handed on, or not all of it: objects that cannot be transformed are passed over. */
    record SyncFailed(String reflector, Throwable cause) implements ReflectorFailure {}

    /** What was read could not be put into the copy, or not all of it. It is read anew after a pause. */
    record ApplyFailed(String reflector, Throwable cause) implements ReflectorFailure {}

    /** {@return operation and reason, for people} */
    default String message() {
        return switch (this) {
            case ListFailed f -> "failed to list " + reflector() + ": " + cause().getMessage();
            case WatchFailed f -> "failed to watch " + reflector() + ": " + cause().getMessage();
            case ApplyFailed f -> "failed to apply changes of " + reflector() + ": " + cause().getMessage();
            case SyncFailed f -> "unable to sync list result of " + reflector() + ": " + cause().getMessage();
        };
    }
}
