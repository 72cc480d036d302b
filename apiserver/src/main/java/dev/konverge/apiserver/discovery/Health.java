package dev.konverge.apiserver.discovery;

import dev.konverge.apiserver.Headers;
import dev.konverge.apiserver.ServerResponse;
import dev.konverge.apiserver.failure.GoText;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/** The health endpoints: whether the server lives and is ready, as a whole and check by check. */
public final class Health {
    /** What each of the endpoints looks at. The server is one process with its store in it: there is little that can fail alone. */
    private static final List<String> CHECKS = List.of("ping", "log", "etcd");

    private final BooleanSupplier ready;

    /** Takes what says whether the server is ready to serve. */
    public Health(BooleanSupplier ready) {
        this.ready = ready;
    }

    /**
     * {@return the answer of a health endpoint}
     *
     * @param path the path, such as {@code /readyz} or {@code /livez/ping}
     * @param verbose whether each check is to be listed
     * @param excluded checks to leave out
     */
    ServerResponse.Whole answer(String path, boolean verbose, List<String> excluded) {
        String[] parts = path.substring(1).split("/", 2);
        String endpoint = parts[0];
        List<String> checks = endpoint.equals("readyz") ? withShutdown() : CHECKS;
        if (parts.length == 2) {
            return checks.contains(parts[1]) ? single(parts[1]) : Texts.notFound();
        }
        StringBuilder lines = new StringBuilder();
        boolean failed = false;
        Set<String> unknown = new TreeSet<>(excluded);
        for (String check : checks) {
            unknown.remove(check);
            if (excluded.contains(check)) {
                lines.append("[+]").append(check).append(" excluded: ok\n");
            } else if (passes(check)) {
                lines.append("[+]").append(check).append(" ok\n");
            } else {
                failed = true;
                lines.append("[-]").append(check).append(" failed: reason withheld\n");
            }
        }
        if (!unknown.isEmpty()) {
            lines.append("warn: some health checks cannot be excluded: no matches for ")
                    .append(String.join(",", unknown.stream().map(GoText::quote).toList()))
                    .append('\n');
        }
        if (failed) {
            return text(500, lines + endpoint + " check failed\n");
        }
        return text(200, verbose ? lines + endpoint + " check passed\n" : "ok");
    }

    private static List<String> withShutdown() {
        return List.of("ping", "log", "etcd", "shutdown");
    }

    private boolean passes(String check) {
        return !check.equals("shutdown") || ready.getAsBoolean();
    }

    private ServerResponse.Whole single(String check) {
        return passes(check) ? text(200, "ok") : text(500, "internal server error: process is shutting down\n");
    }

    private static ServerResponse.Whole text(int status, String body) {
        return new ServerResponse.Whole(
                status,
                Headers.of("Content-Type", "text/plain; charset=utf-8", "X-Content-Type-Options", "nosniff"),
                body.getBytes(StandardCharsets.UTF_8));
    }
}
