package dev.konverge.controller.monitor;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Tells and sets levels of the log: {@code GET /loglevel?logger=dev.konverge} and {@code PUT} with the level as its body. Without a logger it is
 * about all. Only for this machine, and not for pages that a browser on it has opened.
 */
final class LogLevelHandler implements HttpHandler {
    private static final Logger LOG = LoggerFactory.getLogger(LogLevelHandler.class);
    private static final int OK = 200;
    private static final int BAD_REQUEST = 400;
    private static final int FORBIDDEN = 403;
    private static final int METHOD_NOT_ALLOWED = 405;

    /** Longer than any level. */
    private static final int MOST = 64;

    private final LogLevels levels;

    LogLevelHandler(LogLevels levels) {
        this.levels = levels;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            answer(exchange).send(exchange);
        }
    }

    private Answer answer(HttpExchange exchange) throws IOException {
        boolean local = exchange.getRemoteAddress().getAddress().isLoopbackAddress();
        if (!local || exchange.getRequestHeaders().containsKey("Origin")) {
            return text(FORBIDDEN, "levels of the log are told and set on the machine itself only");
        }
        String logger = logger(
                Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse(""));
        return switch (exchange.getRequestMethod()) {
            case "GET", "HEAD" -> text(OK, levels.level(logger).toString());
            case "PUT" -> set(logger, body(exchange));
            default -> text(METHOD_NOT_ALLOWED, "only GET and PUT are served here");
        };
    }

    private static String body(HttpExchange exchange) throws IOException {
        return new String(exchange.getRequestBody().readNBytes(MOST), StandardCharsets.UTF_8).strip();
    }

    private Answer set(String logger, String wanted) {
        Optional<Level> level = Arrays.stream(Level.values())
                .filter(one -> one.name().equals(wanted.toUpperCase(Locale.ROOT)))
                .findFirst();
        if (level.isEmpty()) {
            return text(BAD_REQUEST, "the body is a level: one of " + Arrays.toString(Level.values()));
        }
        levels.set(logger, level.get());
        LOG.atInfo()
                .addKeyValue("logger", logger.isEmpty() ? "all" : logger)
                .addKeyValue("level", level.get())
                .log("the level of the log was set");
        return text(OK, levels.level(logger).toString());
    }

    private static String logger(String query) {
        return Arrays.stream(query.split("&", -1))
                .filter(parameter -> parameter.startsWith("logger="))
                .map(parameter -> URLDecoder.decode(parameter.substring("logger=".length()), StandardCharsets.UTF_8))
                .findFirst()
                .orElse("");
    }

    private static Answer text(int code, String line) {
        return new Answer(code, Answer.PLAIN, line + "\n");
    }
}
