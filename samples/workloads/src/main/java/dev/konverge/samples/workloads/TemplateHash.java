package dev.konverge.samples.workloads;

import dev.konverge.model.Json;
import dev.konverge.model.core.v1.PodTemplateSpec;

/** The short name of a pod template, by which its replica set and its pods are recognised. */
final class TemplateHash {
    /** The label that carries it. */
    static final String LABEL = "pod-template-hash";

    /** Letters that spell no words, as Kubernetes uses them in names. */
    private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";

    private static final int LENGTH = 10;
    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private TemplateHash() {}

    /** {@return the name of a template} Another number of collisions gives the same template another one. */
    static String of(PodTemplateSpec template, int collisions) {
        long hash = FNV_OFFSET;
        for (byte octet : Json.from(PodTemplateSpec.CODEC, template).toBytes()) {
            hash = (hash ^ (octet & 0xff)) * FNV_PRIME;
        }
        hash = (hash ^ collisions) * FNV_PRIME;
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < LENGTH; i++) {
            name.append(LETTERS.charAt((int) Long.remainderUnsigned(hash, LETTERS.length())));
            hash = Long.divideUnsigned(hash, LETTERS.length());
        }
        return name.toString();
    }
}
