package dev.konverge.client.testing;

import java.util.HashMap;
import java.util.Map;

/** How much one side of an HTTP/2 connection may still send: on each stream, and on all together. */
final class FlowWindows {
    private long initial = 65_535;
    private long connection = 65_535;
    private final Map<Integer, Long> streams = new HashMap<>();

    /** Changes the window that streams begin with, and with it that of each open stream, which may become negative. */
    void initial(long bytes) {
        long change = bytes - initial;
        streams.replaceAll((stream, left) -> left + change);
        initial = bytes;
    }

    void add(int stream, long credit) {
        if (stream == 0) {
            connection += credit;
        } else {
            streams.merge(stream, initial + credit, (left, fresh) -> left + credit);
        }
    }

    void take(int stream, int bytes) {
        connection -= bytes;
        long left = stream(stream) - bytes;
        streams.put(stream, left);
        // An empty frame needs no window.
        if (bytes > 0 && (left < 0 || connection < 0)) {
            throw new AssertionError("flow control: " + bytes + " bytes on stream " + stream + " leave " + left
                    + " of its window and " + connection + " of the connection's");
        }
    }

    long connection() {
        return connection;
    }

    long stream(int stream) {
        return streams.getOrDefault(stream, initial);
    }
}
