package dev.konverge.informer;

/** How much of the first list a queue still has to hand over. Single-threaded. */
final class Population {
    private boolean populated;
    private int remaining;

    /** Something came; if nothing came before, there is no first list to wait for. */
    void touched() {
        populated = true;
    }

    /** A list came; if nothing came before, it is the first, and done after so many hand-overs. {@return whether it is} */
    boolean replaced(int handOvers) {
        if (populated) {
            return false;
        }
        populated = true;
        remaining = handOvers;
        return true;
    }

    /** So many hand-overs are done. */
    void handedOver(int handOvers) {
        remaining = Math.max(0, remaining - handOvers);
    }

    /** {@return how many hand-overs belong to the first list; 0 when it is done} */
    int remaining() {
        return remaining;
    }

    /** {@return whether the first list is done} Once true it stays true. */
    boolean isComplete() {
        return populated && remaining == 0;
    }
}
