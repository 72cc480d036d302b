package dev.konverge.client.testing;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The server's end of an HTTP/2 connection, frame by frame, for one thread. It sends what the test says, right or wrong;
 * what the client sends is held to the rules: windows, sizes of frames, order of frames, header tables.
 */
public final class Http2Peer {
    private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    private static final int HEAD = 9;

    private final RawConnection connection;
    private final Http2Inbox inbox = new Http2Inbox();
    private final FlowWindows clients = new FlowWindows();
    private final FlowWindows ours = new FlowWindows();
    private final Deque<Map<Integer, Integer>> unacknowledged = new ArrayDeque<>();
    private final Map<Integer, Integer> clientSettings = new HashMap<>();
    private int maxFrame = 16_384;

    /** Frames that are to be sent at once; null while each is sent by itself. */
    private @Nullable ByteArrayOutputStream piece;

    private Http2Peer(RawConnection connection) {
        this.connection = connection;
    }

    /** What happens on a connection of HTTP/2. */
    public interface Script {
        /** Speaks and listens; an exception is a failure of the test. */
        void run(Http2Peer peer) throws Exception;
    }

    /** {@return a script for a connection over TLS} Settings are numbers and values in turn. */
    public static RawServer.Script over(SSLContext tls, Script script, int... settings) {
        return raw -> {
            raw.startTls(tls, "h2");
            Http2Peer peer = new Http2Peer(raw);
            if (!raw.readText(PREFACE.length()).equals(PREFACE)) {
                throw new AssertionError("that is not how HTTP/2 begins");
            }
            peer.settings(settings);
            if (peer.next().type() != Frame.SETTINGS) {
                throw new AssertionError("the first frame is not the client's settings");
            }
            script.run(peer);
        };
    }

    /** {@return the connection below} */
    public RawConnection connection() {
        return connection;
    }

    /** {@return a setting of the client, or else this} */
    public int clientSetting(int number, int otherwise) {
        return clientSettings.getOrDefault(number, otherwise);
    }

    /** {@return the next frame} All frames are noted besides, whoever waits for what. */
    public Frame next() throws IOException {
        ByteBuffer head = ByteBuffer.wrap(connection.read(HEAD));
        int lengthAndType = head.getInt();
        int length = lengthAndType >>> 8;
        if (length > maxFrame) {
            throw new AssertionError("a frame of " + length + " bytes, and " + maxFrame + " are allowed");
        }
        int flags = head.get() & 0xff;
        Frame frame =
                new Frame(lengthAndType & 0xff, flags, head.getInt() & Integer.MAX_VALUE, connection.read(length));
        note(frame);
        return frame;
    }

    private void note(Frame frame) throws IOException {
        inbox.take(frame);
        switch (frame.type()) {
            case Frame.DATA -> ours.take(frame.stream(), frame.payload().length);
            case Frame.SETTINGS -> noteSettings(frame);
            case Frame.WINDOW_UPDATE -> clients.add(frame.stream(), frame.number(0));
            case Frame.PING -> notePing(frame);
            default -> {
                // Whoever waits for it looks at it.
            }
        }
    }

    private void notePing(Frame frame) throws IOException {
        if (!frame.has(Frame.ACK)) {
            send(Frame.PING, Frame.ACK, 0, frame.payload());
        }
    }

    private void noteSettings(Frame frame) throws IOException {
        if (frame.has(Frame.ACK)) {
            unacknowledged.remove().forEach(this::inForce);
            return;
        }
        ByteBuffer pairs = ByteBuffer.wrap(frame.payload());
        while (pairs.hasRemaining()) {
            int number = pairs.getShort();
            int value = pairs.getInt();
            clientSettings.put(number, value);
            if (number == Frame.INITIAL_WINDOW_SIZE) {
                clients.initial(value);
            }
        }
        send(Frame.SETTINGS, Frame.ACK, 0);
    }

    /** A setting of ours binds the client once it has acknowledged it. */
    private void inForce(int number, int value) {
        switch (number) {
            case Frame.HEADER_TABLE_SIZE -> inbox.tableLimit(value);
            case Frame.INITIAL_WINDOW_SIZE -> ours.initial(value);
            case Frame.MAX_FRAME_SIZE -> maxFrame = value;
            default -> {
                // It binds nothing that is checked here.
            }
        }
    }

    /** {@return the next frame of a type} */
    public Frame await(int type) throws IOException {
        Frame frame = next();
        while (frame.type() != type) {
            frame = next();
        }
        return frame;
    }

    /** {@return the next request that nobody has taken yet} */
    public Http2Request awaitRequest() throws IOException {
        return await(inbox::takeRequest);
    }

    /** {@return the body of a request, whole} */
    public byte[] awaitBody(int stream) throws IOException {
        return await(() -> inbox.ended(stream) ? Optional.of(inbox.body(stream)) : Optional.empty());
    }

    /** Waits until at least so much of a body is there. */
    public void awaitBody(int stream, int bytes) throws IOException {
        while (inbox.body(stream).length < bytes) {
            next();
        }
    }

