package dev.konverge.client.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.random.RandomGenerator;
import okhttp3.Request;
import okhttp3.Response;
import okio.Okio;
import okio.Socket;

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

    void addTo(Request.Builder request) {
        request.header("Upgrade", "websocket")
                .header("Connection", "Upgrade")
                .header("Sec-WebSocket-Version", "13")
                .header("Sec-WebSocket-Key", key);
        if (!subprotocols.isEmpty()) {
            request.header("Sec-WebSocket-Protocol", String.join(", ", subprotocols));
        }
    }

    /** {@return the open channel, if the server agreed} */
    WebSocketStream accept(Response response, NetworkFailures failures) {
        if (response.code() != 101) {
            throw refused(response, failures);
        }
        if (!expectedAnswer().equals(response.header("Sec-WebSocket-Accept"))) {
            throw failures.badUpgrade("it did not answer to the key");
        }
        String chosen = response.header("Sec-WebSocket-Protocol", "");
        String subprotocol = chosen == null ? "" : chosen;
        if (!subprotocol.isEmpty() && !subprotocols.contains(subprotocol)) {
            throw failures.badUpgrade("it chose a subprotocol that was not offered");
        }
        Socket socket = response.socket();
        if (socket == null) {
            throw failures.badUpgrade("it did not switch protocols");
        }
        return new WebSocketStream(
                subprotocol, Okio.buffer(socket.getSource()), Okio.buffer(socket.getSink()), socket::cancel, random);
    }

    private static TransportException refused(Response response, NetworkFailures failures) {
        byte[] body;
        try {
            body = response.body().byteStream().readNBytes(MAX_REFUSAL);
        } catch (IOException e) {
            body = new byte[0];
        }
        return failures.upgradeRefused(response.code(), Headers.of(response.headers()), body);
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
