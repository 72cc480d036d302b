package dev.konverge.client.http;

import org.jspecify.annotations.Nullable;

/** Bytes that have arrived and were not read yet: a ring that grows with what it holds, and is given back when it is empty. */
final class Pipe {
    private static final int SMALLEST = 1 << 10;

    private byte @Nullable [] ring;
    private int head;
    private int size;

    int size() {
        return size;
    }

    void write(byte[] source, int from, int count) {
        if (count == 0) {
            return;
        }
        byte[] target = room(count);
        int tail = (head + size) & (target.length - 1);
        int straight = Math.min(count, target.length - tail);
        System.arraycopy(source, from, target, tail, straight);
        System.arraycopy(source, from + straight, target, 0, count - straight);
        size += count;
    }

    /** {@return how many bytes were read: as many as are there and wanted} */
    int read(byte[] target, int to, int wanted) {
        byte[] source = ring;
        int count = Math.min(wanted, size);
        if (count == 0 || source == null) {
            return 0;
        }
        int straight = Math.min(count, source.length - head);
        System.arraycopy(source, head, target, to, straight);
        System.arraycopy(source, 0, target, to + straight, count - straight);
        head = (head + count) & (source.length - 1);
        size -= count;
        return count;
    }

    /** Takes no memory until something comes. */
    void giveBack() {
        if (size == 0) {
            ring = null;
            head = 0;
        }
    }

    private byte[] room(int count) {
        byte[] old = ring;
        int needed = size + count;
        if (old != null && needed <= old.length) {
            return old;
        }
        byte[] larger = new byte[Math.max(SMALLEST, Integer.highestOneBit(needed - 1) << 1)];
        if (old != null) {
            int straight = Math.min(size, old.length - head);
            System.arraycopy(old, head, larger, 0, straight);
            System.arraycopy(old, 0, larger, straight, size - straight);
        }
        head = 0;
        ring = larger;
        return larger;
    }
}
