package dev.konverge.benchmarks.codec;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodList;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** fabric8's model with its own serialisation. It cannot leave out managed fields, so they are removed after reading. */
final class Fabric8Codec implements PodCodec<Pod> {
    private final KubernetesSerialization serialization = new KubernetesSerialization();

    @Override
    public Stream<Pod> open(boolean managedFields) {
        return managedFields ? this::read : this::readAndDrop;
    }

    private Pod read(byte[] document) {
        return serialization.unmarshal(new ByteArrayInputStream(document), Pod.class);
    }

    private Pod readAndDrop(byte[] document) {
        Pod pod = read(document);
        pod.getMetadata().setManagedFields(null);
        return pod;
    }

    @Override
    public List<Pod> readList(byte[] document) {
        return serialization
                .unmarshal(new ByteArrayInputStream(document), PodList.class)
                .getItems();
    }

    @Override
    public byte[] write(Pod pod) {
        return serialization.asJson(pod).getBytes(StandardCharsets.UTF_8);
    }
}
