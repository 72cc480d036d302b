package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import dev.konverge.model.Quantity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** What persistent volumes must be like, and what may change in one. */
final class PersistentVolumeChecks {
    private static final String TYPE = "core.v1.PersistentVolumeSpec";
    private static final String NOT_INLINE = "may not be specified in the context of inline volumes";

    private static final List<String> MODES =
            List.of("ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod");

    /** In the order in which Kubernetes looks for them: the first that is there counts. */
    private static final List<String> SOURCES = List.of(
            "hostPath",
            "gcePersistentDisk",
            "awsElasticBlockStore",
            "glusterfs",
            "flocker",
            "nfs",
            "rbd",
            "quobyte",
            "cephfs",
            "iscsi",
            "cinder",
            "fc",
            "flexVolume",
            "azureFile",
            "vsphereVolume",
            "photonPersistentDisk",
            "portworxVolume",
            "azureDisk",
            "scaleIO",
            "local",
            "storageos",
            "csi");

    private PersistentVolumeChecks() {}

    static void register(TypeChecks checks) {
        checks.instead(TYPE, (spec, path, report) -> {
            if (path.equals("spec")) {
                whole(spec, path, report);
            }
        });
    }

    private static void whole(Json.Obj spec, String path, Report report) {
        modes(spec, path, report);
        capacity(spec, path, report);
        field(spec, "persistentVolumeReclaimPolicy", path, report);
        if (Tree.has(spec, "nodeAffinity") && !Tree.has(spec, "nodeAffinity", "required")) {
            report.required(path + ".nodeAffinity.required", "must specify required node constraints");
        }
        field(spec, "nodeAffinity", path, report);
        VolumeChecks.sources(spec, TYPE, SOURCES, path, report);
        boolean root = Tree.text(spec, "hostPath", "path").matches("/+");
        if (root && Tree.text(spec, "persistentVolumeReclaimPolicy").equals("Recycle")) {
            report.forbidden(
                    path + ".persistentVolumeReclaimPolicy", "may not be 'recycle' for a hostPath mount of '/'");
        }
        NetworkChecks.name(spec, "storageClassName", NameSyntax.Rule.SUBDOMAIN, path, report);
        field(spec, "volumeMode", path, report);
        if (Tree.has(spec, "volumeAttributesClassName")) {
            NetworkChecks.name(spec, "volumeAttributesClassName", NameSyntax.Rule.SUBDOMAIN, path, report);
            if (!Tree.has(spec, "csi")) {
                report.required(path + ".csi", "has to be specified when using volumeAttributesClassName");
            }
        }
    }

    /** Checks the description of a volume that an attachment carries with it. */
    static void inline(Json.Obj spec, String path, Report report) {
        for (String field : List.of("claimRef", "capacity")) {
            if (Tree.has(spec, field)) {
                report.forbidden(path + "." + field, NOT_INLINE);
            }
        }
        if (!Tree.has(spec, "csi")) {
            report.required(path + ".csi", "has to be specified in the context of inline volumes");
        }
        modes(spec, path, report);
        String reclaimed = Tree.text(spec, "persistentVolumeReclaimPolicy");
        if (!reclaimed.isEmpty() && !reclaimed.equals("Retain")) {
            report.forbidden(
                    path + ".persistentVolumeReclaimPolicy", "may only be Retain in the context of inline volumes");
        }
        if (Tree.has(spec, "nodeAffinity")) {
            report.forbidden(path + ".nodeAffinity", NOT_INLINE);
        }
        VolumeChecks.sources(spec, TYPE, SOURCES, path, report);
        if (!Tree.text(spec, "storageClassName").isEmpty()) {
            report.forbidden(path + ".storageClassName", NOT_INLINE);
        }
        String mode = Tree.text(spec, "volumeMode");
        if (!mode.isEmpty() && !mode.equals("Filesystem")) {
            report.forbidden(
                    path + ".volumeMode",
                    "may not specify volumeMode other than Filesystem in the context of inline volumes");
        }
    }

