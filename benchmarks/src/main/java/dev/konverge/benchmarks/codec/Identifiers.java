package dev.konverge.benchmarks.codec;

import java.time.Instant;
import java.util.SplittableRandom;

/** Identifiers in the forms that Kubernetes gives them. */
final class Identifiers {
    /** When the first of the made-up workloads was created. */
    static final long EPOCH = Instant.parse("2026-03-01T06:00:00Z").getEpochSecond();

    /** The letters of generated names: no vowels, so that no words appear. */
    private static final String SUFFIX_LETTERS = "bcdfghjklmnpqrstvwxz2456789";

    private Identifiers() {}

    static String suffix(SplittableRandom random, int length) {
        var text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append(SUFFIX_LETTERS.charAt(random.nextInt(SUFFIX_LETTERS.length())));
        }
        return text.toString();
    }

    static String hex(SplittableRandom random, int length) {
        var text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append(Character.forDigit(random.nextInt(16), 16));
        }
        return text.toString();
    }

    static String uid(SplittableRandom random) {
        return hex(random, 8) + "-" + hex(random, 4) + "-4" + hex(random, 3) + "-a" + hex(random, 3) + "-"
                + hex(random, 12);
    }

    static String time(long seconds) {
        return Instant.ofEpochSecond(seconds).toString();
    }
}
