package dev.konverge.client.config;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs the warnings that people should read (RC-22). */
final class LoggedWarnings implements WarningHandler {
    private static final Logger LOG = LoggerFactory.getLogger(WarningHandler.class);
    private static final int MISCELLANEOUS = 299;

    @Override
    public void warning(int code, String agent, String text) {
        if (code == MISCELLANEOUS && !text.isEmpty()) {
            LOG.atWarn().addKeyValue("warning", text).log("the API server warns");
        }
    }
}
