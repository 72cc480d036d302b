package dev.konverge.controller.webhook;

import dev.konverge.model.Bytes;
import java.util.Optional;

/** What goes back over HTTP; the verdict is absent if no webhook was asked. */
record Reply(int code, String contentType, Bytes body, Optional<Verdict> verdict) {
    static Reply review(Verdict verdict, byte[] document) {
        return new Reply(200, "application/json", Bytes.of(document), Optional.of(verdict));
    }

    static Reply refusal(int code, String message) {
        return text(code, message, Optional.empty());
    }

    static Reply refusal(int code, String message, Verdict verdict) {
        return text(code, message, Optional.of(verdict));
    }

    private static Reply text(int code, String message, Optional<Verdict> verdict) {
        return new Reply(code, "text/plain; charset=utf-8", Bytes.utf8(message + "\n"), verdict);
    }
}
