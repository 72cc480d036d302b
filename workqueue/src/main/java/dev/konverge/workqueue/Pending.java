package dev.konverge.workqueue;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Some of the keys whose next hand-out is asked for and has not begun, to be looked up without the queue's lock: whoever adds one
 * of them once more has nothing to do.
 *
 * <p>Changed under the lock, read by anybody. It may not know of a key, for it has one place for all keys of some hashes; but it never
 * names one whose hand-out has begun. That takes a full fence on both sides. A key is taken out of here, then comes the fence, and only
 * then somebody looks at what the key stands for; who adds has changed that first, passes the fence, and looks here last. So either
 * the add sees that the key is gone, or the hand-out sees the change. A lock's release is no such fence on every processor.
 */
final class Pending<K> {
    private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(Object[].class);
    private static final int FIRST_CELLS = 8;
    private static final int MOST_CELLS = 1 << 13;
    private static final @Nullable Object[] NO_CELLS = new Object[1];

    /** Written under the lock. Empty until the first key is added twice: queues without duplicates pay for nothing. */
    private volatile @Nullable Object[] cells = NO_CELLS;

    private static int index(@Nullable Object[] cells, int hash) {
        return hash & (cells.length - 1);
    }

    /** Whether that key is pending for sure. */
    boolean has(K key, int hash) {
        @Nullable Object[] now = cells;
        if (!matches(key, CELL.getOpaque(now, index(now, hash)))) {
            return false;
        }
        // Only who would say yes pays for the fence.
        VarHandle.fullFence();
        return matches(key, CELL.getOpaque(now, index(now, hash)));
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
        @Nullable Object[] now = cells;
        if (again && now.length < MOST_CELLS && (now.length == 1 || now.length < 4 * known)) {
            now = grow(now);
        }
        if (now.length > 1) {
            CELL.setOpaque(now, index(now, hash), key);
        }
    }

    private @Nullable Object[] grow(@Nullable Object[] old) {
        @Nullable Object[] larger = new Object[Math.max(FIRST_CELLS, old.length * 4)];
        cells = larger;
        // Somebody may be about to look at the old ones, and nobody will keep them true.
        clear(old);
        return larger;
    }

    /** Forgets the key of that hash, whose hand-out begins, or another in its place: to know less is never wrong. */
    void forget(int hash) {
        @Nullable Object[] now = cells;
        int index = index(now, hash);
        if (now[index] != null) {
            CELL.setOpaque(now, index, null);
            VarHandle.fullFence();
        }
    }

    /** Forgets all. */
    void clear() {
        clear(cells);
    }

    private static void clear(@Nullable Object[] cells) {
        Arrays.fill(cells, null);
        VarHandle.fullFence();
    }
}
