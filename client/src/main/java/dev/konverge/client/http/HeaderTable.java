package dev.konverge.client.http;

import java.util.HashMap;
import java.util.Map;

/** The header fields that both sides know by number (RFC 7541, section 2.3): 61 for ever, and behind them the latest that were sent. */
final class HeaderTable {
    /** What a field counts for besides its characters. */
    static final int OVERHEAD = 32;

    private static final String[] STATIC = {
        ":authority", "",
        ":method", "GET",
        ":method", "POST",
        ":path", "/",
        ":path", "/index.html",
        ":scheme", "http",
        ":scheme", "https",
        ":status", "200",
        ":status", "204",
        ":status", "206",
        ":status", "304",
        ":status", "400",
        ":status", "404",
        ":status", "500",
        "accept-charset", "",
        "accept-encoding", "gzip, deflate",
        "accept-language", "",
        "accept-ranges", "",
        "accept", "",
        "access-control-allow-origin", "",
        "age", "",
        "allow", "",
        "authorization", "",
        "cache-control", "",
        "content-disposition", "",
        "content-encoding", "",
        "content-language", "",
        "content-length", "",
        "content-location", "",
        "content-range", "",
        "content-type", "",
        "cookie", "",
        "date", "",
        "etag", "",
        "expect", "",
        "expires", "",
        "from", "",
        "host", "",
        "if-match", "",
        "if-modified-since", "",
        "if-none-match", "",
        "if-range", "",
        "if-unmodified-since", "",
        "last-modified", "",
        "link", "",
        "location", "",
        "max-forwards", "",
        "proxy-authenticate", "",
        "proxy-authorization", "",
        "range", "",
        "referer", "",
        "refresh", "",
        "retry-after", "",
        "server", "",
        "set-cookie", "",
        "strict-transport-security", "",
        "transfer-encoding", "",
        "user-agent", "",
        "vary", "",
        "via", "",
        "www-authenticate", "",
    };

    static final int KNOWN = STATIC.length / 2;

    private static final Map<Field, Integer> STATIC_FIELDS = new HashMap<>();
    private static final Map<String, Integer> STATIC_NAMES = new HashMap<>();

    static {
        for (int i = 0; i < KNOWN; i++) {
            STATIC_FIELDS.putIfAbsent(new Field(STATIC[2 * i], STATIC[2 * i + 1]), i + 1);
            STATIC_NAMES.putIfAbsent(STATIC[2 * i], i + 1);
        }
    }

    /** A name with its value. */
    record Field(String name, String value) {
        // By hand: what the compiler gives records is slow until it is warm, and each request asks ten times.
        @Override
        public boolean equals(Object other) {
            return other instanceof Field field && name.equals(field.name) && value.equals(field.value);
        }

        @Override
        public int hashCode() {
            return 31 * name.hashCode() + value.hashCode();
        }
    }

    /** A ring: the newest field is at the place before {@code next}. */
    private Field[] recent = new Field[64];

    /** What each of them counts for. */
    private int[] sizes = new int[64];

    private int next;
    private int count;
    private int size;
    private int limit;

    HeaderTable(int limit) {
        this.limit = limit;
    }

    /** {@return how many fields there are, those for ever included} */
    int count() {
        return KNOWN + count;
    }

    int limit() {
        return limit;
    }

    /** Changes how much is remembered. */
    void limit(int bytes) {
        limit = bytes;
        evict(0);
    }

    /** {@return the name of a field, whose number must be in use} */
    String name(int number) {
        return number <= KNOWN ? STATIC[2 * number - 2] : recent(number).name();
    }

    /** {@return the value of a field, whose number must be in use} */
    String value(int number) {
        return number <= KNOWN ? STATIC[2 * number - 1] : recent(number).value();
    }

    private Field recent(int number) {
        return recent[place(number)];
    }

    private int place(int number) {
        return (next - (number - KNOWN)) & (recent.length - 1);
    }

    /** {@return the number of a field, or 0 if it has none} */
    int find(Field field) {
        Integer known = STATIC_FIELDS.get(field);
        if (known != null) {
            return known;
        }
        for (int i = 1; i <= count; i++) {
            if (recent(KNOWN + i).equals(field)) {
                return KNOWN + i;
            }
        }
        return 0;
    }

    /** {@return the number of a field with this name, or 0 if there is none} */
    int findName(String name) {
        Integer known = STATIC_NAMES.get(name);
        if (known != null) {
            return known;
        }
        for (int i = 1; i <= count; i++) {
            if (recent(KNOWN + i).name().equals(name)) {
                return KNOWN + i;
            }
        }
        return 0;
    }

    /**
     * Remembers a field as the newest, and forgets as many of the oldest as have no room then.
     *
     * @param octets of name and value as they are sent, which are more than characters: both sides must forget the same
     */
    void add(Field field, int octets) {
        int added = octets + OVERHEAD;
        evict(added);
        if (added > limit) {
            return;
        }
        if (count == recent.length) {
            grow();
        }
        recent[next] = field;
        sizes[next] = added;
        next = (next + 1) & (recent.length - 1);
        count++;
        size += added;
    }

    private void grow() {
        Field[] larger = new Field[2 * recent.length];
        int[] largerSizes = new int[larger.length];
        for (int i = 0; i < count; i++) {
            int place = place(KNOWN + count - i);
            larger[i] = recent[place];
            largerSizes[i] = sizes[place];
        }
        recent = larger;
        sizes = largerSizes;
        next = count;
    }

    private void evict(int room) {
        while (count > 0 && size + room > limit) {
            size -= sizes[place(KNOWN + count)];
            count--;
        }
    }
}
