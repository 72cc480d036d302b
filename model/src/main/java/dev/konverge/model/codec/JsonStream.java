package dev.konverge.model.codec;

import static dev.konverge.model.codec.Sharing.LONGS;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON values from a stream one by one: the items of a list, the events of a watch.
 *
 * <p>Values are decoded from a buffer that holds them whole. A value that ends beyond the buffer is decoded again once
 * more bytes are there; that happens once a buffer, so the reader itself never has to stop in the middle. A value is
 * given as soon as its last byte has arrived. The buffer grows to the longest value, up to
 * {@link Limits#maxDocumentBytes()}.
 *
 * <p>Not safe for use by several threads. Closing the stream is the caller's business.
 */
public final class JsonStream {
    /** A process may have hundreds of watches on which nothing happens, each with a buffer. */
    private static final int FIRST_BUFFER = 1 << 8;

    private static final int SECOND_BUFFER = 1 << 14;
    private static final int USUAL_BUFFER = 1 << 18;
    private static final int MARGIN = 256;
    private static final long LINE_FEEDS = '\n' * JsonScalars.ONES;
    private static final long OPENED = '{' * JsonScalars.ONES;
    private static final long CLOSED = '}' * JsonScalars.ONES;

    private final InputStream in;
    private final Limits limits;
    private final JsonReader reader;

    /** Whether nobody waits for a value that is complete while others are still to come. */
    private final boolean patient;

    private byte[] buffer;
    private int from;
    private int to;
    private boolean ended;

    /** The position in the stream of the first byte that is not read yet. */
    private long offset;

    /** How many bytes the last value took; 0 if that says nothing of the next. */
    private int lastLength;

    /** Reads values from a stream. */
    public JsonStream(InputStream in, DecodeOptions options) {
        this(in, options, false);
    }

    private JsonStream(InputStream in, DecodeOptions options, boolean patient) {
        this.in = in;
        this.limits = options.limits();
        this.patient = patient;
        this.buffer = new byte[patient ? SECOND_BUFFER : FIRST_BUFFER];
        this.reader = new JsonReader(buffer, 0, 0, options);
    }

    /** {@return a reader of the parts of one document, which is read a buffer at a time} */
    static JsonStream ofDocument(InputStream in, DecodeOptions options) {
        return new JsonStream(in, options, true);
    }

    /**
     * {@return the next value, or nothing at the end of the stream}
     *
     * @throws DecodeException if it is not such a value, or the stream ends within it
     */
    public <T> Optional<T> next(Codec<T> codec) throws IOException {
        if (atEnd()) {
            return Optional.empty();
        }
        awaitLine();
        return Optional.of(step("$", codec::read));
    }

    /**
     * Spares a value that is not complete yet from being decoded in vain: servers write a line feed behind each. Where none
     * comes, a value is tried as soon as the bytes end as a value does.
     */
    private void awaitLine() throws IOException {
        int searched = from;
        while (buffer[from] == '{' && !ended && to - from < USUAL_BUFFER && !mayBeComplete(searched)) {
            searched = to - from;
            fill();
            searched += from;
        }
    }

    /** Lets equal values that come from now on be one object, unless the options have seen to that. */
    void share() {
        if (reader.sharing == null) {
            reader.sharing = new Sharing();
        }
    }

    /** {@return whether nothing but white space is left; waits for a byte that is more} */
    boolean atEnd() throws IOException {
        while (true) {
            while (from < to && buffer[from] <= ' ' && buffer[from] >= 0) {
                from++;
                offset++;
            }
            if (from < to) {
                return false;
            }
            if (ended) {
                return true;
            }
            if (buffer.length > FIRST_BUFFER && in.available() == 0) {
                giveBack();
            }
            fill();
        }
    }

    /** Waits with the smallest buffer: the last value may have been large, and the next one may take hours to come. */
    private void giveBack() {
        buffer = new byte[FIRST_BUFFER];
        from = 0;
        to = 0;
        reader.place(buffer, 0, 0, true, offset, "$");
    }

    /** {@return what a step reads; the step is taken again from the start if it needs more bytes} */
    <T extends @Nullable Object> T step(String path, Function<JsonReader, T> step) throws IOException {
        while (true) {
            reader.place(buffer, from, to, !ended, offset, path);
            try {
                T value = step.apply(reader);
                lastLength = reader.position() - from;
                offset += lastLength;
                from += lastLength;
                return value;
            } catch (Underflow more) {
                // Bytes enough for the last value were not enough for this one; its end is looked for before it is
                // tried again.
                lastLength = 0;
                fill();
            }
        }
    }

    /**
     * Reads until the value at hand may be complete. Trying again after every few bytes would decode the beginning of a
     * long value over and over.
     */
    private void fill() throws IOException {
        makeRoom();
        int searched;
        do {
            searched = to;
            int n = in.read(buffer, to, buffer.length - to);
            if (n < 0) {
                ended = true;
                return;
            }
            to += n;
        } while (to < buffer.length && (patient || to == searched || !mayBeComplete(searched)));
    }

    /**
     * {@return whether the bytes at hand may hold a value to its end} Values of a stream are much alike in length: where there are clearly
     * more bytes than the last one took, nobody looks.
     */
    private boolean mayBeComplete(int searched) {
        boolean plenty = lastLength > 0 && to - from > lastLength + lastLength / 8 + MARGIN;
        return plenty || endsAsValue() || nextBegins(searched);
    }

    private boolean endsAsValue() {
        byte last = buffer[to - 1];
        return last == '}' || last == ']' || (last <= ' ' && last >= 0);
    }

    /** {@return whether a value has begun at or behind a place: behind a line feed, or as in {@code }{}} */
    private boolean nextBegins(int place) {
        int at = Math.max(1, place);
        for (; at + 8 <= to; at += 8) {
            long word = (long) LONGS.get(buffer, at);
            long between =
                    JsonScalars.zeroes(word ^ OPENED) & JsonScalars.zeroes((long) LONGS.get(buffer, at - 1) ^ CLOSED);
            if (JsonScalars.zeroes(word ^ LINE_FEEDS) != 0 || (between != 0 && opensWithin(at, at + 8))) {
                return true;
            }
        }
        return opensWithin(at, to);
    }

    private boolean opensWithin(int begin, int end) {
        for (int i = begin; i < end; i++) {
            if (buffer[i] == '\n' || (buffer[i] == '{' && buffer[i - 1] == '}')) {
                return true;
            }
        }
        return false;
    }

    private void makeRoom() throws IOException {
        if (from > 0) {
            System.arraycopy(buffer, from, buffer, 0, to - from);
            to -= from;
            from = 0;
        }
        boolean behind = buffer.length == SECOND_BUFFER && in.available() > SECOND_BUFFER;
        if (to < buffer.length / 2 && !behind) {
            return;
        }
        int limit = limits.maxDocumentBytes();
        if (to >= limit) {
            reader.place(buffer, 0, 0, false, offset, "$");
            throw reader.fail("value is longer than the limit of " + limit + " bytes");
        }
        buffer = Arrays.copyOf(buffer, Math.max(to + 1, Math.min(larger(), limit)));
    }

    /** {@return how large the buffer shall be next} An event that comes alone is mostly all there, and small. */
    private int larger() throws IOException {
        if (buffer.length == FIRST_BUFFER) {
            int known = to + in.available();
            return known > to && known < SECOND_BUFFER / 2 ? 2 * known : SECOND_BUFFER;
        }
        if (buffer.length < SECOND_BUFFER) {
            return SECOND_BUFFER;
        }
        return buffer.length < USUAL_BUFFER ? USUAL_BUFFER : (int) Math.min(2L * buffer.length, Integer.MAX_VALUE - 8);
    }
}
