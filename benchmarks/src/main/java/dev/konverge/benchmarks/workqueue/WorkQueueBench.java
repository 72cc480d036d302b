package dev.konverge.benchmarks.workqueue;

import dev.konverge.benchmarks.Bench;
import dev.konverge.benchmarks.Better;
import dev.konverge.benchmarks.Contender;
import dev.konverge.benchmarks.Contest;
import dev.konverge.benchmarks.Options;
import dev.konverge.benchmarks.PeerProgram;
import dev.konverge.benchmarks.Progress;
import dev.konverge.benchmarks.Repeated;
import dev.konverge.benchmarks.Report;
import dev.konverge.benchmarks.Retained;
import dev.konverge.benchmarks.Row;
import dev.konverge.benchmarks.Settings;
import dev.konverge.benchmarks.Standings;
import dev.konverge.benchmarks.Stopwatch;
import dev.konverge.benchmarks.Target;
import dev.konverge.benchmarks.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Work queues: how many keys a second go through them, and what a waiting key weighs. */
public final class WorkQueueBench implements Bench {
    static final String CLIENT_GO = "client-go";

    /** The official client's, on the threads of the operating system that its controllers use. */
    static final String OFFICIAL = "official";

    /** The same on virtual threads. */
    static final String OFFICIAL_VIRTUAL = "official-virtual";

    /**
     * Ours with the next smaller number of producers and workers: more of them must not make an operation slower or dearer. It takes its turns
     * with the others of a row, because a machine that gets slower between two rows would be taken for it.
     */
    static final String FEWER = "konverge-fewer";

    /** A tenth is what measuring gets wrong. */
    private static final Target NOT_WORSE = new Target(FEWER, 1 / 1.1);

    /** What the rows end with that tell of processor time. */
    private static final String COST = "-cost";

    private static final String DUPLICATES = "duplicates";

    /** Of these there are so many times as many adds: a million are over in 15 ms, a part of which is starting threads and waiting for their end. */
    private static final int MORE_DUPLICATES = 5;

    private static final String GO_FOLDER = "go-workqueue";

    private static final int ROUNDS = 9;

    /** What the compiler makes of a queue differs from process to process by more than rounds do. */
    private static final int FORKS = 3;

    /** Three times that is about what one process alone would get. */
    private static final Duration WARM_UP = Duration.ofSeconds(2);

    private static final List<Integer> PAIRS = List.of(1, 4, 16);
    private static final List<String> HEAP = List.of("-Xms2g", "-Xmx2g", "-XX:+AlwaysPreTouch");
    private static final List<String> QUICK_HEAP = List.of("-Xms512m", "-Xmx512m");

    /** The heap that the JVMs have: no collection before it is full. */
    private static final List<String> GO_HEAP = List.of("env", "GOGC=off", "GOMEMLIMIT=2GiB");

    private static final List<String> GO_QUICK_HEAP = List.of("env", "GOGC=off", "GOMEMLIMIT=512MiB");
    private static final List<String> HOLDING_HEAP = List.of(Retained.JVM_FLAGS, "-Xmx2g");

    /** A bench of the peers that are there. */
    public WorkQueueBench() {}

    @Override
    public String name() {
        return "workqueue";
    }

    @Override
    public String summary() {
        return "keys through work queues, and waiting in them, beside client-go and the official Java client";
    }

    @Override
    public Settings sizes(Options options) {
        return Settings.NONE.withDefault("keys", options.size(100_000, 1_000_000));
    }

    @Override
    public Options measured(Options options) {
        return options.withRounds(options.rounds(ROUNDS), options.round(), options.warmUp(WARM_UP))
                .withForks(options.forks(FORKS));
    }

    @Override
    public Workload workload(String id, Settings settings) {
        String work = id.substring(0, id.indexOf('/'));
        String who = id.substring(id.indexOf('/') + 1);
        int adds = adds(work, settings);
        if (work.startsWith(DUPLICATES)) {
            return cycles(work, who, Keys.withDuplicates(adds), false);
        }
        String[] keys = Keys.unique(adds);
        return switch (work) {
            case "delayed-add" -> DelayWorkload.adding(delayingQueue(who), keys);
            case "delayed" -> DelayWorkload.handingOut(delayingQueue(who), keys);
            case "waiting-memory" ->
                new Retained(keys.length, count -> waiting(queue(who).get(), keys, count));
            case "delayed-memory" ->
                new Retained(keys.length, count -> delayed(delayingQueue(who).get(), keys, count));
            default -> cycles(work, who, keys, true);
        };
    }

    private static int adds(String work, Settings settings) {
        int keys = settings.number("keys", 1_000_000);
        return work.startsWith(DUPLICATES) ? keys * MORE_DUPLICATES : keys;
    }

    private static Workload cycles(String work, String who, String[] keys, boolean unique) {
        int pairs = Integer.parseInt(work.substring(work.lastIndexOf('-') + 1));
        return new CycleWorkload(queue(who), keys, unique, pairs);
    }

    private static Supplier<QueueUnderTest> queue(String who) {
        return switch (who) {
            case Row.US -> KonvergeQueue::new;
            case OFFICIAL -> () -> OfficialQueue.plain(false);
            case OFFICIAL_VIRTUAL -> () -> OfficialQueue.plain(true);
            default -> throw new IllegalArgumentException("no such contender: " + who);
        };
    }

