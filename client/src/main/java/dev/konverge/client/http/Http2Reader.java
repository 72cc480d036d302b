package dev.konverge.client.http;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads the frames of a connection (RFC 9113, section 4), and tells the connection what they say. */
final class Http2Reader {
    /** The largest frame that a server may send without asking. */
    private static final int MAX_FRAME = 1 << 14;

    private static final int PRIORITY_SIZE = 5;
    /** How much of what a server says at the end is kept. */
    private static final int MAX_TEXT = 200;

    private final InputStream source;
    private final Http2Connection connection;
    private final HpackDecoder decoder = new HpackDecoder();
    private final byte[] buffer = new byte[2 * (MAX_FRAME + Http2Frames.HEAD_SIZE)];
    private int at;
    private int end;

    /** Headers that come in several frames: what has come, and of which stream; 0 if there are none. */
    private final ByteArrayOutputStream block = new ByteArrayOutputStream(0);

    private int blockStream;
    private boolean blockLast;

    private boolean greeted;

    /** Whose caller was not woken yet for what has come: head, body and end of a short answer come together, and it need wake only once. */
    private @Nullable Http2Stream unaware;

    Http2Reader(InputStream source, Http2Connection connection) {
        this.source = source;
        this.connection = connection;
    }

    /** Reads until the other side ends the connection between two frames. */
    void run() throws IOException {
        try {
            readFrames();
        } finally {
            wakeCaller();
        }
    }

    private void readFrames() throws IOException {
        while (fill(Http2Frames.HEAD_SIZE)) {
            int size = (buffer[at] & 0xff) << 16 | (buffer[at + 1] & 0xff) << 8 | (buffer[at + 2] & 0xff);
            int type = buffer[at + 3] & 0xff;
            int flags = buffer[at + 4] & 0xff;
            int stream = number(at + 5) & 0x7fffffff;
            if (size > MAX_FRAME) {
                throw new Http2Exception(Http2Exception.FRAME_SIZE_ERROR, "a frame has " + size + " bytes");
            }
            at += Http2Frames.HEAD_SIZE;
            if (!fill(size)) {
                throw new EOFException("the connection ended in the middle of a frame");
            }
            frame(type, flags, stream, at, at + size);
            at += size;
        }
        if (at < end) {
            throw new EOFException("the connection ended in the middle of a frame");
        }
    }

    /** {@return whether there are so many bytes to look at} */
    private boolean fill(int count) throws IOException {
        while (end - at < count) {
            if (buffer.length - at < count) {
                System.arraycopy(buffer, at, buffer, 0, end - at);
                end -= at;
                at = 0;
            } else if (at == end) {
                at = 0;
                end = 0;
            }
            wakeCaller();
            int read = source.read(buffer, end, buffer.length - end);
            if (read < 0) {
                return false;
            }
            connection.sign();
            end += read;
        }
        return true;
    }

    /** Notes that there is news for the caller of a stream. */
    private void tell(Http2Stream stream) {
        if (stream != unaware) {
            wakeCaller();
            unaware = stream;
        }
    }

    private void wakeCaller() {
        if (unaware != null) {
            unaware.wake();
            unaware = null;
        }
    }

    private void frame(int type, int flags, int stream, int from, int to) throws IOException {
        if (!greeted) {
            require(
                    type == Http2Frames.SETTINGS && (flags & Http2Frames.ACK) == 0,
                    "a server begins with its settings");
            greeted = true;
        }
        require(
                blockStream == 0 || (type == Http2Frames.CONTINUATION && stream == blockStream),
                "headers were interrupted by another frame");
        switch (type) {
            case Http2Frames.DATA -> data(flags, stream, from, to);
            case Http2Frames.HEADERS -> headers(flags, stream, from, to);
            case Http2Frames.CONTINUATION -> continuation(flags, stream, from, to);
            case Http2Frames.SETTINGS -> settings(flags, stream, from, to);
            case Http2Frames.RST_STREAM -> {
                size(to - from, 4);
                require(stream != 0 && connection.hasBegun(stream), "a stream was reset that never began");
                connection.reset(stream, number(from));
            }
            case Http2Frames.PING -> {
                size(to - from, 8);
                require(stream == 0, "a ping belongs to no stream");
                if ((flags & Http2Frames.ACK) == 0) {
                    connection.answerPing(Arrays.copyOfRange(buffer, from, to));
                }
            }
            case Http2Frames.GOAWAY -> {
                require(stream == 0 && to - from >= 8, "a connection's end was said in a wrong way");
                String why = new String(buffer, from + 8, Math.min(MAX_TEXT, to - from - 8), StandardCharsets.UTF_8);
                connection.goAway(number(from) & 0x7fffffff, number(from + 4), why.replaceAll("[^ -~]", "?"));
            }
            case Http2Frames.WINDOW_UPDATE -> {
                size(to - from, 4);
                connection.windowGrows(stream, number(from) & 0x7fffffff);
            }
            case Http2Frames.PUSH_PROMISE ->
                throw new Http2Exception(Http2Exception.PROTOCOL_ERROR, "something was pushed that nobody wanted");
            // Others, those of the future among them, say nothing that matters here.
            default -> {}
        }
    }

