package dev.konverge.workqueue;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Adds that are accepted and not yet sorted into the queue. Who adds leaves them here without the lock; who has the lock takes them all
 * before doing anything else, so no call of the queue can tell that they were here.
 *
 * <p>A stack that is only ever emptied as a whole. Its order is the order of the adds.
 */
final class Intake<K> extends Gap.Alone<Intake.@Nullable Add<K>> {
    private static final VarHandle LATEST = latest();

    /** What was asked for. */
    static class Add<K> {
        final K key;
        final int hash;

        /** How many adds wait here, up to this one. */
        private int depth;

        /** The add before; once taken the add after. */
        private @Nullable Add<K> next;

        Add(K key, int hash) {
            this.key = key;
            this.hash = hash;
        }

        int priority() {
            return AddOptions.DEFAULT_PRIORITY;
        }

        Causes causes() {
            return Causes.NONE;
        }

        /** The time of the add; {@link QueueCore#NO_TIME} if nothing depended on it then. */
        long time() {
            return QueueCore.NO_TIME;
        }

        /** Sorts it in. Nobody counts what was left here ({@link QueueConfig#leavesAdds}), so none is told whether it was new. */
        void into(QueueCore<K> core) {
            core.add(key, hash, priority(), causes(), time());
        }

        /** The one that was added after this one, of those that were taken together. */
        @Nullable
        Add<K> next() {
            return next;
        }
    }

    /** One that has more to say than its key. */
    static class DetailedAdd<K> extends Add<K> {
        private final int priority;
        private final Causes causes;
        private final long time;

        DetailedAdd(K key, int hash, int priority, Causes causes, long time) {
            super(key, hash);
            this.priority = priority;
            this.causes = causes;
            this.time = time;
        }

        @Override
        int priority() {
            return priority;
        }

        @Override
        Causes causes() {
            return causes;
        }

        @Override
        long time() {
            return time;
        }
    }

    /** One for a time that lies ahead of when it was made. */
    static final class DelayedAdd<K> extends DetailedAdd<K> {
        private final long deadline;

        DelayedAdd(K key, int hash, int priority, Causes causes, long time, long deadline) {
            super(key, hash, priority, causes, time);
            this.deadline = deadline;
        }

        @Override
        void into(QueueCore<K> core) {
            core.addAt(key, hash, deadline, priority(), causes(), time());
        }
    }

    Intake() {
        super(null);
    }

    private static VarHandle latest() {
        try {
            return MethodHandles.lookup().findVarHandle(Intake.class, "value", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("the intake has no latest add", e);
        }
    }

    /** Leaves an add. {@return how many wait here now} */
    int push(Add<K> add) {
        Add<K> former;
        do {
            former = value;
            add.next = former;
            add.depth = former == null ? 1 : former.depth + 1;
        } while (!LATEST.compareAndSet(this, former, add));
        return add.depth;
    }

    boolean isEmpty() {
        return value == null;
    }

    /** Takes all. {@return the first one, null if there are none} */
    @Nullable
    Add<K> takeAll() {
        return isEmpty() ? null : inOrder(swap());
    }

    @SuppressWarnings("unchecked") // Only adds of such keys are left here.
    private @Nullable Add<K> swap() {
        return (Add<K>) LATEST.getAndSet(this, null);
    }

    /** Turns the chain round. One that stands alone is not written to: its line belongs to who has added it. */
    private static <K> @Nullable Add<K> inOrder(@Nullable Add<K> latest) {
        if (latest == null || latest.next == null) {
            return latest;
        }
        Add<K> add = latest;
        Add<K> after = null;
        while (add != null) {
            Add<K> before = add.next;
            add.next = after;
            after = add;
            add = before;
        }
        return after;
    }
}
