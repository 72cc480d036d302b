package dev.konverge.client.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is known of a connection's streams, of what may be sent on them, and of what the server wants. For one thread at a time. */
final class Http2State {
    private static final int STANDARD_WINDOW = 0xffff;
    private static final int STANDARD_FRAME = 1 << 14;
    private static final int LARGEST_FRAME = 1 << 24;
    /** How many exchanges a server is taken to allow until it says. */
    private static final int STANDARD_STREAMS = 100;

    private final Map<Integer, Http2Stream> streams = new HashMap<>();
    /** Exchanges that were promised a place and have no stream yet. */
    private int promised;

    private int lastId = -1;
    private boolean draining;
    /** Whether it ends as soon as it was used and nobody does any more. */
    private boolean retired;

    private boolean used;
    private boolean served;
    private long idleSince;

    private int maxStreams = STANDARD_STREAMS;
    private int maxFrame = STANDARD_FRAME;
    private int tableSize = HpackEncoder.STANDARD_LIMIT;
    private int smallestTable = HpackEncoder.STANDARD_LIMIT;
    private int initialWindow = STANDARD_WINDOW;
    private long sendWindow = STANDARD_WINDOW;

    Http2State(long now) {
        idleSince = now;
    }

    /** {@return whether there is a place for one more exchange, which is then promised} */
    boolean promise() {
        boolean free = !draining && !isOver() && streams.size() + promised < maxStreams;
        if (free) {
            promised++;
            used = true;
        }
        return free;
    }

    void breakPromise() {
        promised--;
    }

    /**
     * Makes use of a promise. {@return whether the stream has begun; if not, the server has never heard of it}
     *
     * @param alive whether anything can be sent at all
     */
    boolean begin(Http2Stream stream, boolean alive) {
        promised--;
        draining |= lastId > Integer.MAX_VALUE - 2;
        if (!alive || draining || stream.sendsNoMore) {
            return false;
        }
        lastId += 2;
        stream.id = lastId;
        stream.sendWindow = initialWindow;
        streams.put(stream.id, stream);
        return true;
    }

    /** {@return a stream that is under way; null if it is over, or never began} */
    @Nullable
    Http2Stream find(int id) {
        return streams.get(id);
    }

    /** {@return whether there ever was such a stream} */
    boolean hasBegun(int id) {
        return (id & 1) == 1 && id <= lastId;
    }

    /** Takes note that a stream is over. {@return whether it was under way} */
    boolean remove(Http2Stream stream, long now) {
        stream.sendsNoMore = true;
        boolean underWay = streams.remove(stream.id, stream);
        if (underWay) {
            served = true;
            idleSince = now;
        }
        return underWay;
    }

    /** {@return all streams behind one, which are over now} */
    List<Http2Stream> removeBehind(int last) {
        List<Http2Stream> removed = new ArrayList<>();
        for (Http2Stream stream : streams.values()) {
            if (stream.id > last) {
                stream.sendsNoMore = true;
                removed.add(stream);
            }
        }
        streams.values().removeAll(removed);
        return removed;
    }

    /** Begins no more streams. */
    void drain() {
        draining = true;
    }

    /** Keeps promises, and ends with the last one. Of those who were never promised anything, one is waited for. */
    void retire() {
        retired = true;
    }

    boolean isDraining() {
        return draining;
    }

    /** {@return whether no stream is under way, and none will ever be} */
    boolean isOver() {
        return isUnused() && (draining || (retired && used));
    }

    /** {@return whether nobody uses it, and nobody has since a time} */
    boolean isUnusedSince(long time) {
        return isUnused() && idleSince <= time;
    }

    /** {@return whether nobody uses it, nor is going to} */
    boolean isUnused() {
        return streams.isEmpty() && promised == 0;
    }

    /** {@return whether an exchange has ended on it, so that it was good once} */
    boolean hasServed() {
        return served;
    }

    /** {@return how many bytes of a body may be sent, of so many; they count as sent} */
    int take(Http2Stream stream, int wanted) {
        int count = (int) Math.max(0, Math.min(wanted, Math.min(sendWindow, stream.sendWindow)));
        sendWindow -= count;
        stream.sendWindow -= count;
        return count;
    }

    /** {@return whether at least a byte of a body may be sent} */
    boolean maySend(Http2Stream stream) {
        return sendWindow > 0 && stream.sendWindow > 0;
    }

    int maxFrame() {
        return maxFrame;
    }

    int tableSize() {
        return tableSize;
    }

    /** {@return the smallest size of the table of headers since this was last asked} */
    int takeSmallestTable() {
        int smallest = smallestTable;
        smallestTable = tableSize;
        return smallest;
    }

    /** Heeds a setting of the server's. */
    void setting(int id, int value) throws Http2Exception {
        switch (id) {
            case Http2Frames.HEADER_TABLE_SIZE -> {
                tableSize = value < 0 ? Integer.MAX_VALUE : value;
                smallestTable = Math.min(smallestTable, tableSize);
            }
            // A server that allows none is asked nevertheless: it is its refusal that says so, not connection after
            // connection.
            case Http2Frames.MAX_CONCURRENT_STREAMS -> maxStreams = value < 0 ? Integer.MAX_VALUE : Math.max(1, value);
            case Http2Frames.MAX_FRAME_SIZE -> {
                if (value < STANDARD_FRAME || value >= LARGEST_FRAME) {
                    throw new Http2Exception(Http2Exception.PROTOCOL_ERROR, "frames cannot have " + value + " bytes");
                }
                maxFrame = value;
            }
            case Http2Frames.INITIAL_WINDOW_SIZE -> {
                if (value < 0) {
                    throw new Http2Exception(Http2Exception.FLOW_CONTROL_ERROR, "a window is too large");
                }
                for (Http2Stream stream : streams.values()) {
                    stream.sendWindow = grown(stream.sendWindow, value - initialWindow);
                }
                initialWindow = value;
            }
            // Others, those of the future among them, change nothing here.
            default -> {}
        }
    }

    /** Heeds that more may be sent, on a stream or, with number 0, on all together. */
    void windowGrows(int id, int bytes) throws Http2Exception {
        if (bytes == 0) {
            throw new Http2Exception(Http2Exception.PROTOCOL_ERROR, "a window grew by nothing");
        }
        if (id == 0) {
            sendWindow = grown(sendWindow, bytes);
            return;
        }
        Http2Stream stream = streams.get(id);
        if (stream != null) {
            stream.sendWindow = grown(stream.sendWindow, bytes);
        } else if (!hasBegun(id)) {
            throw new Http2Exception(Http2Exception.PROTOCOL_ERROR, "a window belongs to no request");
        }
    }

    private static long grown(long window, int bytes) throws Http2Exception {
        long larger = window + bytes;
        if (larger > Integer.MAX_VALUE) {
            throw new Http2Exception(Http2Exception.FLOW_CONTROL_ERROR, "a window is too large");
        }
        return larger;
    }
}
