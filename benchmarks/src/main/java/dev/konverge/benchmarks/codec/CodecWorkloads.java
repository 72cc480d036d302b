package dev.konverge.benchmarks.codec;

import dev.konverge.benchmarks.Options;
import dev.konverge.benchmarks.Repeated;
import dev.konverge.benchmarks.Retained;
import dev.konverge.benchmarks.Row;
import dev.konverge.benchmarks.Settings;
import dev.konverge.benchmarks.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The work of each contender of {@link CodecBench}. */
final class CodecWorkloads {
    /** Few enough that a slow contender, not warm yet, is done with them in some milliseconds. */
    static final int FEW = 20;

    private CodecWorkloads() {}

    static Settings sizes(Options options) {
        return Settings.NONE
                .withDefault("pods", options.size(500, 2000))
                .withDefault("list", options.size(100, 2000))
                .withDefault("held", options.size(1500, 20_000))
                .withDefault("pods-per-workload", PodCorpus.PODS_PER_WORKLOAD)
                .withDefault("seed", 1);
    }

    static PodCorpus corpus(Settings settings) {
        return new PodCorpus(
                settings.number("seed", 1), settings.number("pods-per-workload", PodCorpus.PODS_PER_WORKLOAD));
    }

    /** {@return the workload with a name such as {@code decode/fabric8}} */
    static Workload of(String id, Settings settings) {
        String work = id.substring(0, id.indexOf('/'));
        String who = id.substring(id.indexOf('/') + 1);
        PodCorpus corpus = corpus(settings);
        byte[][] pods = corpus.pods(settings.number("pods", 1000));
        return switch (work) {
            case "decode" -> decode(codec(who), true, pods);
            case "decode-dropped" -> decode(codec(who), false, pods);
            case "decode-list" -> decodeList(codec(who), corpus.list(settings.number("list", 1000)));
            case "encode" -> encode(codec(who), pods);
            case "protobuf-decode" -> decodeProtobuf(who, pods);
            case "retained" -> retain(codec(who), true, corpus, settings.number("held", 4000));
            case "retained-dropped" ->
                retain(codec(who), who.equals(CodecBench.FABRIC8_KEPT), corpus, settings.number("held", 4000));
            default -> throw new IllegalArgumentException("no such work: " + id);
        };
    }

    private static PodCodec<?> codec(String who) {
        return switch (who) {
            case Row.US, CodecBench.JSON -> new KonvergeCodec(true);
            case CodecBench.SINGLE -> new KonvergeCodec(false);
            case CodecBench.FABRIC8, CodecBench.FABRIC8_KEPT -> new Fabric8Codec();
            case CodecBench.OFFICIAL -> new OfficialCodec();
            default -> throw new IllegalArgumentException("no such contender: " + who);
        };
    }

    private static Workload decode(PodCodec<?> codec, boolean managedFields, byte[][] pods) {
        return streams(() -> codec.open(managedFields), pods);
    }

    private static Workload decodeProtobuf(String who, byte[][] pods) {
        return switch (who) {
            case Row.US -> streams(ProtobufPods::konverge, ProtobufPods.messages(pods));
            case CodecBench.OFFICIAL -> streams(ProtobufPods::official, ProtobufPods.messages(pods));
            default -> decode(codec(who), true, pods);
        };
    }

    private static Workload streams(Supplier<PodCodec.Stream<?>> streams, byte[][] documents) {
        return new Repeated(new StreamReading(streams, documents));
    }

    private static Workload decodeList(PodCodec<?> codec, byte[] list) {
        return new Repeated(sink -> {
            List<?> pods = codec.readList(list);
            sink.keep(pods);
            return pods.size();
        });
    }

    private static <P> Workload encode(PodCodec<P> codec, byte[][] documents) {
        PodCodec.Stream<P> stream = codec.open(true);
        List<P> pods = new ArrayList<>();
        for (int i = 0; i < Math.min(documents.length, FEW); i++) {
            pods.add(stream.read(documents[i]));
        }
        return new Repeated(sink -> {
            for (P pod : pods) {
                sink.keep(codec.write(pod));
            }
            return pods.size();
        });
    }

    /** The stream is held too: what it remembers is part of what a cache costs. */
    private static Workload retain(PodCodec<?> codec, boolean managedFields, PodCorpus corpus, int count) {
        return new Retained(count, n -> {
            PodCodec.Stream<?> stream = codec.open(managedFields);
            Object[] held = new Object[n + 1];
            for (int i = 0; i < n; i++) {
                held[i] = stream.read(corpus.pod(i));
            }
            held[n] = stream;
            return held;
        });
    }
}
