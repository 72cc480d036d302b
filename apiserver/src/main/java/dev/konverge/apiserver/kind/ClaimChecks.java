package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import dev.konverge.model.Quantity;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** What claims for volumes must be like, and what may change in them. */
final class ClaimChecks {
    private static final String IMMUTABLE =
            "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims\n";

    private ClaimChecks() {}

    static void register(TypeChecks checks) {
        checks.before("core.v1.PersistentVolumeClaimSpec", (spec, path, report) -> {
            // Those of a StatefulSet come before its template.
            if (!path.startsWith("spec.volumeClaimTemplates[")) {
                whole(spec, path, report);
            }
        });
        checks.before(
                "core.v1.PersistentVolumeClaimTemplate",
                (template, path, report) ->
                        DeviceChecks.templateMetadata(Tree.object(template, "metadata"), path + ".metadata", report));
    }

    /** Checks what a claim asks for. */
    static void whole(Json.Obj spec, String path, Report report) {
        if (Tree.list(spec, "accessModes").isEmpty()) {
            report.required(path + ".accessModes", "at least 1 access mode is required");
        }
        report.selector(Tree.object(spec, "selector"), path + ".selector");
        PersistentVolumeChecks.given(spec, path, report);
        String place = path + ".resources[storage]";
        if (Tree.has(spec, "resources", "requests", "storage")) {
            PersistentVolumeChecks.positive(Tree.text(spec, "resources", "requests", "storage"), place, report);
        } else {
            report.required(place);
        }
        NetworkChecks.name(spec, "storageClassName", NameSyntax.Rule.SUBDOMAIN, path, report);
        for (String source : List.of("dataSource", "dataSourceRef")) {
            if (Tree.has(spec, source)) {
                dataSource(Tree.object(spec, source), path + "." + source, report);
            }
        }
        pair(spec, path, report);
        NetworkChecks.name(spec, "volumeAttributesClassName", NameSyntax.Rule.SUBDOMAIN, path, report);
    }

    private static void dataSource(Json.Obj source, String at, Report report) {
        for (String field : List.of("name", "kind")) {
            if (Tree.text(source, field).isEmpty()) {
                report.required(at + "." + field);
            }
        }
        String kind = Tree.text(source, "kind");
        if (Tree.text(source, "apiGroup").isEmpty() && !kind.equals("PersistentVolumeClaim")) {
            report.invalid(at, kind, "must be 'PersistentVolumeClaim' when referencing the default apiGroup");
        }
        NetworkChecks.name(source, "apiGroup", NameSyntax.Rule.SUBDOMAIN, at, report);
        NetworkChecks.name(source, "namespace", NameSyntax.Rule.LABEL, at, report);
    }

    private static void pair(Json.Obj spec, String path, Report report) {
        if (!Tree.has(spec, "dataSource") || !Tree.has(spec, "dataSourceRef")) {
            return;
        }
        Json.Obj source = Tree.object(spec, "dataSource");
        Json.Obj reference = Tree.object(spec, "dataSourceRef");
        if (!Tree.text(reference, "namespace").isEmpty()) {
            report.invalid(path, Json.Obj.EMPTY, "may not be specified when dataSourceRef.namespace is specified");
        } else if (!List.of("apiGroup", "kind", "name").stream()
                .allMatch(field -> Objects.equals(source.get(field), reference.get(field)))) {
            report.invalid(path, Json.Obj.EMPTY, "must match dataSourceRef");
        }
    }

    /** Checks what may not change in a claim. */
    static void update(Json.Obj next, Json.Obj live, Report report) {
        Json.Obj spec = Tree.object(next, "spec");
        Json.Obj old = Tree.object(live, "spec");
        Json.Obj masked = spec;
        if (Tree.text(old, "volumeName").isEmpty()) {
            old = Tree.withFrom(old, spec, "volumeName");
        }
        if (!Tree.has(old, "storageClassName") && Tree.has(spec, "storageClassName")) {
            masked = Tree.without(masked, "storageClassName");
        }
        if (Tree.text(live, "status", "phase").equals("Bound")) {
            masked = Tree.withFrom(masked, old, "resources", "requests", "storage");
            masked = Tree.withFrom(masked, old, "volumeAttributesClassName");
        }
        if (!masked.equals(old)) {
            String type = "core.v1.PersistentVolumeClaimSpec";
            report.forbidden("spec", IMMUTABLE + LineDiff.of(report.lines(old, type), report.lines(masked, type)));
        }
        Optional<Quantity> before = storage(live, "spec", "resources", "requests", "storage");
        Optional<Quantity> after = storage(next, "spec", "resources", "requests", "storage");
        Quantity held = storage(live, "status", "capacity", "storage").orElse(Quantity.parse("0"));
        // One that is gone is none at all.
        Quantity asked = after.orElse(Quantity.ZERO);
        boolean less = before.isPresent() && asked.compareTo(before.get()) < 0;
        if (less && asked.compareTo(held) <= 0) {
            report.forbidden("spec.resources.requests.storage", "field can not be less than status.capacity");
        }
        if (!Objects.equals(spec.get("volumeMode"), old.get("volumeMode"))) {
            report.invalid("volumeMode", spec.get("volumeMode"), MetadataChecks.IMMUTABLE);
        }
    }

    private static Optional<Quantity> storage(Json.Obj claim, String... path) {
        return Tree.has(claim, path) ? AmountChecks.quantity(Tree.text(claim, path)) : Optional.empty();
    }
}
