package dev.konverge.workqueue;

/**
 * What a queue was built to do.
 *
 * @param order in which ready keys are handed out
 * @param keepsTime whether it tells how long keys wait and run
 * @param supersedes whether an add at once cancels the pending delay of its key
 */
record QueueConfig<K>(Order<K> order, boolean keepsTime, boolean supersedes) {
    /** The order of ready keys. */
    sealed interface Order<K> {
        /** First in, first out. */
        record FirstInFirstOut<K>() implements Order<K> {}

        /** By priority. */
        record ByPriority<K>(Priorities<K> priorities) implements Order<K> {}

        /** By what the user of the queue has written. */
        record Custom<K>(Ordering<K> ordering) implements Order<K> {}
    }

    ReadyList readyList(KeySlab<K> slab) {
        return switch (order) {
            case Order.FirstInFirstOut<K> o -> new Fifo(slab);
            case Order.ByPriority<K>(var priorities) ->
                new Lanes(priorities, slot -> priorities.groupOf(slab.key(slot)));
            case Order.Custom<K>(var ordering) -> new CustomOrder<>(slab, ordering);
        };
    }

    /** Whether an add of a key that waits already, with nothing new to say, changes nothing. An order of one's own is told of each. */
    boolean mergesAdds() {
        return !(order instanceof Order.Custom<K>);
    }

    /**
     * Whether an add may be left for another thread to sort in: it calls nobody's code but that of the keys, whose failures would
     * surface in that thread, and nobody counts it.
     */
    boolean leavesAdds() {
        return order instanceof Order.FirstInFirstOut<K> && !keepsTime;
    }

    /** Whether keys are handed out by priority, so that the order depends on the time of an add. */
    boolean hasPriorities() {
        return order instanceof Order.ByPriority<K>;
    }
}
