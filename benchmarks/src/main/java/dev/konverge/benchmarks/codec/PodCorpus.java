package dev.konverge.benchmarks.codec;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * Made-up pods as an API server writes them: about eleven kilobytes of JSON each, a third of it managed fields, in the order
 * of the Go declarations. Every pod has its own name, identity, addresses, times and container ids; the rest it shares with
 * the pods of its workload. The same seed gives the same bytes.
 */
public final class PodCorpus {
    /** How many pods a workload has unless something else is said. */
    public static final int PODS_PER_WORKLOAD = 100;

    private final long seed;
    private final int podsPerWorkload;

    /**
     * A corpus.
     *
     * @param podsPerWorkload how many pods share a template; 1 for pods that have little in common
     */
    public PodCorpus(long seed, int podsPerWorkload) {
        this.seed = seed;
        this.podsPerWorkload = podsPerWorkload;
    }

    /** {@return the pod with that number} */
    public byte[] pod(int number) {
        return text(number, true).getBytes(StandardCharsets.UTF_8);
    }

    /** {@return the first {@code count} pods} */
    public byte[][] pods(int count) {
        byte[][] pods = new byte[count][];
        for (int i = 0; i < count; i++) {
            pods[i] = pod(i);
        }
        return pods;
    }

    /** {@return a list of the first {@code count} pods, as one document} */
    public byte[] list(int count) {
        var out = new ByteArrayOutputStream(count * 11_000);
        out.writeBytes(
                "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"98765432\"},\"items\":["
                        .getBytes(StandardCharsets.UTF_8));
        for (int i = 0; i < count; i++) {
            if (i > 0) {
                out.write(',');
            }
            out.writeBytes(text(i, false).getBytes(StandardCharsets.UTF_8));
        }
        out.writeBytes("]}".getBytes(StandardCharsets.UTF_8));
        return out.toByteArray();
    }

    /** A pod in a list does not say what it is; the list does. */
    private String text(int number, boolean withKind) {
        PodTemplate template = PodTemplate.of(seed, number / podsPerWorkload);
        var random = new SplittableRandom(seed * 1_000_003 + number);
        var facts = PodFacts.of(template, random);
        var json = new JsonText().open('{');
        if (withKind) {
            json.put("kind", "Pod").put("apiVersion", "v1");
        }
        new PodMetadata(template, facts).write(json);
        new PodSpecText(template, facts).write(json);
        new PodStatusText(template, facts).write(json);
        return json.close('}').toString();
    }
}
