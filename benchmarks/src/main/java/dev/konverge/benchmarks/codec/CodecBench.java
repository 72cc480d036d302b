package dev.konverge.benchmarks.codec;

import dev.konverge.benchmarks.Bench;
import dev.konverge.benchmarks.Better;
import dev.konverge.benchmarks.Contender;
import dev.konverge.benchmarks.Contest;
import dev.konverge.benchmarks.Options;
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
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Pods from and to bytes, and pods in memory, beside fabric8 and the official Java client. */
public final class CodecBench implements Bench {
    /** Ours without sharing: what a single read costs. Runs beside the others and gets rows of its own. */
    static final String SINGLE = "konverge-single";

    /** Our JSON, as a peer of our protobuf. */
    static final String JSON = "konverge-json";

    static final String FABRIC8 = "fabric8";

    /** fabric8 as its caches hold pods: beside the figures of dropped managed fields, those of not dropping them. */
    static final String FABRIC8_KEPT = "fabric8-kept";

    static final String OFFICIAL = "official";

    private static final int ROUNDS = 5;
    private static final String RATE = "pods/s";
    private static final String BYTES = "bytes/pod";
    private static final List<String> HEAP = List.of("-Xms1g", "-Xmx1g");

    /** Speed is not measured where heap is; without the second compiler the objects are there sooner. */
    private static final List<String> HOLDING_HEAP = List.of(Retained.JVM_FLAGS, "-Xmx3g", "-XX:TieredStopAtLevel=1");

    @Override
    public String name() {
        return "codec";
    }

    @Override
    public String summary() {
        return "pods from and to JSON and protobuf, and in memory, beside fabric8 and the official Java client";
    }

    @Override
    public Settings sizes(Options options) {
        return CodecWorkloads.sizes(options);
    }

    @Override
    public Workload workload(String id, Settings settings) {
        return CodecWorkloads.of(id, settings);
    }

    @Override
    public Report run(Options options, Progress progress) {
        Options sized = options.withSettings(sizes(options).setTo(options.settings()));
        var rows = new ArrayList<Row>();
        var timed = new Contest(
                this, sized.withRounds(options.rounds(ROUNDS), options.round(), options.warmUp()), progress);
        decode(sized, timed, rows);
        others(sized, timed, rows);
        // The heap is counted, not timed: it varies by a few bytes from round to round, so that one is enough.
        memory(sized, new Contest(this, sized.withRounds(1, options.round(), options.round()), progress), rows);
        rows.removeIf(row -> !options.wants(row.name()));
        return new Report(name(), inWords(sized.settings()), rows, Map.of());
    }

    private static void decode(Options options, Contest contest, List<Row> rows) {
        if (options.wants("decode", "decode-single", "allocation", "allocation-single")) {
            Standings all = contest.hold("decode", contenders("decode", HEAP, Row.US, SINGLE, FABRIC8, OFFICIAL));
            Standings shared = all.without(SINGLE);
            Standings single = all.without(Row.US).renamed(SINGLE, Row.US);
            rows.add(rate("decode", shared, new Target(FABRIC8, 2.5), new Target(OFFICIAL, 12)));
            rows.add(rate("decode-single", single));
            rows.add(allocation("allocation", shared, new Target(FABRIC8, 5)));
            rows.add(allocation("allocation-single", single));
        }
        if (options.wants("decode-dropped", "allocation-dropped")) {
            Standings dropped =
                    contest.hold("decode-dropped", contenders("decode-dropped", HEAP, Row.US, FABRIC8, OFFICIAL));
            rows.add(rate("decode-dropped", dropped));
            rows.add(allocation("allocation-dropped", dropped));
        }
    }

    private static void others(Options options, Contest contest, List<Row> rows) {
        if (options.wants("decode-list")) {
            rows.add(rate(
                    "decode-list",
                    contest.hold("decode-list", contenders("decode-list", HEAP, Row.US, FABRIC8, OFFICIAL))));
        }
        if (options.wants("encode")) {
            Standings encode = contest.hold("encode", contenders("encode", HEAP, Row.US, FABRIC8, OFFICIAL));
            rows.add(rate("encode", encode, new Target(FABRIC8, 2)));
        }
        if (options.wants("protobuf-decode")) {
            Standings protobuf =
                    contest.hold("protobuf-decode", contenders("protobuf-decode", HEAP, Row.US, JSON, OFFICIAL));
            rows.add(rate("protobuf-decode", protobuf, new Target(JSON, 1)));
        }
    }

    private static void memory(Options options, Contest contest, List<Row> rows) {
        if (options.wants("retained")) {
            Standings kept = contest.hold("retained", contenders("retained", HOLDING_HEAP, Row.US, FABRIC8, OFFICIAL));
            rows.add(retained("retained", kept, new Target(FABRIC8, 5)));
        }
        if (options.wants("retained-dropped")) {
            Standings dropped = contest.hold(
                    "retained-dropped",
                    contenders("retained-dropped", HOLDING_HEAP, Row.US, FABRIC8, FABRIC8_KEPT, OFFICIAL));
            rows.add(retained("retained-dropped", dropped, new Target(FABRIC8, 9)));
        }
    }

    private static List<Contender> contenders(String work, List<String> flags, String... names) {
        return Stream.of(names)
                .<Contender>map(name -> new Contender.Jvm(name, work + "/" + name, flags(work, flags, name)))
                .toList();
    }

    private static List<String> flags(String work, List<String> flags, String name) {
        if (!name.equals(OFFICIAL) || work.endsWith("-dropped")) {
            return flags;
        }
        return Stream.concat(flags.stream(), OfficialCodec.FLAGS.stream()).toList();
    }

    private static Row rate(String name, Standings standings, Target... targets) {
        return Row.of(name, RATE, Better.HIGHER, standings, Repeated.RATE, targets);
    }

    private static Row allocation(String name, Standings standings, Target... targets) {
        return Row.of(name, BYTES, Better.LOWER, standings, Repeated.ALLOCATED, targets);
    }

    private static Row retained(String name, Standings standings, Target... targets) {
        return Row.of(name, BYTES, Better.LOWER, standings, Retained.RETAINED, targets);
    }

    private static Map<String, String> inWords(Settings settings) {
        byte[][] sample = CodecWorkloads.corpus(settings).pods(200);
        double bytes = Stream.of(sample).mapToInt(pod -> pod.length).average().orElseThrow();
        var words = new LinkedHashMap<String, String>();
        words.put("pods", String.format(Locale.ROOT, "%.1f KB of JSON each on average", bytes / 1000));
        words.put("settings", settings.toString());
        return words;
    }
}
