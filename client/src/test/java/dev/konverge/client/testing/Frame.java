package dev.konverge.client.testing;

/**
 * A frame of HTTP/2 (RFC 9113).
 *
 * @param type what it is
 * @param flags what else it says, by type
 * @param stream whom it is for; zero for the connection
 * @param payload the rest
 */
@SuppressWarnings("ArrayRecordComponent") // frames are not compared, their payloads are
public record Frame(int type, int flags, int stream, byte[] payload) {
    /** Part of a body. */
    public static final int DATA = 0;
    /** A head, or its beginning. */
    public static final int HEADERS = 1;
    /** Words on order that nobody heeds. */
    public static final int PRIORITY = 2;
    /** The end of a stream before its time. */
    public static final int RST_STREAM = 3;
    /** What the sender can take. */
    public static final int SETTINGS = 4;
    /** A request that the server thinks will come. */
    public static final int PUSH_PROMISE = 5;
    /** A question whether anybody is there. */
    public static final int PING = 6;
    /** The end of a connection. */
    public static final int GOAWAY = 7;
    /** Leave to send more. */
    public static final int WINDOW_UPDATE = 8;
    /** More of a head. */
    public static final int CONTINUATION = 9;

    /** DATA, HEADERS: nothing follows on the stream. */
    public static final int END_STREAM = 0x1;
    /** SETTINGS, PING: an answer. */
    public static final int ACK = 0x1;
    /** HEADERS, CONTINUATION: the head is complete. */
    public static final int END_HEADERS = 0x4;
    /** DATA, HEADERS: bytes without meaning are at the end. */
    public static final int PADDED = 0x8;
    /** HEADERS: words on order are at the beginning. */
    public static final int PRIORITIZED = 0x20;

    /** All is well. */
    public static final int NO_ERROR = 0x0;
    /** The sender has failed. */
    public static final int INTERNAL_ERROR = 0x2;
    /** Nothing has been done with the request. */
    public static final int REFUSED_STREAM = 0x7;
    /** Nobody wants the rest. */
    public static final int CANCEL = 0x8;

    /** How large a table of header fields is. */
    public static final int HEADER_TABLE_SIZE = 1;
    /** Whether a server may send what was not asked for. */
    public static final int ENABLE_PUSH = 2;
    /** How many streams there may be at a time. */
    public static final int MAX_CONCURRENT_STREAMS = 3;
    /** The window that a stream begins with. */
    public static final int INITIAL_WINDOW_SIZE = 4;
    /** How long a frame may be. */
    public static final int MAX_FRAME_SIZE = 5;

    /** {@return whether it has this flag} */
    public boolean has(int flag) {
        return (flags & flag) != 0;
    }

    /** {@return four bytes of the payload as a number} */
    public int number(int at) {
        return java.nio.ByteBuffer.wrap(payload).getInt(at);
    }
}
