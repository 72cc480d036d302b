package dev.konverge.benchmarks.controller;

import dev.konverge.base.Platform;
import dev.konverge.model.Json;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/**
 * The audit log of a real API server, read while it grows: each request in it is counted. Requests of those who make the Foos are not in it; see {@link
 * #POLICY}.
 *
 * <p>For use by one thread.
 */
final class AuditLog {
    /** Whose requests are left out: who creates Foos. */
    static final String LOAD = "load";

    /** Without its end a request is not answered; of a watch, which has no end here, the beginning counts. */
    static final String POLICY = """
            apiVersion: audit.k8s.io/v1
            kind: Policy
            omitStages: [RequestReceived]
            rules:
            - level: None
              users: [%s, "system:apiserver", "system:anonymous"]
            - level: Metadata
            """.formatted(LOAD);

    private static final Duration LOOK = Duration.ofMillis(5);
    private static final int PIECE = 1 << 16;

    private final FooTally tally;

    /** The beginning of a line whose end was not there yet. */
    private String rest = "";

    AuditLog(FooTally tally) {
        this.tally = tally;
    }

    /** Reads on from the present end of a file, until it is interrupted. */
    void follow(Path file, Platform platform) throws IOException, InterruptedException {
        try (var log = new RandomAccessFile(file.toFile(), "r")) {
            log.seek(log.length());
            byte[] piece = new byte[PIECE];
            while (true) {
                int length = log.read(piece);
                if (length > 0) {
                    // Names of Foos, and all that is looked at here, are ASCII: no character is cut in two.
                    take(new String(piece, 0, length, StandardCharsets.ISO_8859_1));
                } else {
                    platform.sleep(LOOK);
                }
            }
        }
    }

    /** Takes the next piece of the log, which may end anywhere. */
    void take(String piece) {
        String text = rest + piece;
        int begin = 0;
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', begin)) {
            count((Json.Obj) Json.parse(text.substring(begin, end)));
            begin = end + 1;
        }
        rest = text.substring(begin);
    }

    private void count(Json.Obj record) {
        String verb = text(record, "verb");
        boolean begins = text(record, "stage").equals("ResponseStarted");
        boolean watch = verb.equals("watch");
        if (begins != watch) {
            // A watch that has ended, or another request that has not.
            return;
        }
        String uri = text(record, "requestURI");
        int query = uri.indexOf('?');
        boolean read = watch || verb.equals("get") || verb.equals("list");
        tally.count(
                read ? "GET" : verb,
                query < 0 ? uri : uri.substring(0, query),
                watch,
                code(record),
                Instant.parse(text(record, "stageTimestamp")));
    }

    private static String text(Json.Obj record, String field) {
        return record.get(field) instanceof Json.Str(String value) ? value : "";
    }

    private static int code(Json.Obj record) {
        return record.get("responseStatus") instanceof Json.Obj status
                        && status.get("code") instanceof Json.Int(long code)
                ? Math.toIntExact(code)
                : 0;
    }
}
