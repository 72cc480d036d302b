package dev.konverge.informer;

/** The items of a queue, without its lock. Single-threaded. */
interface QueueCore {
    /** {@return how many items wait} */
    int size();

    /** {@return how much of the first list is still to be handed over} */
    Population population();
}
