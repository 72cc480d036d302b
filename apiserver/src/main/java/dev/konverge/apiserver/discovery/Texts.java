package dev.konverge.apiserver.discovery;

import dev.konverge.apiserver.Headers;
import dev.konverge.apiserver.ServerResponse;
import java.nio.charset.StandardCharsets;

/** Answers that are plain text. */
public final class Texts {
    private Texts() {}

    /** {@return the answer for a path under which nothing is served}: not a Status, a line of text. */
    public static ServerResponse.Whole notFound() {
        return plain(404, "404 page not found\n");
    }

    /** {@return a line of text} */
    static ServerResponse.Whole plain(int status, String text) {
        return new ServerResponse.Whole(
                status,
                Headers.of("Content-Type", "text/plain; charset=utf-8", "X-Content-Type-Options", "nosniff"),
                text.getBytes(StandardCharsets.UTF_8));
    }
}