    private void data(int flags, int id, int from, int to) throws IOException {
        connection.credit(to - from);
        int start = from;
        int stop = to;
        if ((flags & Http2Frames.PADDED) != 0) {
            require(to > from && (buffer[from] & 0xff) < to - from, "there is more padding than frame");
            stop -= buffer[from] & 0xff;
            start++;
        }
        Http2Stream stream = connection.find(id);
        if (stream == null) {
            require(connection.hasBegun(id), "a body belongs to no request");
            return;
        }
        tell(stream);
        boolean last = (flags & Http2Frames.END_STREAM) != 0;
        if (last) {
            connection.ends(stream);
        }
        if (!stream.data(buffer, start, stop - start, last)) {
            throw misplacedBody(stream);
        }
        if (last) {
            connection.ended();
        } else if (stop - start < to - from) {
            stream.passOver(to - from - (stop - start));
        }
    }

    /** {@return why the connection ends} The stream is told here: one that has ended does not hear of the connection any more. */
    private static Http2Exception misplacedBody(Http2Stream stream) {
        Http2Exception breach = new Http2Exception(
                Http2Exception.FLOW_CONTROL_ERROR, "a body came without headers, or more of it than was allowed");
        stream.fail(new IOException(breach.getMessage(), breach));
        return breach;
    }

    private void headers(int flags, int id, int from, int to) throws IOException {
        int start = from;
        int stop = to;
        if ((flags & Http2Frames.PADDED) != 0) {
            require(to > from, "there is more padding than frame");
            stop -= buffer[from] & 0xff;
            start++;
        }
        if ((flags & Http2Frames.WITH_PRIORITY) != 0) {
            start += PRIORITY_SIZE;
        }
        require(start <= stop, "there is more padding than frame");
        require(connection.hasBegun(id), "an answer belongs to no request");
        boolean last = (flags & Http2Frames.END_STREAM) != 0;
        if ((flags & Http2Frames.END_HEADERS) != 0) {
            head(id, decoder.decode(buffer, start, stop), last);
            return;
        }
        block.write(buffer, start, stop - start);
        blockStream = id;
        blockLast = last;
    }

    private void continuation(int flags, int id, int from, int to) throws IOException {
        require(blockStream != 0 && id == blockStream, "headers go on that never began");
        block.write(buffer, from, to - from);
        if (block.size() > HpackDecoder.MAX_SIZE) {
            throw new Http2Exception(
                    Http2Exception.ENHANCE_YOUR_CALM,
                    "the headers are larger than " + HpackDecoder.MAX_SIZE + " bytes");
        }
        if ((flags & Http2Frames.END_HEADERS) != 0) {
            byte[] whole = block.toByteArray();
            block.reset();
            blockStream = 0;
            head(id, decoder.decode(whole, 0, whole.length), blockLast);
        }
    }

    private void head(int id, HeaderFields fields, boolean last) throws IOException {
        Http2Stream stream = connection.find(id);
        if (stream == null) {
            return;
        }
        tell(stream);
        if (last) {
            connection.ends(stream);
        }
        if (!stream.head(fields, last)) {
            connection.malformed(stream, "an answer has a broken head, or headers in the middle of its body");
        }
        if (last) {
            connection.ended();
        }
    }

    private void settings(int flags, int stream, int from, int to) throws IOException {
        require(stream == 0, "settings belong to no stream");
        if ((flags & Http2Frames.ACK) != 0) {
            size(to - from, 0);
            return;
        }
        if ((to - from) % 6 != 0) {
            throw new Http2Exception(Http2Exception.FRAME_SIZE_ERROR, "settings have a wrong length");
        }
        for (int i = from; i < to; i += 6) {
            connection.setting((buffer[i] & 0xff) << 8 | (buffer[i + 1] & 0xff), number(i + 2));
        }
        connection.settingsEnd();
    }

    private int number(int from) {
        return (buffer[from] & 0xff) << 24
                | (buffer[from + 1] & 0xff) << 16
                | (buffer[from + 2] & 0xff) << 8
                | (buffer[from + 3] & 0xff);
    }

    private static void size(int size, int expected) throws Http2Exception {
        if (size != expected) {
            throw new Http2Exception(Http2Exception.FRAME_SIZE_ERROR, "a frame has a wrong length");
        }
    }

    private static void require(boolean holds, String otherwise) throws Http2Exception {
        if (!holds) {
            throw new Http2Exception(Http2Exception.PROTOCOL_ERROR, otherwise);
        }
    }
}
