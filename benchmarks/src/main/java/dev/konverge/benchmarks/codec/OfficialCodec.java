package dev.konverge.benchmarks.codec;

import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodList;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The official Java client's model and JSON. Its client turns a response into a string before it reads it. It skips managed
 * fields unless its JVM runs with {@link #FLAGS}.
 */
final class OfficialCodec implements PodCodec<V1Pod> {
    /** Keeps managed fields, and does not tell at length what is wrong with the protobuf classes. */
    static final List<String> FLAGS = flags();

    private static List<String> flags() {
        var flags = new ArrayList<>(List.of(
                "-Dkubernetes.client.includeManagedFields=true",
                "-Dcom.google.protobuf.use_unsafe_pre22_gencode=true"));
        if (Runtime.version().feature() >= 23) {
            flags.add("--sun-misc-unsafe-memory-access=allow");
        }
        return List.copyOf(flags);
    }

    @Override
    public Stream<V1Pod> open(boolean managedFields) {
        return managedFields ? OfficialCodec::read : OfficialCodec::readAndDrop;
    }

    private static V1Pod read(byte[] document) {
        return JSON.deserialize(new String(document, StandardCharsets.UTF_8), V1Pod.class);
    }

    private static V1Pod readAndDrop(byte[] document) {
        V1Pod pod = read(document);
        Objects.requireNonNull(pod.getMetadata()).setManagedFields(null);
        return pod;
    }

    @Override
    public List<V1Pod> readList(byte[] document) {
        V1PodList list = JSON.deserialize(new String(document, StandardCharsets.UTF_8), V1PodList.class);
        return list.getItems();
    }

    @Override
    public byte[] write(V1Pod pod) {
        return JSON.serialize(pod).getBytes(StandardCharsets.UTF_8);
    }
}
