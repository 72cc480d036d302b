package dev.konverge.model.codec;

import static dev.konverge.model.codec.Sharing.LONGS;

import dev.konverge.model.RawJson;
import org.jspecify.annotations.Nullable;

/** Skips whole values, checked as if they were kept; and passes over what is as it was in the last document. */
abstract sealed class JsonSkips extends JsonScalars permits JsonReader {
    /** Who reads what is left behind. */
    private static final Object SKIPPED = new Object();

    JsonSkips(byte[] buffer, Limits limits, @Nullable Sharing sharing) {
        super(buffer, limits, sharing);
    }

    /** {@return the value that comes next, as its bytes} */
    public RawJson readRaw() {
        peekByte();
        int from = pos;
        skipValue();
        charge(OVERHEAD + pos - from);
        return RawJson.ofChecked(buffer, from, pos);
    }

    /** Leaves the value that comes next behind, whatever it is. */
    public void skipValue() {
        byte b = peekByte();
        switch (b) {
            case '"' -> skipText();
            case '{', '[' -> skipNested(b);
            case 't' -> literal("true");
            case 'f' -> literal("false");
            case 'n' -> literal("null");
            default -> {
                if (b != '-' && !isDigit(b)) {
                    throw fail("expected a value but found " + describe(b));
                }
                skipNumber();
            }
        }
    }

    private void skipNumber() {
        int p = buffer[pos] == '-' ? pos + 1 : pos;
        int first = p;
        p = digits(p);
        if (buffer[first] == '0' && p > first + 1) {
            throw fail("malformed number");
        }
        pos = p < limit ? fraction(p) : p;
    }

    void skipText() {
        int p = pos + 1;
        while (p + 8 <= limit) {
            long special = specials((long) LONGS.get(buffer, p));
            if (special != 0) {
                p += Long.numberOfTrailingZeros(special) >>> 3;
                if (buffer[p] == '"') {
                    pos = p + 1;
                    return;
                }
                break;
            }
            p += 8;
        }
        // Escapes, characters beyond ASCII or the end of the bytes: checked as if they were kept.
        int from = pos + 1;
        escapes(from, textEnd(from, p), null);
    }

    private void skipNested(byte opening) {
        Part whole = precedent.open(pos, SKIPPED, Sharing.ONE);
        if (whole != null) {
            skipParts(whole, opening == '{');
        } else if (opening == '{') {
            skipObject();
        } else {
            skipArray();
        }
    }

    /** Skips what differs from the last document, and passes over the rest. */
    private void skipParts(Part whole, boolean object) {
        byte closing = (byte) (object ? '}' : ']');
        pos++;
        enter(0);
        passSame(whole);
        if (whole.size() == 0 && peekByte() != closing) {
            skipPart(whole, object);
        }
        while (peekByte() != closing) {
            if (buffer[pos] != ',') {
                throw fail("expected ',' or '" + (char) closing + "' but found " + describe(buffer[pos]));
            }
            pos++;
            skipPart(whole, object);
        }
        pos++;
        depth--;
        whole.close();
    }

    private void skipPart(Part whole, boolean named) {
        if (named) {
            if (peekByte() != '"') {
                throw fail("expected a field name but found " + describe(buffer[pos]));
            }
            skipText();
            colon();
        }
        peekByte();
        Part part = precedent.expect(whole, whole.size(), buffer, pos, limit);
        if (part == null) {
            skipValue();
            return;
        }
        if (precedent.isSame(part)) {
            pos += part.length();
        } else {
            skipValue();
        }
        precedent.learn(whole, part, buffer, pos, limit, null);
        passSame(whole);
    }

    private void passSame(Part whole) {
        for (Part next = precedent.nextSame(whole); next != null; next = precedent.nextSame(whole)) {
            pos = precedent.takeOver(whole, next);
        }
    }

    private void skipObject() {
        pos++;
        enter(0);
        if (peekByte() == '}') {
            pos++;
            depth--;
            return;
        }
        while (true) {
            if (peekByte() != '"') {
                throw fail("expected a field name but found " + describe(buffer[pos]));
            }
            skipText();
            colon();
            skipValue();
            byte b = peekByte();
            if (b != ',' && b != '}') {
                throw fail("expected ',' or '}' but found " + describe(b));
            }
            pos++;
            if (b == '}') {
                depth--;
                return;
            }
        }
    }

    private void skipArray() {
        pos++;
        enter(0);
        if (peekByte() == ']') {
            pos++;
            depth--;
            return;
        }
        while (true) {
            skipValue();
            byte b = peekByte();
            if (b != ',' && b != ']') {
                throw fail("expected ',' or ']' but found " + describe(b));
            }
            pos++;
            if (b == ']') {
                depth--;
                return;
            }
        }
    }
}
