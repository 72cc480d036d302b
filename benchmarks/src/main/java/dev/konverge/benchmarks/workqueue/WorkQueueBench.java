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
import dev.konverge.benchmarks.Target;
import dev.konverge.benchmarks.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Work queues: how many keys a second go through them, and what a waiting key weighs. */
public final class WorkQueueBench implements Bench {
    static final String CLIENT_GO = "client-go";

    /** The official client's, on the threads of the operating system that its controllers use. */
    static final String OFFICIAL = "official";

    /** The same on virtual threads. */
    static final String OFFICIAL_VIRTUAL = "official-virtual";

    private static final String GO_FOLDER = "go-workqueue";
    private static final List<Integer> PAIRS = List.of(1, 4, 16);
    private static final List<String> HEAP = List.of("-Xms2g", "-Xmx2g", "-XX:+AlwaysPreTouch");
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
    public Workload workload(String id, Settings settings) {
        String work = id.substring(0, id.indexOf('/'));
        String who = id.substring(id.indexOf('/') + 1);
        String[] keys = Keys.unique(settings.number("keys", 1_000_000));
        return switch (work) {
            case "delayed-add" -> DelayWorkload.adding(delayingQueue(who), keys);
            case "delayed" -> DelayWorkload.handingOut(delayingQueue(who), keys);
            case "waiting-memory" ->
                new Retained(keys.length, count -> waiting(queue(who).get(), keys, count));
            case "delayed-memory" ->
                new Retained(keys.length, count -> delayed(delayingQueue(who).get(), keys, count));
            default -> cycles(work, who, keys);
        };
    }

    private static Workload cycles(String work, String who, String[] keys) {
        int pairs = Integer.parseInt(work.substring(work.lastIndexOf('-') + 1));
        boolean unique = work.startsWith("unique");
        return new CycleWorkload(queue(who), unique ? keys : Keys.withDuplicates(keys.length), unique, pairs);
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
        Options sized = options.withSettings(options.settings().withDefault("keys", options.size(100_000, 1_000_000)));
        var rows = new ArrayList<Row>();
        var missing = new LinkedHashMap<String, String>();
        var timed = new Contest(this, sized, progress);
        for (String kind : List.of("unique", "duplicates")) {
            for (int pairs : PAIRS) {
                measure(kind + "-" + pairs + "-" + pairs, sized, timed, rows, missing);
            }
        }
        measure("delayed-add", sized, timed, rows, missing);
        measure("delayed", sized, timed, rows, missing);
        // The heap is counted, not timed.
        var counted =
                new Contest(this, sized.withRounds(options.size(1, 3), options.round(), options.round()), progress);
        measure("waiting-memory", sized, counted, rows, missing);
        measure("delayed-memory", sized, counted, rows, missing);
        return new Report(name(), Map.of("settings", sized.settings().toString()), rows, missing);
    }

    private void measure(String row, Options options, Contest contest, List<Row> rows, Map<String, String> missing) {
        if (!options.wants(row)) {
            return;
        }
        Standings standings = contest.hold(row, contenders(row, options.settings()));
        missing.putAll(standings.missing());
        boolean memory = row.endsWith("-memory");
        rows.add(Row.of(
                row,
                memory ? "bytes/key" : "keys/s",
                memory ? Better.LOWER : Better.HIGHER,
                standings,
                memory ? Retained.RETAINED : Repeated.RATE,
                new Target(CLIENT_GO, 2),
                new Target(OFFICIAL, 1),
                new Target(OFFICIAL_VIRTUAL, 1)));
    }

    private static List<Contender> contenders(String row, Settings settings) {
        boolean memory = row.endsWith("-memory");
        var contenders = new ArrayList<Contender>();
        List<String> names = row.startsWith("delayed") || memory
                ? List.of(Row.US, OFFICIAL)
                : List.of(Row.US, OFFICIAL, OFFICIAL_VIRTUAL);
        for (String name : names) {
            contenders.add(new Contender.Jvm(name, row + "/" + name, memory ? HOLDING_HEAP : HEAP));
        }
        String keys = Integer.toString(settings.number("keys", 1_000_000));
        contenders.add(PeerProgram.go(CLIENT_GO, GO_FOLDER, List.of(row, keys)));
        return contenders;
    }
}
