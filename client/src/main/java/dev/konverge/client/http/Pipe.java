package dev.konverge.client.http;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Bytes that have arrived and were not read yet, in blocks: it takes as much memory as it holds, and none when it is empty. */
final class Pipe {
    /** The smallest piece that gets memory of its own. */
    private static final int SMALLEST = 1 << 10;

    private final SpareBlocks spare;

    /** The blocks in the order of their bytes; all but the first are read from their beginning, all but the last are full. */
    private @Nullable Deque<byte[]> blocks;

    /** Where reading goes on in the first block, and writing in the last. */
    private int head;

    private int tail;
    private int size;

    /** @param spare where blocks come from and go to */
    Pipe(SpareBlocks spare) {
        this.spare = spare;
    }

    int size() {
        return size;
    }

    void write(byte[] source, int from, int count) {
        int done = 0;
        while (done < count) {
            byte[] last = lastWithRoom(count - done);
            int step = Math.min(count - done, last.length - tail);
            System.arraycopy(source, from + done, last, tail, step);
            tail += step;
            done += step;
        }
        size += count;
    }

    private byte[] lastWithRoom(int wanted) {
        Deque<byte[]> all = blocks;
        if (all == null) {
            all = new ArrayDeque<>(1);
            blocks = all;
        }
        byte[] last = all.peekLast();
        if (last == null || tail == last.length) {
            // What is short is mostly all there is, and waits for its reader in no more than it needs.
            last = wanted <= SpareBlocks.SIZE / 4 ? new byte[Math.max(SMALLEST, wanted)] : spare.take();
            all.addLast(last);
            tail = 0;
        }
        return last;
    }

    /** {@return how many bytes were read: as many as are there and wanted} */
    int read(byte[] target, int to, int wanted) {
        int count = Math.min(wanted, size);
        int done = 0;
        while (done < count && blocks != null) {
            byte[] first = blocks.getFirst();
            int step = Math.min(count - done, first.length - head);
            System.arraycopy(first, head, target, to + done, step);
            head += step;
            done += step;
            if (head == first.length) {
                discard(blocks.removeFirst());
            }
        }
        size -= count;
        return count;
    }

    private void discard(byte[] block) {
        head = 0;
        if (block.length == SpareBlocks.SIZE) {
            spare.give(block);
        }
    }

    /** Takes no memory until something comes. */
    void giveBack() {
        if (size == 0 && blocks != null) {
            blocks.forEach(this::discard);
            blocks = null;
            tail = 0;
        }
    }
}
