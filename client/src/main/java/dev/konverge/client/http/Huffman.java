package dev.konverge.client.http;

/** The code in which servers write header strings (RFC 7541, appendix B). Only read: what is sent is short, and mostly known by number. */
final class Huffman {
    /** How many bits each byte takes, and, last, the end. Codes of one length follow each other in the order of their bytes. */
    private static final byte[] LENGTHS = {
        13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28,
        28, 28, 28, 28, 6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15,
        6, 12, 10, 13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6,
        15, 5, 6, 5, 6, 5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5, 6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28, 20, 22,
        20, 20, 22, 22, 22, 23, 22, 23, 23, 23, 23, 23, 24, 23, 24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23,
        23, 24, 22, 21, 20, 22, 22, 23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23, 21, 21, 22, 21, 23, 22, 23, 23, 20, 22,
        22, 22, 23, 22, 22, 23, 26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25, 19, 21, 26, 27, 27, 26,
        27, 24, 21, 21, 26, 26, 28, 27, 27, 27, 20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23, 26, 27,
        26, 26, 27, 27, 27, 27, 27, 28, 27, 27, 27, 27, 27, 26, 30,
    };

    private static final int LONGEST = 30;
    private static final int SHORTEST = 5;
    private static final int END = 256;

    /** By length: the first code, and where its symbol stands among all. */
    private static final int[] FIRST = new int[LONGEST + 2];

    private static final int[] START = new int[LONGEST + 2];
    private static final short[] SYMBOLS = new short[LENGTHS.length];

    static {
        int at = 0;
        int code = 0;
        for (int length = 1; length <= LONGEST; length++) {
            code <<= 1;
            FIRST[length] = code;
            START[length] = at;
            for (int symbol = 0; symbol < LENGTHS.length; symbol++) {
                if (LENGTHS[symbol] == length) {
                    SYMBOLS[at++] = (short) symbol;
                    code++;
                }
            }
        }
        START[LONGEST + 1] = at;
    }

    private Huffman() {}

    /**
     * Decodes a string. {@return how many bytes it has}
     *
     * @param target must have room for 8 / 5 of the length
     */
    static int decode(byte[] source, int from, int to, byte[] target) throws Http2Exception {
        long bits = 0;
        int available = 0;
        int at = from;
        int written = 0;
        while (true) {
            while (available <= LONGEST && at < to) {
                bits = bits << 8 | (source[at++] & 0xff);
                available += 8;
            }
            int length = SHORTEST;
            int offset = -1;
            for (; length <= Math.min(LONGEST, available); length++) {
                offset = (int) (bits >>> (available - length)) - FIRST[length];
                if (offset < START[length + 1] - START[length]) {
                    break;
                }
            }
            if (length > Math.min(LONGEST, available)) {
                requirePadding(bits, available);
                return written;
            }
            int symbol = SYMBOLS[START[length] + offset];
            if (symbol == END) {
                throw new Http2Exception(Http2Exception.COMPRESSION_ERROR, "a string has an end inside");
            }
            target[written++] = (byte) symbol;
            available -= length;
            bits &= (1L << available) - 1;
        }
    }

    /** A string is filled up to a whole byte with the first bits of the end, which are ones. */
    private static void requirePadding(long bits, int available) throws Http2Exception {
        if (available > 7 || bits != (1L << available) - 1) {
            throw new Http2Exception(Http2Exception.COMPRESSION_ERROR, "a string ends in the middle of a character");
        }
    }
}