    /** {@return what is there of a body} */
    public byte[] body(int stream) {
        return inbox.body(stream);
    }

    /** {@return why the client has reset a stream} */
    public int awaitReset(int stream) throws IOException {
        return await(() -> inbox.reset(stream));
    }

    private <T> T await(Supplier<Optional<T>> wanted) throws IOException {
        Optional<T> found = wanted.get();
        while (found.isEmpty()) {
            next();
            found = wanted.get();
        }
        return found.get();
    }

    /** Waits until the client has acknowledged all settings. */
    public void awaitAcknowledged() throws IOException {
        while (!unacknowledged.isEmpty()) {
            next();
        }
    }

    /** Waits until the client has dealt with all that was sent so far. */
    public void awaitCaughtUp() throws IOException {
        byte[] word = "caughtup".getBytes(StandardCharsets.US_ASCII);
        send(Frame.PING, 0, 0, word);
        Frame answer = await(Frame.PING);
        while (!answer.has(Frame.ACK) || !Arrays.equals(answer.payload(), word)) {
            answer = await(Frame.PING);
        }
    }

    /** Waits until the client closes the connection, or says that it will. */
    public void awaitEnd() throws IOException {
        try {
            await(Frame.GOAWAY);
        } catch (java.net.SocketTimeoutException e) {
            throw e;
        } catch (IOException closed) {
            return;
        }
    }

    /** Answers all requests until the client closes. */
    public void answerAll(String body) throws IOException {
        try {
            while (true) {
                int stream = awaitRequest().stream();
                awaitBody(stream);
                answer(stream, body);
            }
        } catch (EOFException closed) {
            return;
        }
    }

    /** Answers a request. */
    public void answer(int stream, String body) throws IOException {
        head(stream, HeaderBlock.status(200));
        send(Frame.DATA, Frame.END_STREAM, stream, body.getBytes(StandardCharsets.UTF_8));
    }

    /** Begins an answer. */
    public void head(int stream, HeaderBlock head) throws IOException {
        send(Frame.HEADERS, Frame.END_HEADERS, stream, head.bytes());
    }

    /** Sends a part of a body, within the client's windows, waiting for them. */
    public void data(int stream, byte[] bytes, int flags) throws IOException {
        while (clients.stream(stream) < bytes.length || clients.connection() < bytes.length) {
            next();
        }
        send(Frame.DATA, flags, stream, bytes);
    }

    /** Sends a part of a body that is text. */
    public void data(int stream, String text, int flags) throws IOException {
        data(stream, text.getBytes(StandardCharsets.UTF_8), flags);
    }

    /** {@return how much the client still takes on a stream, the connection aside} */
    public long window(int stream) {
        return clients.stream(stream);
    }

    /** {@return how much the client still takes on all streams together} */
    public long connectionWindow() {
        return clients.connection();
    }

    /** Sends settings: numbers and values in turn. */
    public void settings(int... pairs) throws IOException {
        ByteBuffer payload = ByteBuffer.allocate(pairs.length * 3);
        Map<Integer, Integer> sent = new TreeMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            payload.putShort((short) pairs[i]).putInt(pairs[i + 1]);
            sent.put(pairs[i], pairs[i + 1]);
        }
        unacknowledged.add(sent);
        send(Frame.SETTINGS, 0, 0, payload.array());
    }

    /** Gives leave to send more on a stream, or on the connection, stream zero. */
    public void credit(int stream, int bytes) throws IOException {
        ours.add(stream, bytes);
        send(Frame.WINDOW_UPDATE, 0, stream, numbers(bytes));
    }

    /** Breaks a stream off. */
    public void reset(int stream, int error) throws IOException {
        send(Frame.RST_STREAM, 0, stream, numbers(error));
    }

    /** Says that no stream after this one has been looked at. */
    public void goAway(int lastStream, int error) throws IOException {
        send(Frame.GOAWAY, 0, 0, numbers(lastStream, error));
    }

    /** Sends a frame, right or wrong. */
    public void send(int type, int flags, int stream, byte... payload) throws IOException {
        if (type == Frame.DATA && stream > 0) {
            clients.add(stream, -payload.length);
            clients.add(0, -payload.length);
        }
        byte[] frame = ByteBuffer.allocate(HEAD + payload.length)
                .putInt(payload.length << 8 | type)
                .put((byte) flags)
                .putInt(stream)
                .put(payload)
                .array();
        if (piece == null) {
            connection.write(frame);
        } else {
            piece.writeBytes(frame);
        }
    }

    /** Sends all frames of a script at once, so that the client has them all before it reads again. */
    public void inOnePiece(Script script) throws Exception {
        var frames = new ByteArrayOutputStream();
        piece = frames;
        script.run(this);
        piece = null;
        connection.write(frames.toByteArray());
    }

    /** {@return numbers as frames carry them} */
    public static byte[] numbers(int... numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(4 * numbers.length);
        Arrays.stream(numbers).forEach(bytes::putInt);
        return bytes.array();
    }
}