    private static void field(Json.Obj spec, String field, String path, Report report) {
        report.schema().field(spec, TYPE, field, path, field, report);
    }

    private static void modes(Json.Obj spec, String path, Report report) {
        if (Tree.list(spec, "accessModes").isEmpty()) {
            report.required(path + ".accessModes");
        }
        given(spec, path, report);
    }

    /** Checks the modes that are given, of a volume or of a claim. */
    static void given(Json.Obj spec, String path, Report report) {
        List<String> modes = Tree.strings(spec, "accessModes");
        for (String mode : modes) {
            if (!MODES.contains(mode)) {
                report.notSupported(path + ".accessModes", mode, MODES);
            }
        }
        boolean single = modes.contains("ReadWriteOncePod");
        if (single && modes.stream().anyMatch(mode -> MODES.contains(mode) && !mode.equals("ReadWriteOncePod"))) {
            report.forbidden(path + ".accessModes", "may not use ReadWriteOncePod with other access modes");
        }
    }

    private static void capacity(Json.Obj spec, String path, Report report) {
        Map<String, String> capacity = Tree.texts(spec, "capacity");
        if (capacity.isEmpty()) {
            report.required(path + ".capacity");
        }
        if (!capacity.containsKey("storage") || capacity.size() > 1) {
            Json shown = capacity.isEmpty() ? Json.Null.INSTANCE : Tree.object(spec, "capacity");
            report.notSupported(path + ".capacity", shown, List.of("storage"));
        }
        field(spec, "capacity", path, report);
        capacity.forEach((name, amount) -> positive(amount, path + ".capacity[" + name + "]", report));
    }

    static void positive(String amount, String at, Report report) {
        if (AmountChecks.quantity(amount).map(Quantity::signum).orElse(1) <= 0) {
            report.invalid(at, amount, "must be greater than zero");
        }
    }

    /** Checks what may not change in a persistent volume, which is looked at as a whole once more on that occasion. */
    static void update(Json.Obj next, Json.Obj live, Report report) {
        whole(Tree.object(next, "spec"), "spec", report);
        Json.Obj before = only(Tree.object(live, "spec"));
        Json.Obj after = only(Tree.object(next, "spec"));
        boolean fresh = !Tree.has(before, "csi", "controllerExpandSecretRef") && Tree.has(before, "csi");
        if (fresh && Tree.has(after, "csi")) {
            after = Tree.without(after, "csi", "controllerExpandSecretRef");
        }
        if (!before.equals(after)) {
            report.forbidden(
                    "spec.persistentvolumesource",
                    "spec.persistentvolumesource is immutable after creation\n"
                            + LineDiff.of(lines(before, report), lines(after, report)));
        }
        if (!Objects.equals(Tree.at(next, "spec", "volumeMode"), Tree.at(live, "spec", "volumeMode"))) {
            report.invalid("volumeMode", Tree.at(next, "spec", "volumeMode"), MetadataChecks.IMMUTABLE);
        }
    }

    /** {@return the lines of the source of a volume, which is a value of its own inside} */
    private static List<String> lines(Json.Obj source, Report report) {
        Json.Obj whole = (Json.Obj) report.inner(source, TYPE);
        Set<String> others = Set.of(
                "Capacity",
                "AccessModes",
                "ClaimRef",
                "PersistentVolumeReclaimPolicy",
                "StorageClassName",
                "MountOptions",
                "VolumeMode",
                "NodeAffinity",
                "VolumeAttributesClassName");
        Map<String, Json> kept = new LinkedHashMap<>(whole.fields());
        kept.keySet().removeAll(others);
        return Pretty.lines(new Json.Obj(kept));
    }

    private static Json.Obj only(Json.Obj spec) {
        Json.Obj kept = Json.Obj.EMPTY;
        for (String field : SOURCES) {
            kept = Tree.withFrom(kept, spec, field);
        }
        return kept;
    }
}
