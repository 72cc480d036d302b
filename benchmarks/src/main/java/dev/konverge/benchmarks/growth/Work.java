package dev.konverge.benchmarks.growth;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What is measured, and the smallest of its three sizes; each is four times the one before, all times the scale of the run. */
enum Work {
    /** One list document with that many pods. */
    DECODE(200),
    /** That many pods as JSON. */
    ENCODE(200),
    /** An informer that begins with that many objects on the server. */
    SYNC(1000),
    /** That many changes of that many objects, from the server to a handler. */
    EVENTS(250),
    /** A hundred changes one by one, each awaited by a handler, where that many objects are. */
    LATENCY(250),
    /** An informer's store with that many objects: its heap. */
    MEMORY(500),
    /** That many look-ups by an index among that many objects, fifty to a value. */
    INDEX(8000),
    /** That many keys through a work queue. */
    QUEUE(80000),
    /** That many keys of a tenth as many groups, as a controller that begins has them: added without hurry, then made urgent. */
    PRIORITIES(80000),
    /** That many keys with a delay of their own. */
    DELAYED(80000),
    /** That many keys whose delays end soon, until all are handed out. */
    DUE(20000),
    /** That many callers of a client at once, each with a request. */
    REQUESTS(500),
    /** That many objects created on a server. */
    CREATE(250),
    /** One list of that many objects. */
    LIST(1000),
    /** One hundred changes that each of that many watchers hears of. */
    WATCHERS(40),
    /** That many Foos from nothing to converged, by the sample controller. */
    FOOS(25);

    private final int smallest;

    Work(int smallest) {
        this.smallest = smallest;
    }

    String row() {
        return name().toLowerCase(Locale.ROOT);
    }

    Job job() {
        return switch (this) {
            case DECODE -> Jobs::decode;
            case ENCODE -> Jobs::encode;
            case SYNC -> ClusterJobs::sync;
            case EVENTS -> ClusterJobs::events;
            case INDEX -> Jobs::index;
            case LATENCY -> ClusterJobs::latency;
            case MEMORY -> Jobs::held;
            case QUEUE -> Jobs::queue;
            case PRIORITIES -> Jobs::priorities;
            case DUE -> Jobs::due;
            case REQUESTS -> ClusterJobs::requests;
            case DELAYED -> Jobs::delayed;
            case CREATE -> ClusterJobs::create;
            case LIST -> ClusterJobs::list;
            case WATCHERS -> ClusterJobs::watchers;
            case FOOS -> ClusterJobs::foos;
        };
    }

    /** {@return what its cost is} */
    Cost cost() {
        return this == MEMORY ? Cost.HEAP : Cost.PROCESSOR;
    }

    List<Integer> sizes(int scale) {
        return Stream.of(1, 4, 16).map(times -> times * scale * smallest).toList();
    }
}
