package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The fields of kinds that may not change once they are there, and for which nothing else has to be said. */
final class Immutables {
    /** One field: where it is, where the complaint says it is, and its type if that has an {@linkplain InnerForm inner form}. */
    private record Field(List<String> path, String shown, String type) {
        @Nullable
        Json of(Json.Obj object) {
            return Tree.at(object, path.toArray(String[]::new));
        }
    }

    /** Kind, then its fields: a path, after a colon the type that is shown, or that it is a text, after an at sign another place that is named. */
    private static final String TABLE = """
            ControllerRevision.apps data
            CSIDriver.storage.k8s.io spec.attachRequired@spec.attachedRequired spec.volumeLifecycleModes
            CSIStorageCapacity.storage.k8s.io nodeTopology storageClassName:text
            EndpointSlice.discovery.k8s.io addressType:text
            IPAddress.networking.k8s.io spec.parentRef:networking.v1.ParentReference
            IngressClass.networking.k8s.io spec.controller:text
            PriorityClass.scheduling.k8s.io preemptionPolicy
            ResourceClaim.resource.k8s.io spec:resource.v1.ResourceClaimSpec
            ResourceClaimTemplate.resource.k8s.io spec:resource.v1.ResourceClaimTemplateSpec
            ResourceSlice.resource.k8s.io spec.pool.name:text spec.driver:text spec.nodeName
            RuntimeClass.node.k8s.io handler:text
            StorageClass.storage.k8s.io parameters provisioner:text reclaimPolicy volumeBindingMode
            VolumeAttachment.storage.k8s.io spec:storage.v1.VolumeAttachmentSpec
            """;

    private final Map<String, List<Field>> fields = new HashMap<>();

    Immutables() {
        for (String line : TABLE.lines().toList()) {
            String[] words = line.split(" ");
            List<Field> row = new ArrayList<>();
            for (String word : Arrays.asList(words).subList(1, words.length)) {
                String[] place = word.split("@", 2);
                String[] typed = place[0].split(":", 2);
                row.add(new Field(
                        List.of(typed[0].split("\\.", -1)),
                        place.length > 1 ? place[1] : typed[0],
                        typed.length > 1 ? typed[1] : ""));
            }
            fields.put(words[0], row);
        }
    }

    /** Tells of the fields that have changed and may not. */
    void check(String kind, Json.Obj next, Json.Obj live, Report report) {
        for (Field field : fields.getOrDefault(kind, List.of())) {
            Json after = field.of(next);
            if (!Objects.equals(after, field.of(live))) {
                Json shown = switch (field.type) {
                    case "" -> after;
                    case "text" -> after == null ? Json.of("") : after;
                    default -> report.inner(after, field.type);
                };
                report.invalid(field.shown, shown, MetadataChecks.IMMUTABLE);
            }
        }
    }
}
