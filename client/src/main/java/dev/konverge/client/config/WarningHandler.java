package dev.konverge.client.config;

/** Takes the warnings that an API server sends along with its answers, such as the use of a deprecated version. */
@FunctionalInterface
public interface WarningHandler {
    /**
     * Takes a warning. Called on the thread of the request; must not block for long.
     *
     * @param code the code, 299 for all that Kubernetes sends
     * @param agent who warns; often {@code -}
     * @param text the warning
     */
    void warning(int code, String agent, String text);

    /** {@return one that drops warnings} */
    static WarningHandler none() {
        return (code, agent, text) -> {};
    }

    /** {@return one that logs warnings of code 299 that have a text} */
    static WarningHandler logging() {
        return new LoggedWarnings();
    }
}
