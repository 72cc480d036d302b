package dev.konverge.testkit;

import dev.konverge.client.transport.Headers;
import dev.konverge.client.transport.HttpResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** An answer that was never on a wire. */
record InProcessResponse(int status, Headers headers, InputStream body) implements HttpResponse {
    @Override
    public void close() {
        try {
            body.close();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
