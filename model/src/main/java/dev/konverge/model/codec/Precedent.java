package dev.konverge.model.codec;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The last document of a stream, for the next one to be compared with.
 *
 * <p>A server lists objects by name, and so those of one workload one after the other: they differ in a name, an address, a few times,
 * and are equal byte for byte in between. What stands in the same place and has the same bytes is taken over as it was decoded; only
 * what differs is read. Comparing bytes is what processors are fastest at, and what a JVM that has compiled nothing yet does as fast as
 * any.
 *
 * <p>Where documents have little in common the comparison pauses: at most one in {@link #LONGEST_PAUSE} is then compared in vain.
 */
final class Precedent {
    /** Longer documents are not kept. */
    private static final int LONGEST = 1 << 17;

    /** A document of more parts is compared as far as these go. */
    private static final int MOST_PARTS = 4096;

    private static final int LONGEST_PAUSE = 64;
    private static final int PATIENCE = 3;

    private static final byte[] NOTHING = {};

    private byte[] bytes = NOTHING;

    /** How many bytes the last document has; 0 if there is none that was read to its end. */
    private int length;

    private @Nullable Part root;

    /** How many parts there are. */
    private int parts;

    /** How many bytes of the last document there are to compare with. */
    private int comparable;

    /** Up to here the bytes of the new document are those of the last, which stand as much further ahead as the shift says. */
    private int same;

    private int shift;

    /** What is about to be read, if its parts are of interest. */
    private @Nullable Part expected;

    /** Where it begins, or what is in it, once it was entered. */
    private int expectedAt;

    /** How many bytes were seen to be the same. */
    private int shared;

    private int failures;
    private int pause;

    /** Begins a document. */
    void begin(byte[] buffer, int from, int limit) {
        expected = null;
        if (pause > 0) {
            pause--;
            return;
        }
        // Until its end has been read the parts are of two documents, and of no use if it never is.
        comparable = length;
        length = 0;
        shared = 0;
        Part whole = root == null ? new Part(0) : root;
        root = whole;
        whole.place(from, comparable == 0 ? -1 : 0);
        compare(buffer, from, limit, 0);
        expected = whole;
        expectedAt = from;
    }

    /** Keeps the document that was read. */
    @SuppressWarnings("ReferenceEquality") // it is that very part
    void end(byte[] buffer, int from, int to) {
        if (length > 0) {
            return;
        }
        int n = to - from;
        judge(n);
        if (n > LONGEST) {
            root = null;
            parts = 0;
            return;
        }
        if (n > bytes.length) {
            bytes = new byte[n + n / 4];
        }
        System.arraycopy(buffer, from, bytes, 0, n);
        length = n;
        if (root != null) {
            root.measure(n);
            if (expected == root) {
                // It was no object, and no list.
                root.forget();
            }
        }
    }

    private void judge(int n) {
        failures = comparable == 0 || shared >= n / 4 ? 0 : failures + 1;
        pause = failures < PATIENCE ? 0 : Math.min(LONGEST_PAUSE, 1 << Math.min(failures - PATIENCE, 30));
    }

    /** {@return the part whose value begins here, or null if nobody asked for it} */
    @Nullable
    Part expectedAt(int at) {
        Part part = expected;
        return part != null && expectedAt == at ? part : null;
    }

    /** {@return the part whose value begins here, to be filled anew, or null if nobody asked for it} */
    @Nullable
    Part open(int at, Object reader, byte form) {
        Part part = expectedAt(at);
        if (part != null) {
            expected = null;
            parts -= part.open(reader, form);
        }
        return part;
    }

    /** {@return the part of another that is read next, or null if there are too many} */
    @Nullable
    Part expect(Part of, int field, byte[] buffer, int at, int limit) {
        expected = null;
        Part part = of.find(field);
        if (part == null) {
            if (parts >= MOST_PARTS || !of.hasRoomFor(field)) {
                of.lacks();
                return null;
            }
            parts++;
            part = of.make(field);
        }
        part.place(at, of.oldStart(part));
        expectedAt = at;
        if (part.oldAt() >= 0) {
            align(buffer, at, limit, part.oldAt());
            expected = part;
        } else if (part.hadParts()) {
            expected = part;
        }
        return part;
    }

    /** Says that what is about to be read is the content of a message, behind its length; the old content may stand in another distance. */
    void enter(byte[] buffer, int at, int limit) {
        Part part = expected;
        expectedAt = at;
        if (part != null && part.oldAt() >= 0) {
            int oldAt = part.oldAt();
            while (bytes[oldAt] < 0) {
                oldAt++;
            }
            align(buffer, at, limit, oldAt + 1);
        }
    }

    /** {@return whether a part that was expected is the same as in the last document, with the byte behind it} */
    boolean isSame(Part part) {
        if (part.oldAt() < 0 || part.newAt() + part.length() >= same) {
            return false;
        }
        expected = null;
        return true;
    }

    /** {@return whether a part that was expected, and knows its end, is the same as in the last document, and within a limit} */
    boolean isSame(Part part, int limit) {
        if (part.oldAt() < 0 || part.newAt() + part.length() > Math.min(same, limit)) {
            return false;
        }
        expected = null;
        return true;
    }

    /** Learns what was read in the place of a part, and looks how far the documents are the same behind it. */
    void learn(Part of, Part part, byte[] buffer, int end, int limit, @Nullable Object value) {
        int oldEnd = behind(part);
        of.learn(part, end, value);
        if (oldEnd >= 0) {
            align(buffer, end, limit, oldEnd);
        }
    }

    /**
     * {@return the next part of another that is not as it was, to be read; null if there is none, or if what stands before it is not as it
     * was either} Those before it are taken over.
     */
    @Nullable
    Part nextChanged(Part of) {
        // What is behind a part counts, too: a number may go on.
        return expectAgain(of.nextChanged(same - shift, shift, 1));
    }

    /** {@return the like for parts that know their ends, and only up to a limit} */
    @Nullable
    Part nextChanged(Part of, int limit) {
        return expectAgain(of.nextChanged(Math.min(same, limit) - shift, shift, 0));
    }

    private @Nullable Part expectAgain(@Nullable Part part) {
        expected = part;
        if (part != null) {
            expectedAt = part.newAt();
        }
        return part;
    }

    /** Learns what was read in the place of the next part of another that is not as it was. */
    void relearn(Part of, Part part, byte[] buffer, int end, int limit, @Nullable Object value) {
        int oldEnd = behind(part);
        of.relearn(part, end, value);
        align(buffer, end, limit, oldEnd);
    }

    /** {@return where a part whose parts were all read ends, or -1 if something behind the last one is not as it was} */
    int renewedTo(Part whole) {
        int oldEnd = whole.oldEnd();
        return whole.isRenewed() && oldEnd <= same - shift ? oldEnd + shift : -1;
    }

    /** {@return where a part that was read ended in the last document, or -1 if it was not there} */
    @SuppressWarnings("ReferenceEquality") // it is that very part
    private int behind(Part part) {
        if (part == expected) {
            // Nobody wanted to know what it consists of.
            part.forget();
        }
        expected = null;
        return part.oldEnd();
    }

    private void align(byte[] buffer, int at, int limit, int oldAt) {
        if (at - oldAt != shift || at > same) {
            compare(buffer, at, limit, oldAt);
        }
    }

    private void compare(byte[] buffer, int at, int limit, int oldAt) {
        shift = at - oldAt;
        int n = Math.min(limit - at, comparable - oldAt);
        int differs = Arrays.mismatch(buffer, at, at + n, bytes, oldAt, oldAt + n);
        int equal = differs < 0 ? n : differs;
        same = at + equal;
        shared += equal;
    }
}
