package dev.konverge.apiserver.apply;

import dev.konverge.apiserver.structure.Struct;
import dev.konverge.apiserver.structure.Structures;
import dev.konverge.model.Json;
import dev.konverge.model.KubernetesSchema;
import dev.konverge.model.Yaml;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** Endpoints, objects and times that several tests use. */
final class Fixtures {
    static final Structures STRUCTURES = new Structures(KubernetesSchema.load());
    static final Struct DEPLOYMENT = STRUCTURES.object("io.k8s.api.apps.v1.Deployment");
    static final Struct CONFIG_MAP = STRUCTURES.object("io.k8s.api.core.v1.ConfigMap");
    static final Struct POD = STRUCTURES.object("io.k8s.api.core.v1.Pod");
    static final Struct SERVICE = STRUCTURES.object("io.k8s.api.core.v1.Service");

    static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
    static final Instant T1 = Instant.parse("2026-01-01T00:00:01Z");
    static final Instant T2 = Instant.parse("2026-01-01T00:00:02Z");

    private Fixtures() {}

    static Json.Obj yaml(String text) {
        return (Json.Obj) Yaml.parse(text);
    }

    static Json json(String text) {
        return Json.parse(text.replace('\'', '"'));
    }

    static ManagedFields configMaps() {
        return of("v1", "ConfigMap", "", CONFIG_MAP, Set.of());
    }

    static ManagedFields deployments() {
        return of("apps/v1", "Deployment", "", DEPLOYMENT, Set.of(List.of("status")));
    }

    static ManagedFields pods() {
        return of("v1", "Pod", "", POD, Set.of(List.of("status")));
    }

    static ManagedFields of(
            String apiVersion, String kind, String subresource, Struct structure, Set<List<String>> ignored) {
        return new ManagedFields(
                new Endpoint(apiVersion, kind, subresource, structure, FieldMask.ignoring(ignored), Versions.NONE));
    }

    static Json.Obj configMap(String data) {
        return yaml("{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: ns}, data: " + data + "}");
    }

    /** {@return the entries of an object, one a line: manager, operation, subresource, time, fields} */
    static List<String> entries(Json.Obj object) {
        return ObjectMetadata.entries(object).stream()
                .map(entry -> {
                    Json.Obj e = (Json.Obj) entry;
                    String time = ObjectMetadata.text(e, "time");
                    String subresource = ObjectMetadata.text(e, "subresource");
                    return ObjectMetadata.text(e, "manager") + " " + ObjectMetadata.text(e, "operation") + " "
                            + ObjectMetadata.text(e, "apiVersion") + " "
                            + (subresource.isEmpty() ? "" : subresource + " ")
                            + (time.isEmpty() ? "-" : time.substring(17, 19)) + " " + e.get("fieldsV1");
                })
                .toList();
    }

    /** {@return the object without its managed fields} */
    static Json.Obj bare(Json.Obj object) {
        return ObjectMetadata.withEntries(object, List.of());
    }
}
