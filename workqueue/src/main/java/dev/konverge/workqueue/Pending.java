package dev.konverge.workqueue;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Some of the keys whose next hand-out is asked for and has not begun, to be looked up without the queue's lock: whoever adds one
 * of them once more has nothing to do.
 *
 * <p>Changed under the lock, read by anybody. It may not know of a key, for it has two places for all keys of some hashes; but it never
 * names one whose hand-out has begun. That takes a full fence on both sides. A key is taken out of here, then comes the fence, and only
 * then somebody looks at what the key stands for; who adds has changed that first, passes the fence, and looks here last. So either
 * the add sees that the key is gone, or the hand-out sees the change. A lock's release is no such fence on every processor.
 *
 * <p>The cells are empty until the first key is added twice: queues without duplicates pay for nothing.
 */
final class Pending<K> extends Gap.Alone<@Nullable Object[]> {
    private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(Object[].class);
    private static final int FIRST_CELLS = 8;
    private static final int MOST_CELLS = 1 << 13;

    /** A place and the one beside it; nothing is ever put there. */
    private static final @Nullable Object[] NO_CELLS = new Object[2];

    Pending() {
        super(NO_CELLS);
    }

    private static int index(@Nullable Object[] cells, int hash) {
        return hash & (cells.length - 1);
    }

    /** A key's other place. */
    private static int beside(int index) {
        return index ^ 1;
    }

    private static boolean isNone(@Nullable Object[] cells) {
        return cells.length < FIRST_CELLS;
    }

    @SuppressWarnings("ReferenceEquality") // The queue has one object for a key from its first add to its hand-out.
    private static boolean holds(@Nullable Object[] cells, int index, Object key) {
        return cells[index] == key;
    }

    /** Whether that key is pending for sure. */
    boolean has(K key, int hash) {
        @Nullable Object[] cells = value;
        int index = index(cells, hash);
        return isIn(key, cells, index) || isIn(key, cells, beside(index));
    }

    private boolean isIn(K key, @Nullable Object[] cells, int index) {
        if (!matches(key, CELL.getOpaque(cells, index))) {
            return false;
        }
        // Only who would say yes pays for the fence.
        VarHandle.fullFence();
        return matches(key, CELL.getOpaque(cells, index));
    }

    private boolean matches(K key, @Nullable Object cell) {
        return cell != null && key.equals(cell);
    }

    /**
     * Notes a key that is pending.
     *
     * @param known how many keys there are in the queue
     */
    void note(K key, int hash, boolean again, int known) {
        @Nullable Object[] cells = value;
        if (again && cells.length < MOST_CELLS && (isNone(cells) || cells.length < 4 * known)) {
            cells = grow(cells);
        }
        if (isNone(cells)) {
            return;
        }
        int index = index(cells, hash);
        int beside = beside(index);
        if (holds(cells, index, key) || holds(cells, beside, key)) {
            return;
        }
        CELL.setOpaque(cells, cells[index] != null && cells[beside] == null ? beside : index, key);
    }

    private @Nullable Object[] grow(@Nullable Object[] old) {
        @Nullable Object[] larger = new Object[Math.max(FIRST_CELLS, old.length * 4)];
        value = larger;
        // Somebody may be about to look at the old ones, and nobody will keep them true.
        clear(old);
        return larger;
    }

    /** Forgets a key, whose hand-out begins. It is the very object that was noted. */
    void forget(K key, int hash) {
        @Nullable Object[] cells = value;
        int index = index(cells, hash);
        int found = holds(cells, index, key) ? index : beside(index);
        if (holds(cells, found, key)) {
            CELL.setOpaque(cells, found, null);
            VarHandle.fullFence();
        }
    }

    /** Forgets all. */
    void clear() {
        clear(value);
    }

    private static void clear(@Nullable Object[] cells) {
        Arrays.fill(cells, null);
        VarHandle.fullFence();
    }
}
