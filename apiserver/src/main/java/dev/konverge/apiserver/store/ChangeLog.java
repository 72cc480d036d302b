package dev.konverge.apiserver.store;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The recent changes of one collection, oldest first. Immutable to its users; appending takes constant time.
 *
 * <p>Changes sit in blocks. A block has room for more, and a log that ends in a block with room writes the next change there
 * instead of copying the block: logs that end earlier do not see it. When two logs that share a block both go on (a fork), the
 * slot goes to the one that claims it first and the other copies the block.
 */
final class ChangeLog {
    static final ChangeLog EMPTY = new ChangeLog(OrderedMap.empty(), null, 0, 0, 0);

    private static final int BLOCK = 64;

    private final OrderedMap<Long, Block> full;
    private final @Nullable Block tail;
    private final int used;
    private final int size;
    /** The revision of the last change that was forgotten; what comes behind it is complete. */
    private final long forgotten;

    private ChangeLog(OrderedMap<Long, Block> full, @Nullable Block tail, int used, int size, long forgotten) {
        this.full = full;
        this.tail = tail;
        this.used = used;
        this.size = size;
        this.forgotten = forgotten;
    }

    /** Some changes, and the collection as it was before the first of them. */
    private static final class Block {
        final OrderedMap<String, Stored> before;
        final @Nullable Change[] changes = new @Nullable Change[BLOCK];
        final AtomicInteger claimed = new AtomicInteger();

        Block(OrderedMap<String, Stored> before) {
            this.before = before;
        }

        Change at(int index) {
            Change change = changes[index];
            if (change == null) {
                throw new IllegalStateException("no change at " + index);
            }
            return change;
        }
    }

    int size() {
        return size;
    }

    long forgotten() {
        return forgotten;
    }

    /** {@return the log with one more change} {@code before} is the collection as it was before it. */
    ChangeLog append(Change change, OrderedMap<String, Stored> before) {
        Block block = tail;
        int at = used;
        OrderedMap<Long, Block> blocks = full;
        if (block == null || at == BLOCK) {
            blocks = block == null ? full : full.with(block.at(0).revision(), block);
            block = new Block(before);
            at = 0;
        }
        if (!block.claimed.compareAndSet(at, at + 1)) {
            block = copy(block, at);
        }
        block.changes[at] = change;
        return new ChangeLog(blocks, block, at + 1, size + 1, forgotten);
    }

    private static Block copy(Block block, int count) {
        Block copy = new Block(block.before);
        System.arraycopy(block.changes, 0, copy.changes, 0, count);
        copy.claimed.set(count + 1);
        return copy;
    }

    /** {@return the changes behind a revision, at most so many} */
    List<Change> after(long revision, int limit) {
        List<Change> found = new ArrayList<>();
        OrderedMap.Entry<Long, Block> start = full.floor(revision);
        for (Block block : full.valuesFrom(start == null ? 0L : start.key())) {
            if (!collect(block, BLOCK, revision, limit, found)) {
                return found;
            }
        }
        if (tail != null) {
            collect(tail, used, revision, limit, found);
        }
        return found;
    }

    private static boolean collect(Block block, int count, long revision, int limit, List<Change> found) {
        if (block.at(count - 1).revision() <= revision) {
            return true;
        }
        for (int i = 0; i < count; i++) {
            if (found.size() == limit) {
                return false;
            }
            Change change = block.at(i);
            if (change.revision() > revision) {
                found.add(change);
            }
        }
        return true;
    }

    /** {@return the collection as it was at a revision}, which must not be before {@link #forgotten()} */
    OrderedMap<String, Stored> objectsAt(long revision, OrderedMap<String, Stored> current) {
        if (tail == null) {
            return current;
        }
        OrderedMap.Entry<Long, Block> start = full.floor(revision);
        if (tail.at(0).revision() <= revision) {
            return replayed(tail, used, revision, current);
        }
        if (start != null) {
            return replayed(start.value(), BLOCK, revision, null);
        }
        OrderedMap.Entry<Long, Block> first = full.first();
        return first == null ? tail.before : first.value().before;
    }

    private static OrderedMap<String, Stored> replayed(
            Block block, int count, long revision, @Nullable OrderedMap<String, Stored> whenComplete) {
        if (whenComplete != null && block.at(count - 1).revision() <= revision) {
            return whenComplete;
        }
        OrderedMap<String, Stored> objects = block.before;
        for (int i = 0; i < count && block.at(i).revision() <= revision; i++) {
            Change change = block.at(i);
            Stored after = change.after();
            objects = after == null ? objects.without(change.key()) : objects.with(change.key(), after);
        }
        return objects;
    }

    /**
     * {@return the log without old blocks}: those that end before a time, as long as {@code keep} changes remain, and those by
     * which there are more than {@code most}. The last block goes only if nothing has to remain.
     */
    ChangeLog trimmed(long beforeMillis, int keep, int most) {
        if (keep == 0 && tail != null && tail.at(used - 1).millis() < beforeMillis) {
            return new ChangeLog(
                    OrderedMap.empty(), null, 0, 0, tail.at(used - 1).revision());
        }
        ChangeLog log = this;
        for (OrderedMap.Entry<Long, Block> first = full.first(); first != null; first = log.full.first()) {
            Change last = first.value().at(BLOCK - 1);
            boolean old = last.millis() < beforeMillis && log.size - BLOCK >= keep;
            if (!old && log.size <= most) {
                break;
            }
            log = new ChangeLog(
                    log.full.without(first.key()),
                    log.tail,
                    log.used,
                    log.size - BLOCK,
                    Math.max(log.forgotten, last.revision()));
        }
        return log;
    }

    /** {@return the revision of the last change up to a revision} */
    private long lastUpTo(long revision) {
        long last = forgotten;
        for (Change change : after(forgotten, Integer.MAX_VALUE)) {
            last = change.revision() <= revision ? change.revision() : last;
        }
        return last;
    }

    /** {@return the log without the blocks that end at or before a revision} */
    ChangeLog compacted(long revision) {
        ChangeLog log = new ChangeLog(full, tail, used, size, lastUpTo(revision));
        for (OrderedMap.Entry<Long, Block> first = full.first(); first != null; first = log.full.first()) {
            if (first.value().at(BLOCK - 1).revision() > revision) {
                break;
            }
            log = new ChangeLog(log.full.without(first.key()), log.tail, log.used, log.size - BLOCK, log.forgotten);
        }
        return log;
    }
}
