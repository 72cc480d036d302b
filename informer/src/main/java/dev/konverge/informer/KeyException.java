package dev.konverge.informer;

/** An object has no key, so no store and no queue can take it. The cause says why. */
public final class KeyException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    private final transient Object object;

    /** An object without a key. The message names its type and never its contents. */
    public KeyException(Object object, Throwable cause) {
        super("no key for an object of " + object.getClass().getName() + ": " + Reason.of(cause), cause);
        this.object = object;
    }

    /** {@return the object that has no key} */
    public Object object() {
        return object;
    }
}
