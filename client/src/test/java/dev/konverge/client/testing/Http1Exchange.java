package dev.konverge.client.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;

/** A request over HTTP/1.1. */
final class Http1Exchange implements Exchange {
    private enum State {
        UNANSWERED,
        OPEN,
        ENDED,
        BROKEN
    }

    private final Received request;
    private final Socket plain;
    private final Socket socket;
    private final InputStream in;
    private State state = State.UNANSWERED;
    private boolean clientIsGone;

    Http1Exchange(Received request, Socket plain, Socket socket, InputStream in) {
        this.request = request;
        this.plain = plain;
        this.socket = socket;
        this.in = in;
    }

    @Override
    public Received request() {
        return request;
    }

    @Override
    public void respond(int status, String contentType, byte[] body, String... headers) throws IOException {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        answer.writeBytes(head(status, headers));
        answer.writeBytes(
                Http1Server.ascii("Content-Type: " + contentType + "\r\nContent-Length: " + body.length + "\r\n\r\n"));
        if (!request.method().equals("HEAD")) {
            answer.writeBytes(body);
        }
        send(answer.toByteArray());
        state = State.ENDED;
    }

    @Override
    public void start(int status, String... headers) throws IOException {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        answer.writeBytes(head(status, headers));
        answer.writeBytes(Http1Server.ascii("Transfer-Encoding: chunked\r\n\r\n"));
        send(answer.toByteArray());
        state = State.OPEN;
    }

    @Override
    public void chunk(byte[] part) throws IOException {
        ByteArrayOutputStream chunk = new ByteArrayOutputStream();
        chunk.writeBytes(Http1Server.ascii(Integer.toHexString(part.length) + "\r\n"));
        chunk.writeBytes(part);
        chunk.writeBytes(Http1Server.ascii("\r\n"));
        send(chunk.toByteArray());
    }

    @Override
    public void end() throws IOException {
        send(Http1Server.ascii("0\r\n\r\n"));
        state = State.ENDED;
    }

    @Override
    public void reset() throws IOException {
        state = State.BROKEN;
        plain.setSoLinger(true, 0);
        plain.close();
    }

    @Override
    public void halfClose() throws IOException {
        state = State.BROKEN;
        socket.shutdownOutput();
    }

    @Override
    public void awaitClientGone() {
        state = State.BROKEN;
        try {
            long discarded = in.transferTo(OutputStream.nullOutputStream());
            assert discarded >= 0;
        } catch (IOException gone) {
            // Gone it is, in whichever way.
        } finally {
            clientIsGone = true;
        }
    }

    @Override
    public boolean clientIsGone() {
        return clientIsGone;
    }

    @Override
    public WebSocketPeer upgrade(String subprotocol) throws IOException {
        StringBuilder head = new StringBuilder("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                + "Connection: Upgrade\r\nSec-WebSocket-Accept: " + accept(request.header("sec-websocket-key"))
                + "\r\n");
        if (!subprotocol.isEmpty()) {
            head.append("Sec-WebSocket-Protocol: ").append(subprotocol).append("\r\n");
        }
        send(Http1Server.ascii(head.append("\r\n").toString()));
        state = State.BROKEN;
        return new WebSocketPeer(plain, socket.getOutputStream(), in);
    }

    /** {@return whether the connection can serve another request} */
    boolean finish() throws IOException {
        switch (state) {
            case UNANSWERED -> respond(404, "text/plain", "no answer\n");
            case OPEN -> end();
            case ENDED, BROKEN -> {}
        }
        return state == State.ENDED && !request.header("connection").equalsIgnoreCase("close");
    }

    private static byte[] head(int status, String... headers) {
        StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " Scripted\r\n");
        for (int i = 0; i < headers.length; i += 2) {
            head.append(headers[i]).append(": ").append(headers[i + 1]).append("\r\n");
        }
        return head.toString().getBytes(StandardCharsets.UTF_8);
    }

    private void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    private static String accept(String key) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1")
                    .digest(Http1Server.ascii(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"));
            return Base64.getEncoder().encodeToString(digest);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
