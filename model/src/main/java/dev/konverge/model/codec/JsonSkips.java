package dev.konverge.model.codec;

import static dev.konverge.model.codec.Sharing.LONGS;

import dev.konverge.model.RawJson;
import org.jspecify.annotations.Nullable;

/** Skips whole values, checked as if they were kept; and passes over what is as it was in the last document. */
abstract sealed class JsonSkips extends JsonScalars permits JsonReader {
    /** Who reads what is left behind. */
    private static final Object SKIPPED = new Object();

    /** All parts of a value, and its end. */
    static final int ALL = -1;

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

    /** Leaves the only value of a document behind, which is compared with the last document. */
    void skipDocument() {
        peekByte();
        int from = pos;
        precedent.begin(buffer, from, limit);
        skipValue();
        precedent.end(buffer, from, pos);
        expectEnd();
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
        boolean named = opening == '{';
        byte closing = (byte) (named ? '}' : ']');
        Part whole = precedent.open(pos, SKIPPED, Sharing.ONE);
        pos++;
        enter(0);
        int done = renew(whole);
        if (done == ALL) {
            return;
        }
        boolean more = done > 0 ? moreFollow(closing) : !closes(closing);
        while (more) {
            if (named) {
                expectName();
                skipText();
                colon();
            }
            if (whole == null) {
                skipValue();
            } else {
                skipPart(whole);
            }
            more = moreFollow(closing);
        }
        depth--;
        if (whole != null) {
            whole.close();
        }
    }

    private void skipPart(Part whole) {
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
    }

    /**
     * Reads those parts of the value just entered that differ from the last document, as long as what stands between them does not.
     * {@return how many parts were read that way, or {@link #ALL} if the value has been read to its end}
     */
    final int renew(@Nullable Part whole) {
        if (whole == null) {
            return 0;
        }
        for (Part part = precedent.nextChanged(whole); part != null; part = precedent.nextChanged(whole)) {
            pos = part.newAt();
            Object value = readAgain(whole, part.field);
            precedent.relearn(whole, part, buffer, pos, limit, value);
        }
        int end = precedent.renewedTo(whole);
        int done = whole.endRenewal(end >= 0);
        if (end >= 0) {
            pos = end;
            depth--;
            return ALL;
        }
        if (done > 0) {
            pos = whole.renewedTo();
        }
        return done;
    }

    /** {@return a part of a value, read as the parts of that value are} */
    abstract @Nullable Object readAgain(Part whole, int field);

    final void expectName() {
        if (peekByte() != '"') {
            throw fail("expected a field name but found " + describe(buffer[pos]));
        }
    }

    /** Takes the end of an object or list if it comes next. {@return whether it did} */
    final boolean closes(byte closing) {
        if (peekByte() != closing) {
            return false;
        }
        pos++;
        return true;
    }

    /** Takes what stands behind a value in an object or list. {@return whether another one follows} */
    final boolean moreFollow(byte closing) {
        byte b = peekByte();
        if (b != ',' && b != closing) {
            throw fail("expected ',' or '" + (char) closing + "' but found " + describe(b));
        }
        pos++;
        return b == ',';
    }
}
