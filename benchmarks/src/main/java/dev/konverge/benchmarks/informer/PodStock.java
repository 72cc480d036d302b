package dev.konverge.benchmarks.informer;

import dev.konverge.benchmarks.codec.PodCorpus;
import dev.konverge.model.codec.DecodeOptions;
import dev.konverge.model.codec.JsonReader;
import dev.konverge.model.codec.ProtoWriter;
import dev.konverge.model.core.v1.Pod;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/** All pods of the server as bytes, made once, and the changes that it tells of. */
final class PodStock {
    private static final String VERSION = "\"resourceVersion\":\"";
    private static final String NAME = "\"name\":\"";

    /** The same order in each run. */
    private static final long SEED = 20_261_119;

    private final List<Entry> pods;
    private final List<Change> changes;

    /** A pod in both forms, each as the {@link WireForm} wants it. */
    static final class Entry {
        final byte[] json;
        final byte[] protobuf;

        Entry(byte[] json, byte[] protobuf) {
            this.json = json;
            this.protobuf = protobuf;
        }
    }

    /** A pod that is about to change, in both forms. */
    record Change(Stencil json, Stencil protobuf) {}

    private PodStock(List<Entry> pods, List<Change> changes) {
        this.pods = pods;
        this.changes = changes;
    }

    /**
     * {@return so many pods, some of which change, in no order} In a cluster the pods that change one after the other have little in common; neighbours
     * here are of one workload, whose documents hardly differ.
     */
    static PodStock of(int count, int changing) {
        var corpus = new PodCorpus(1, PodCorpus.PODS_PER_WORKLOAD);
        var pods = new ArrayList<Entry>(count);
        int[] turns = turns(count);
        var changes = new Change[Math.min(count, changing)];
        Set<String> names = new HashSet<>();
        var protobuf = new Protobuf();
        for (int number = 0; pods.size() < count; number++) {
            String version = Long.toString(WireForm.FIRST_VERSION + pods.size());
            String text = withVersion(new String(corpus.pod(number), StandardCharsets.UTF_8), version);
            // Made-up names end in five letters, so that in a hundred thousand there may be two of a kind.
            if (names.add(valueAfter(text, NAME))) {
                int turn = turns[pods.size()];
                if (turn < changes.length) {
                    String changed = Stencil.Change.of(text);
                    changes[turn] = new Change(
                            Stencil.json(bare(changed), version), Stencil.protobuf(protobuf.of(changed), version));
                }
                pods.add(new Entry(bare(text), protobuf.of(text)));
            }
        }
        return new PodStock(pods, Arrays.asList(changes));
    }

    /** {@return when it is each pod's turn to change} */
    private static int[] turns(int count) {
        List<Integer> turns = new ArrayList<>(IntStream.range(0, count).boxed().toList());
        Collections.shuffle(turns, new Random(SEED));
        return turns.stream().mapToInt(turn -> turn).toArray();
    }

    List<Entry> pods() {
        return pods;
    }

    List<Change> changes() {
        return changes;
    }

    private static String withVersion(String text, String version) {
        int from = text.indexOf(VERSION) + VERSION.length();
        return text.substring(0, from) + version + text.substring(text.indexOf('"', from));
    }

    private static String valueAfter(String text, String name) {
        int from = text.indexOf(name) + name.length();
        return text.substring(from, text.indexOf('"', from));
    }

    /** Without kind, version and the brace before them. */
    private static byte[] bare(String text) {
        return text.substring(text.indexOf("\"metadata\"")).getBytes(StandardCharsets.UTF_8);
    }

    private static final class Protobuf {
        private final JsonReader reader = new JsonReader(new byte[0], DecodeOptions.STANDARD.withSharing());
        private final ProtoWriter writer = new ProtoWriter(16_384);

        byte[] of(String text) {
            byte[] document = text.getBytes(StandardCharsets.UTF_8);
            reader.reset(document, 0, document.length);
            Pod pod = Pod.CODEC.read(reader);
            writer.clear();
            Pod.CODEC.writeProto(pod, writer);
            return writer.toByteArray();
        }
    }
}
