package dev.konverge.model.codec;

/** Checks that bytes are UTF-8: no overlong forms, no surrogates, nothing beyond U+10FFFF. */
final class Utf8 {
    private Utf8() {}

    static boolean isAscii(byte[] b, int from, int to) {
        int i = from;
        while (i + 8 <= to) {
            if (((long) Sharing.LONGS.get(b, i) & 0x8080808080808080L) != 0) {
                return false;
            }
            i += 8;
        }
        int rest = 0;
        while (i < to) {
            rest |= b[i++];
        }
        return rest >= 0;
    }

    /** {@return the position of the first sequence that is not UTF-8, or -1} */
    static int invalidAt(byte[] b, int from, int to) {
        int i = from;
        while (i < to) {
            int c = b[i];
            if (c >= 0) {
                i++;
                continue;
            }
            int n = length(b, i, to);
            if (n == 0) {
                return i;
            }
            i += n;
        }
        return -1;
    }

    /** {@return how many bytes the sequence beyond ASCII at i takes, 0 if it is none} */
    private static int length(byte[] b, int i, int to) {
        int c = b[i] & 0xFF;
        int n = c < 0xC2 ? 0 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : c < 0xF5 ? 4 : 0;
        if (n == 0 || i + n > to) {
            return 0;
        }
        for (int k = 1; k < n; k++) {
            if ((b[i + k] & 0xC0) != 0x80) {
                return 0;
            }
        }
        int second = b[i + 1] & 0xFF;
        boolean wrong = (c == 0xE0 && second < 0xA0)
                || (c == 0xED && second > 0x9F)
                || (c == 0xF0 && second < 0x90)
                || (c == 0xF4 && second > 0x8F);
        return wrong ? 0 : n;
    }
}
