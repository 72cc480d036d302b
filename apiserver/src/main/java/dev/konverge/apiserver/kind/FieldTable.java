package dev.konverge.apiserver.kind;

import dev.konverge.apiserver.failure.GoText;
import dev.konverge.model.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Selectable fields as a table: each has a name and a way to read it.
 *
 * <p>Every kind has its name and namespace. A built-in kind with more of them refuses others with a text of its own.
 */
final class FieldTable implements SelectableFields {
    /** Reads the value of a field as text. */
    private record Source(List<String> path, String absent) {
        static Source of(String path, String absent) {
            return new Source(List.of(path.split("\\.")), absent);
        }

        String read(Json.Obj object) {
            return switch (Tree.at(object, path.toArray(String[]::new))) {
                case null -> absent;
                case Json.Str text -> text.value();
                case Json value -> value.toString();
            };
        }
    }

    private static final Map<String, Source> METADATA = Map.of(
            "metadata.name", Source.of("metadata.name", ""),
            "metadata.namespace", Source.of("metadata.namespace", ""));

    /** What every kind without a row of its own can be selected by. */
    static final FieldTable GENERIC = new FieldTable(
            METADATA,
            Map.of(),
            label -> GoText.quote(label)
                    + " is not a known field selector: only \"metadata.name\", \"metadata.namespace\"");

    private final Map<String, Source> sources;
    private final Map<String, String> aliases;
    private final Function<String, String> refusal;

    private FieldTable(Map<String, Source> sources, Map<String, String> aliases, Function<String, String> refusal) {
        this.sources = sources;
        this.aliases = aliases;
        this.refusal = refusal;
    }

    /** {@return the fields of a built-in kind} */
    static FieldTable of(String group, String kind) {
        return switch (group.isEmpty() ? kind : kind + "." + group) {
            case "Pod" -> pod();
            case "Event" -> event();
            case "Event.events.k8s.io" -> eventOfGroup();
            case "Node" -> registered("metadata.name", "spec.unschedulable=false");
            case "Namespace" -> registered("metadata.name", "status.phase");
            case "Secret" -> registered("metadata.name", "metadata.namespace", "type");
            case "Service" -> registered("metadata.name", "metadata.namespace", "spec.clusterIP", "spec.type");
            case "ReplicationController" -> registered("metadata.name", "metadata.namespace", "status.replicas=0");
            case "Job.batch" ->
                new FieldTable(
                        Map.of(
                                "metadata.name", Source.of("metadata.name", ""),
                                "metadata.namespace", Source.of("metadata.namespace", ""),
                                "status.successful", Source.of("status.succeeded", "0")),
                        Map.of(),
                        label -> "field label " + GoText.quote(label) + " not supported for Job");
            case "CertificateSigningRequest.certificates.k8s.io", "ClusterTrustBundle.certificates.k8s.io" ->
                registered("metadata.name", "spec.signerName");
            case "PodCertificateRequest.certificates.k8s.io" ->
                registered("metadata.name", "spec.signerName", "spec.podName", "spec.nodeName");
            case "ResourceSlice.resource.k8s.io" -> registered("metadata.name", "spec.nodeName", "spec.driver");
            default -> GENERIC;
        };
    }

    /** {@return the fields of a custom resource that can be selected by these paths besides its name and namespace} */
    static FieldTable custom(List<String> paths) {
        if (paths.isEmpty()) {
            return GENERIC;
        }
        Map<String, Source> sources = new LinkedHashMap<>(METADATA);
        paths.forEach(path -> sources.put(path, Source.of(path, "")));
        return new FieldTable(sources, Map.of(), label -> "field label not supported: " + label);
    }

    private static FieldTable registered(String... fields) {
        return new FieldTable(sources(fields), Map.of(), label -> "field label not supported: " + label);
    }

    private static Map<String, Source> sources(String... fields) {
        Map<String, Source> sources = new LinkedHashMap<>();
        for (String field : fields) {
            int equals = field.indexOf('=');
            String name = equals < 0 ? field : field.substring(0, equals);
            sources.put(name, Source.of(name, equals < 0 ? "" : field.substring(equals + 1)));
        }
        return sources;
    }

    private static FieldTable pod() {
        Map<String, Source> sources = sources(
                "metadata.name",
                "metadata.namespace",
                "spec.nodeName",
                "spec.restartPolicy",
                "spec.schedulerName",
                "spec.serviceAccountName",
                "spec.hostNetwork=false",
                "status.phase",
                "status.podIP",
                "status.podIPs",
                "status.nominatedNodeName");
        // Kubernetes accepts it and has no value for it.
        sources.put("status.podIPs", Source.of("status.podIPs.none", ""));
        return new FieldTable(
                sources, Map.of("spec.host", "spec.nodeName"), label -> "field label not supported: " + label);
    }

    private static FieldTable event() {
        return registered(
                "metadata.name",
                "metadata.namespace",
                "involvedObject.kind",
                "involvedObject.namespace",
                "involvedObject.name",
                "involvedObject.uid",
                "involvedObject.apiVersion",
                "involvedObject.resourceVersion",
                "involvedObject.fieldPath",
                "reason",
                "reportingComponent",
                "source",
                "type");
    }

    private static FieldTable eventOfGroup() {
        return registered(
                "metadata.name",
                "metadata.namespace",
                "regarding.kind",
                "regarding.namespace",
                "regarding.name",
                "regarding.uid",
                "regarding.apiVersion",
                "regarding.resourceVersion",
                "regarding.fieldPath",
                "reason",
                "reportingController",
                "type");
    }

    @Override
    public Optional<String> findLabel(String label) {
        String name = aliases.getOrDefault(label, label);
        return sources.containsKey(name) ? Optional.of(name) : Optional.empty();
    }

    @Override
    public String unsupported(String label) {
        return refusal.apply(label);
    }

    @Override
    public Map<String, String> values(Json.Obj object) {
        Map<String, String> values = LinkedHashMap.newLinkedHashMap(sources.size());
        sources.forEach((name, source) -> values.put(name, source.read(object)));
        if (values.containsKey("source")) {
            values.put("source", eventSource(object));
        }
        return values;
    }

    private static String eventSource(Json.Obj event) {
        String component = Tree.text(event, "source", "component");
        return component.isEmpty() ? Tree.text(event, "reportingComponent") : component;
    }
}
