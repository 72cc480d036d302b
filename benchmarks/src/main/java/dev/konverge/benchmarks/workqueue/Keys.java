package dev.konverge.benchmarks.workqueue;

import java.util.SplittableRandom;

/** The keys of the benchmark, the same ones for every contender: {@code namespace-7/name-123}. */
final class Keys {
    /** How many different keys there are among those with duplicates. */
    static final int DISTINCT = 1000;

    private Keys() {}

    static String[] unique(int count) {
        var keys = new String[count];
        for (int i = 0; i < count; i++) {
            keys[i] = "namespace-" + i % 100 + "/name-" + i;
        }
        return keys;
    }

    static String[] withDuplicates(int count) {
        String[] distinct = unique(Math.min(count, DISTINCT));
        var random = new SplittableRandom(1);
        var keys = new String[count];
        for (int i = 0; i < count; i++) {
            keys[i] = distinct[random.nextInt(distinct.length)];
        }
        return keys;
    }
}
