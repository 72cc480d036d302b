package dev.konverge.model.codec;

import org.jspecify.annotations.Nullable;

/** Bytes and a place in them: white space, limits, and what is said when something is wrong. */
abstract sealed class JsonCursor permits JsonScalars {
    /** What kind of value comes next. */
    public enum Kind {
        /** An object. */
        OBJECT,
        /** A list. */
        ARRAY,
        /** A text. */
        STRING,
        /** A number. */
        NUMBER,
        /** True or false. */
        BOOLEAN,
        /** Null. */
        NULL
    }

    byte[] buffer;
    int pos;
    int limit;

    @Nullable
    Sharing sharing;

    /** The last document, where values are shared. */
    final Precedent precedent = new Precedent();

    /** Whether the value at hand is part of one that is compared with the last document. */
    boolean comparing;

    final ValueStack values = new ValueStack();
    int depth;

    private final Limits limits;
    private long heap;

    /** Whether more bytes may follow those at hand, so that their end is not the end of the document. */
    private boolean partial;

    /** Where the document begins: in the buffer, in the stream it is from, and in the document it is part of. */
    private int start;

    private long offset;
    private String root = "$";

    JsonCursor(byte[] buffer, Limits limits, @Nullable Sharing sharing) {
        this.buffer = buffer;
        this.limits = limits;
        this.sharing = sharing;
    }

    /** Turns to a part of a longer document; if {@code partial}, running out of bytes throws {@link Underflow}. */
    void place(byte[] buffer, int from, int to, boolean partial, long offset, String root) {
        this.buffer = buffer;
        this.start = from;
        this.pos = from;
        this.limit = to;
        this.partial = partial;
        this.offset = offset;
        this.root = root;
        this.depth = 0;
        this.heap = 0;
        this.comparing = false;
        values.clear();
    }

    int position() {
        return pos;
    }

    /** {@return what kind of value comes next} */
    public Kind peek() {
        byte b = peekByte();
        return switch (b) {
            case '{' -> Kind.OBJECT;
            case '[' -> Kind.ARRAY;
            case '"' -> Kind.STRING;
            case 't', 'f' -> Kind.BOOLEAN;
            case 'n' -> Kind.NULL;
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> Kind.NUMBER;
            default -> throw fail("expected a value but found " + describe(b));
        };
    }

    /** Takes a {@code null} if it comes next. {@return whether it did} */
    public boolean tryNull() {
        if (peekByte() != 'n') {
            return false;
        }
        literal("null");
        return true;
    }

    /** Takes a {@code null}. */
    public void readNull() {
        if (!tryNull()) {
            throw mismatch("null");
        }
    }

    /** Checks that nothing but white space follows. */
    public void expectEnd() {
        while (pos < limit) {
            byte b = buffer[pos];
            if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
                throw fail("expected the end of the document but found " + describe(b));
            }
            pos++;
        }
    }

    void literal(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (pos + i >= limit) {
                throw end();
            }
            if (buffer[pos + i] != text.charAt(i)) {
                throw fail("expected " + text);
            }
        }
        pos += text.length();
    }

    void colon() {
        if (pos < limit && buffer[pos] == ':') {
            pos++;
            return;
        }
        byte b = peekByte();
        if (b != ':') {
            throw fail("expected ':' but found " + describe(b));
        }
        pos++;
    }

    void enter(int heapBytes) {
        if (++depth > limits.maxDepth()) {
            throw fail("nested deeper than the limit of " + limits.maxDepth());
        }
        charge(heapBytes);
    }

    void charge(long bytes) {
        heap += bytes;
        if (heap > limits.maxHeapBytes()) {
            throw fail("would take more memory than the limit of " + limits.maxHeapBytes() + " bytes");
        }
    }

    /** {@return whether a value that reaches to the end of the bytes at hand may go on behind it} */
    boolean mayGoOn(int at) {
        return partial && at == limit;
    }

    int maxDocumentBytes() {
        return limits.maxDocumentBytes();
    }

    byte peekByte() {
        if (pos < limit) {
            byte b = buffer[pos];
            if (b > ' ') {
                return b;
            }
        }
        return peekBehindSpace();
    }

    byte peekBehindSpace() {
        while (pos < limit) {
            byte b = buffer[pos];
            if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
                return b;
            }
            pos++;
        }
        throw end();
    }

    RuntimeException end() {
        if (partial) {
            return new Underflow();
        }
        pos = limit;
        return fail("unexpected end of input");
    }

    DecodeException mismatch(String expected) {
        String found = switch (peek()) {
            case OBJECT -> "an object";
            case ARRAY -> "a list";
            case STRING -> "a string";
            case NUMBER -> "a number";
            case BOOLEAN -> "true or false";
            case NULL -> "null";
        };
        return fail("expected " + expected + " but found " + found);
    }

    /** {@return an exception that says what is wrong with the value at hand, and where it stands} */
    public DecodeException fail(String reason) {
        return new DecodeException(reason, JsonPath.locate(root, buffer, start, pos), offset + pos - start);
    }

    static String describe(byte b) {
        return b > ' ' && b < 127 ? "'" + (char) b + "'" : String.format("byte 0x%02x", b);
    }
}
