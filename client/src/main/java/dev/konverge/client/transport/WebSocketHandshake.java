package dev.konverge.client.transport;

import dev.konverge.client.http.Exchange;
import dev.konverge.client.http.HeaderFields;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * How a WebSocket begins (RFC 6455, section 4).
 *
 * @param subprotocols those that the client offers
 * @param key what the server must answer to
 * @param random where masks come from
 */
record WebSocketHandshake(List<String> subprotocols, String key, RandomGenerator random) {
    private static final String SUFFIX = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    private static final int MAX_REFUSAL = 1 << 16;

    static WebSocketHandshake create(List<String> subprotocols, RandomGenerator random) {
        byte[] nonce = ByteBuffer.allocate(16)
                .putLong(random.nextLong())
                .putLong(random.nextLong())
                .array();
        return new WebSocketHandshake(
                List.copyOf(subprotocols), Base64.getEncoder().encodeToString(nonce), random);
    }

    void addTo(HeaderFields.Builder request) {
        request.add("Upgrade", "websocket")
                .add("Connection", "Upgrade")
                .add("Sec-WebSocket-Version", "13")
                .add("Sec-WebSocket-Key", key);
        if (!subprotocols.isEmpty()) {
            request.add("Sec-WebSocket-Protocol", String.join(", ", subprotocols));
        }
    }

    /** {@return the open channel, if the server agreed} */
    WebSocketStream accept(Exchange exchange, NetworkFailures failures) {
        if (exchange.status() != 101) {
            throw refused(exchange, failures);
        }
        HeaderFields headers = exchange.headers();
        if (!expectedAnswer().equals(headers.first("sec-websocket-accept"))) {
            throw failures.badUpgrade("it did not answer to the key");
        }
        String chosen = headers.first("sec-websocket-protocol");
        String subprotocol = chosen == null ? "" : chosen;
        if (!subprotocol.isEmpty() && !subprotocols.contains(subprotocol)) {
            throw failures.badUpgrade("it chose a subprotocol that was not offered");
        }
        OutputStream output = exchange.upgraded();
        if (output == null) {
            throw failures.badUpgrade("it did not switch protocols");
        }
        return new WebSocketStream(
                subprotocol,
                new DataInputStream(exchange.body()),
                new DataOutputStream(new BufferedOutputStream(output)),
                exchange::cancel,
                random);
    }

    private static TransportException refused(Exchange exchange, NetworkFailures failures) {
        byte[] body;
        try {
            body = exchange.body().readNBytes(MAX_REFUSAL);
        } catch (IOException e) {
            body = new byte[0];
        }
        return failures.upgradeRefused(exchange.status(), Headers.of(exchange.headers()), body);
    }

    private String expectedAnswer() {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-1").digest((key + SUFFIX).getBytes(StandardCharsets.US_ASCII));
            return Base64.getEncoder().encodeToString(digest);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java runtime has SHA-1", e);
        }
    }
}
