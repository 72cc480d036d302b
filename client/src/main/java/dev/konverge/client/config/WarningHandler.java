package dev.konverge.client.config;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
        return (code, agent, text) -> {
            if (code == 299 && !text.isEmpty()) {
                LogHolder.LOG.atWarn().addKeyValue("warning", text).log("the API server warns");
            }
        };
    }

    /** Where the constant lives, which an interface would have to make public. */
    final class LogHolder {
        private static final Logger LOG = LoggerFactory.getLogger(WarningHandler.class);

        private LogHolder() {}
    }
}
