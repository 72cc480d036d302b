package dev.konverge.apiserver.kind;

import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.model.Json;
import dev.konverge.schema.FieldDef;
import dev.konverge.schema.Schema;
import dev.konverge.schema.Shape;
import dev.konverge.schema.TypeDef;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What the schema of a built-in type demands: texts that must not be empty, objects that must be there, values out of a list.
 *
 * <p>Only what a user wishes is looked at, not the status, which is the system's own word.
 */
final class SchemaChecks {
    private static final String PACKAGE = "io.k8s.api.";

    /** Required by the schema, but Kubernetes takes the empty text for an answer, or has a text of its own for its absence. */
    private static final Set<String> LENIENT = Set.of(
            "storage.v1.CSIStorageCapacity.storageClassName",
            "admissionregistration.v1.AuditAnnotation.key",
            "admissionregistration.v1.AuditAnnotation.valueExpression",
            "admissionregistration.v1.MatchCondition.expression",
            "admissionregistration.v1.MatchCondition.name",
            "admissionregistration.v1.ServiceReference.name",
            "admissionregistration.v1.ServiceReference.namespace",
            "admissionregistration.v1.Validation.expression",
            "admissionregistration.v1.Variable.expression",
            "admissionregistration.v1.Variable.name",
            "apps.v1.DaemonSetSpec.selector",
            "autoscaling.v1.CrossVersionObjectReference.kind",
            "autoscaling.v1.CrossVersionObjectReference.name",
            "autoscaling.v2.CrossVersionObjectReference.kind",
            "autoscaling.v2.CrossVersionObjectReference.name",
            "apps.v1.DeploymentSpec.selector",
            "apps.v1.ReplicaSetSpec.selector",
            "apps.v1.StatefulSetSpec.selector",
            "batch.v1.CronJobSpec.schedule",
            "core.v1.Container.name",
            "core.v1.HTTPHeader.value",
            "core.v1.Sysctl.value",
            "core.v1.EnvVar.value",
            "core.v1.Taint.effect",
            "networking.v1.HTTPIngressPath.pathType",
            "rbac.v1.Subject.kind",
            "rbac.v1.RoleRef.apiGroup",
            "rbac.v1.RoleRef.kind",
            "core.v1.LimitRangeItem.type",
            "core.v1.PodIP.ip",
            "core.v1.NodeSelector.nodeSelectorTerms");

    /** Lists of values that Kubernetes has in an order of its own, or, if empty, values it has other words for. */
    private static final Map<String, List<String>> OFFERS = Map.ofEntries(
            Map.entry("apps.v1.DeploymentStrategy.type", List.of()),
            Map.entry("apps.v1.StatefulSetSpec.podManagementPolicy", List.of()),
            Map.entry("batch.v1.JobSpec.completionMode", List.of("NonIndexed", "Indexed")),
            Map.entry("core.v1.PersistentVolumeClaimSpec.accessModes", List.of()),
            Map.entry(
                    "core.v1.PodSpec.dnsPolicy", List.of("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None")),
            Map.entry("core.v1.PodSpec.restartPolicy", List.of("Always", "OnFailure", "Never")),
            Map.entry("core.v1.ResourceQuotaSpec.scopes", List.of()),
            Map.entry("core.v1.ScopedResourceSelectorRequirement.operator", List.of()),
            Map.entry("core.v1.ScopedResourceSelectorRequirement.scopeName", List.of()),
            Map.entry("core.v1.Toleration.operator", List.of()),
            Map.entry("networking.v1.NetworkPolicySpec.policyTypes", List.of("Ingress", "Egress")));

    /** Where a value is; spelled out only if something is wrong with it. */
    private record Path(@Nullable Path parent, String step, boolean element) {
        @Override
        public String toString() {
            if (parent == null) {
                return step;
            }
            return element ? parent + "[" + step + "]" : parent + "." + step;
        }
    }

    private static final String SELECTOR = "io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector";

    private final Schema schema;
    private final TypeChecks checks;

    /** Fields by name, in the order of names, of the types whose checks were taken over; of each when it is first met. */
    private final Map<String, Map<String, Owned>> fields = new ConcurrentHashMap<>();

    SchemaChecks(Schema schema, TypeChecks checks) {
        this.schema = schema;
        this.checks = checks;
    }

    /** Adds what is wrong with an object in normal form. */
    void check(Json.Obj object, String type, Report report) {
        object(object, schema.type(type), null, report);
    }

    /**
     * Adds what is wrong with one field of a value, for a check that has taken a type over.
     *
     * @param type the type without the common beginning
     * @param shown what the field is called in complaints
     */
    void field(Json.Obj value, String type, String field, String path, String shown, Report report) {
        Owned owned = owned(type).get(field);
        if (owned != null) {
            field(value, owned, new Path(new Path(null, path, false), shown, false), report);
        }
    }

    /** {@return the names of the fields of a type, named without the common beginning, in their order} */
    Set<String> fields(String type) {
        return owned(type).keySet();
    }

