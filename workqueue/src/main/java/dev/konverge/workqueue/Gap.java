package dev.konverge.workqueue;

/**
 * Two cache lines of nothing, before the fields of whoever extends it.
 *
 * <p>A processor that writes a word takes the whole line from all others, and often its neighbour with it. What everybody reads who adds a
 * key must not be near anything that every hand-out writes, such as the state of the queue's lock; and where objects are, the
 * collector decides. Fields of a class come after those of the class that it extends, so a class in between has nothing on either side.
 */
abstract class Gap {
    /** For the place that most JVMs have between an object's header and its first long, which they give to a field of any class. */
    int beforeAll;

    long before00, before01, before02, before03, before04, before05, before06, before07;
    long before08, before09, before10, before11, before12, before13, before14, before15;

    /** A reference, and nothing else on its lines. */
    abstract static class Alone<T> extends Reference<T> {
        long after00, after01, after02, after03, after04, after05, after06, after07;
        long after08, after09, after10, after11, after12, after13, after14, after15;

        Alone(T value) {
            super(value);
        }
    }

    abstract static class Reference<T> extends Gap {
        volatile T value;

        private Reference(T value) {
            this.value = value;
        }
    }
}