    private static Supplier<QueueUnderTest> delayingQueue(String who) {
        return who.equals(OFFICIAL) ? OfficialQueue::delaying : queue(who);
    }

    private static Object[] waiting(QueueUnderTest queue, String[] keys, int count) {
        for (int i = 0; i < count; i++) {
            queue.add(keys[i]);
        }
        return new Object[] {queue, keys};
    }

    private static Object[] delayed(QueueUnderTest queue, String[] keys, int count) {
        for (int i = 0; i < count; i++) {
            // All have one delay object: a queue that kept it would not be charged for it.
            queue.addAfter(keys[i], DelayWorkload.AN_HOUR);
        }
        return new Object[] {queue, keys};
    }

    @Override
    public Report run(Options options, Progress progress) {
        Options sized = measured(options).withSettings(sizes(options).setTo(options.settings()));
        var run = new Run(sized, PeerProgram.go(CLIENT_GO, GO_FOLDER, List.of()));
        var timed = new Contest(this, sized, progress);
        for (String kind : List.of("unique", DUPLICATES)) {
            List<String> rows = PAIRS.stream()
                    .map(pairs -> kind + "-" + pairs + "-" + pairs)
                    .toList();
            for (int i = 0; i < rows.size(); i++) {
                run.measure(rows.get(i), timed, i == 0 ? Optional.empty() : Optional.of(rows.get(i - 1)));
            }
        }
        run.measure("delayed-add", timed, Optional.empty());
        run.measure("delayed", timed, Optional.empty());
        // The heap is counted, not timed.
        var counted =
                new Contest(this, sized.withRounds(options.size(1, 3), options.round(), options.round()), progress);
        run.measure("waiting-memory", counted, Optional.empty());
        run.measure("delayed-memory", counted, Optional.empty());
        return new Report(name(), Map.of("settings", sized.settings().toString()), run.rows, run.missing);
    }

    /** The rows of one run. */
    private static final class Run {
        private final Options options;
        private final Contender clientGo;
        private final List<Row> rows = new ArrayList<>();
        private final Map<String, String> missing = new LinkedHashMap<>();

        Run(Options options, Contender clientGo) {
            this.options = options;
            this.clientGo = clientGo;
        }

        /**
         * Measures a row.
         *
         * @param fewer the row of the same work with fewer producers and workers, if it can be done with fewer
         */
        void measure(String row, Contest contest, Optional<String> fewer) {
            if (!options.wants(row, row + COST)) {
                return;
            }
            boolean memory = row.endsWith("-memory");
            List<Contender> contenders = contenders(row, memory);
            fewer.ifPresent(less -> contenders.add(ours(FEWER, less, false)));
            Standings standings = contest.hold(row, contenders);
            missing.putAll(standings.missing());
            Target[] targets = targets(contenders);
            if (memory) {
                rows.add(Row.of(row, "bytes/key", Better.LOWER, standings, Retained.RETAINED, targets));
            } else {
                rows.add(Row.of(row, "operations/s", Better.HIGHER, standings, Repeated.RATE, targets));
                rows.add(Row.of(row + COST, "ns CPU/operation", Better.LOWER, standings, Stopwatch.COST, targets));
            }
        }

        private static Target[] targets(List<Contender> contenders) {
            return contenders.stream()
                    .filter(contender -> !contender.name().equals(Row.US))
                    .map(peer -> switch (peer.name()) {
                        case FEWER -> NOT_WORSE;
                        case CLIENT_GO -> new Target(CLIENT_GO, 2);
                        default -> new Target(peer.name(), 1);
                    })
                    .toArray(Target[]::new);
        }

        private List<Contender> contenders(String row, boolean memory) {
            List<String> flags = flags(memory);
            var contenders = new ArrayList<Contender>();
            contenders.add(ours(Row.US, row, memory));
            contenders.add(new Contender.Jvm(OFFICIAL, row + "/" + OFFICIAL, flags));
            if (!memory && !row.startsWith("delayed") && !options.quick()) {
                contenders.add(new Contender.Jvm(OFFICIAL_VIRTUAL, row + "/" + OFFICIAL_VIRTUAL, flags));
            }
            contenders.add(clientGo instanceof Contender.Program program ? withRow(program, row, memory) : clientGo);
            return contenders;
        }

        private Contender ours(String name, String row, boolean memory) {
            return new Contender.Jvm(name, row + "/" + Row.US, flags(memory));
        }

        private List<String> flags(boolean memory) {
            return memory ? HOLDING_HEAP : options.quick() ? QUICK_HEAP : HEAP;
        }

        /** Whose heap is counted and not timed has the collector as it is: what it leaves is counted after collections. */
        private Contender withRow(Contender.Program program, String row, boolean memory) {
            var command = new ArrayList<String>(memory ? List.of() : options.quick() ? GO_QUICK_HEAP : GO_HEAP);
            command.addAll(program.command());
            command.add(row);
            command.add(Integer.toString(adds(row, options.settings())));
            return new Contender.Program(program.name(), command);
        }
    }
}