    private Map<String, Owned> owned(String type) {
        return fields.computeIfAbsent(type, name -> {
            TypeDef owner = schema.type(PACKAGE + name);
            Map<String, Owned> all = new TreeMap<>();
            owner.fields().forEach(def -> all.put(def.name(), new Owned(owner, def)));
            return Collections.unmodifiableMap(all);
        });
    }

    private void object(Json.Obj object, TypeDef type, @Nullable Path path, Report report) {
        TypeChecks.Check instead = checks.instead(type.name());
        if (instead != null) {
            instead.run(object, path == null ? "" : path.toString(), report);
            return;
        }
        TypeChecks.Check before = checks.before(type.name());
        if (before != null) {
            before.run(object, path == null ? "" : path.toString(), report);
        }
        boolean root = path == null;
        for (FieldDef field : type.fields()) {
            boolean systems =
                    root && (field.name().equals("metadata") || field.name().equals("status"));
            if (!systems) {
                field(object, new Owned(type, field), new Path(path, field.name(), false), report);
            }
        }
        TypeChecks.Check after = checks.after(type.name());
        if (after != null) {
            after.run(object, path == null ? "" : path.toString(), report);
        }
    }

    /** {@return whether a field is complained of already}: one that is missing or unknown is told of once. */
    private static boolean isKnown(String path, Report report) {
        return report.errors().stream().anyMatch(error -> error.field().equals(path));
    }

    private void selector(Json.Obj selector, Path path, Report report) {
        List<FieldError> found = new ArrayList<>();
        new Report(found, report.forms(), this).selector(selector, path.toString());
        for (FieldError error : found) {
            if (!report.errors().contains(error)) {
                report.errors().add(error);
            }
        }
    }

    private void field(Json.Obj object, Owned owned, Path at, Report report) {
        FieldDef field = owned.def();
        Json value = object.get(field.name());
        if (field.required() && isMissing(value, field) && !isLenient(owned)) {
            if (!isKnown(at.toString(), report)) {
                report.required(at.toString());
            }
        } else if (value != null && !(value instanceof Json.Null)) {
            value(value, owned, field.shape(), at, report);
        }
    }

    private static boolean isMissing(@Nullable Json value, FieldDef field) {
        boolean counts = field.shape() == Shape.Scalar.STRING || field.shape() instanceof Shape.Ref;
        return counts
                && (value == null
                        || value instanceof Json.Null
                        || (value instanceof Json.Str text && text.value().isEmpty()));
    }

    private static boolean isLenient(Owned field) {
        return !field.type().name().startsWith(PACKAGE) || LENIENT.contains(field.name());
    }

    private void value(Json value, Owned field, Shape shape, Path path, Report report) {
        switch (shape) {
            case Shape.Scalar ignored -> supported(value, field, path, report);
            case Shape.Ref ref -> {
                TypeDef type = schema.type(ref.type());
                boolean known =
                        type.form() == TypeDef.Form.OBJECT && type.name().startsWith(PACKAGE);
                if (known && value instanceof Json.Obj object) {
                    object(object, type, path, report);
                } else if (type.form() == TypeDef.Form.QUANTITY) {
                    quantity(value, path, report);
                } else if (type.name().equals(SELECTOR) && value instanceof Json.Obj object) {
                    selector(object, path, report);
                }
            }
            case Shape.ListOf list -> {
                List<Json> items = value instanceof Json.Arr array ? array.items() : List.of();
                boolean plain = list.element() instanceof Shape.Scalar
                        && field.def().enumValues().isEmpty();
                for (int i = 0; !plain && i < items.size(); i++) {
                    value(items.get(i), field, list.element(), new Path(path, Integer.toString(i), true), report);
                }
            }
            case Shape.MapOf map -> {
                boolean plain = map.value() instanceof Shape.Scalar
                        && field.def().enumValues().isEmpty();
                Map<String, Json> entries = value instanceof Json.Obj object && !plain ? object.fields() : Map.of();
                entries.forEach((key, entry) -> value(entry, field, map.value(), new Path(path, key, true), report));
            }
        }
    }

    private static void quantity(Json value, Path path, Report report) {
        if (value instanceof Json.Str text
                && AmountChecks.quantity(text.value()).isEmpty()) {
            report.invalid(
                    path.toString(),
                    text,
                    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
        }
    }

    private static void supported(Json value, Owned field, Path path, Report report) {
        List<String> known = field.def().enumValues();
        if (value instanceof Json.Str text
                && !text.value().isEmpty()
                && !known.isEmpty()
                && !known.contains(text.value())) {
            List<String> offered = OFFERS.getOrDefault(
                    field.name(),
                    known.stream().filter(offer -> !offer.isEmpty()).toList());
            if (!offered.isEmpty() && !isKnown(path.toString(), report)) {
                report.notSupported(path.toString(), text.value(), offered);
            }
        }
    }

    /** A field and the type it belongs to. */
    private record Owned(TypeDef type, FieldDef def) {
        String name() {
            String type = type().name();
            return (type.startsWith(PACKAGE) ? type.substring(PACKAGE.length()) : type) + "." + def.name();
        }
    }
}
