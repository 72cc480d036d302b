package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import dev.konverge.model.Quantity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** What volumes and persistent ones must be like. What each source of a volume needs is mostly the schema's to demand. */
final class VolumeChecks {
    static final String ONE_TYPE = "may not specify more than 1 volume type";

    private static final List<String> MODES =
            List.of("ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod");

    /** In the order in which Kubernetes looks for them: the first that is there counts. */
    private static final List<String> SOURCES = List.of(
            "emptyDir",
            "hostPath",
            "gitRepo",
            "gcePersistentDisk",
            "awsElasticBlockStore",
            "secret",
            "nfs",
            "iscsi",
            "glusterfs",
            "flocker",
            "persistentVolumeClaim",
            "rbd",
            "cinder",
            "cephfs",
            "quobyte",
            "downwardAPI",
            "fc",
            "flexVolume",
            "configMap",
            "azureFile",
            "vsphereVolume",
            "photonPersistentDisk",
            "portworxVolume",
            "azureDisk",
            "storageos",
            "projected",
            "scaleIO",
            "csi",
            "ephemeral",
            "image");

    private static final List<String> PERSISTENT = List.of(
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

    /** Fields that are misspelled in the complaint that there is another source. */
    private static final Map<String, String> MISSPELLED = Map.of("cephfs", "cephFS", "downwardAPI", "downwarAPI");

    private VolumeChecks() {}

    static void register(TypeChecks checks) {
        checks.union("core.v1.Volume", SOURCES);
        checks.union("core.v1.PersistentVolumeSpec", PERSISTENT);
        checks.before("core.v1.PersistentVolumeSpec", (spec, path, report) -> {
            if (path.equals("spec")) {
                persistent(spec, path, false, report);
            }
        });
        checks.before("core.v1.NFSVolumeSource", (source, path, report) -> {
            if (!Tree.text(source, "path").startsWith("/")) {
                report.invalid(path + ".path", Tree.text(source, "path"), "must be an absolute path");
            }
        });
        checks.before("core.v1.HostPathVolumeSource", (source, path, report) -> {
            if (List.of(Tree.text(source, "path").split("/")).contains("..")) {
                report.invalid(path + ".path", Tree.text(source, "path"), "must not contain '..'");
            }
        });
        checks.before("core.v1.ISCSIVolumeSource", VolumeChecks::iscsi);
        checks.before("core.v1.ISCSIPersistentVolumeSource", VolumeChecks::iscsi);
        checks.before("core.v1.FCVolumeSource", VolumeChecks::fibre);
        checks.before("core.v1.KeyToPath", (item, path, report) -> localPath(item, path, report));
        checks.before(
                "core.v1.CSIPersistentVolumeSource",
                (source, path, report) ->
                        StorageChecks.driverName(Tree.text(source, "driver"), path + ".driver", report));
        checks.before(
                "core.v1.CSIVolumeSource",
                (source, path, report) ->
                        StorageChecks.driverName(Tree.text(source, "driver"), path + ".driver", report));
        checks.before(
                "core.v1.SecretVolumeSource", (source, path, report) -> needed(source, "secretName", path, report));
        checks.before("core.v1.ConfigMapVolumeSource", (source, path, report) -> needed(source, "name", path, report));
        checks.before("core.v1.EphemeralVolumeSource", (source, path, report) -> {
            if (!Tree.has(source, "volumeClaimTemplate")) {
                report.required(path + ".volumeClaimTemplate");
            }
        });
    }

    private static void needed(Json.Obj source, String field, String path, Report report) {
        if (Tree.text(source, field).isEmpty()) {
            report.required(path + "." + field);
        }
    }

    private static void localPath(Json.Obj item, String path, Report report) {
        String target = Tree.text(item, "path");
        List<String> steps = List.of(target.split("/"));
        if (target.startsWith("/")) {
            report.invalid(path + ".path", target, "must be a relative path");
        }
        if (steps.contains("..")) {
            report.invalid(path + ".path", target, "must not contain '..'");
        } else if (target.startsWith("..")) {
            report.invalid(path + ".path", target, "must not start with '..'");
        }
    }

    /** Tells of every source of a volume but the first. */
    static void sources(Json.Obj volume, String path, List<String> order, Report report) {
        List<String> present =
                order.stream().filter(source -> Tree.has(volume, source)).toList();
        if (present.isEmpty()) {
            report.required(path, "must specify a volume type");
        }
        present.stream()
                .skip(1)
                // The one source of a persistent volume that Kubernetes forgot.
                .filter(source -> !source.equals("flexVolume") || !order.equals(PERSISTENT))
                .forEach(source -> report.forbidden(path + "." + MISSPELLED.getOrDefault(source, source), ONE_TYPE));
    }

    /** Tells of every source of a volume of a pod but the first. */
    static void sources(Json.Obj volume, String path, Report report) {
        sources(volume, path, SOURCES, report);
    }

    /** Checks a persistent volume, or the description of one that an attachment carries with it. */
    static void persistent(Json.Obj spec, String path, boolean inline, Report report) {
        if (inline) {
            for (String field : List.of("claimRef", "capacity")) {
                if (Tree.has(spec, field)) {
                    report.forbidden(path + "." + field, "may not be specified in the context of inline volumes");
                }
            }
            if (!Tree.has(spec, "csi")) {
                report.required(path + ".csi", "has to be specified in the context of inline volumes");
            }
        }
        if (Tree.list(spec, "accessModes").isEmpty()) {
            report.required(path + ".accessModes");
        }
        modes(spec, path, report);
        if (!inline) {
            capacity(spec, path, report);
        }
        affinity(spec, path, inline, report);
        sources(spec, path, PERSISTENT, report);
        if (!inline) {
            NetworkChecks.name(spec, "storageClassName", NameSyntax.Rule.SUBDOMAIN, path, report);
        }
        if (Tree.has(spec, "volumeAttributesClassName") && !inline) {
            NetworkChecks.name(spec, "volumeAttributesClassName", NameSyntax.Rule.SUBDOMAIN, path, report);
            if (!Tree.has(spec, "csi")) {
                report.required(path + ".csi", "has to be specified when using volumeAttributesClassName");
            }
        }
    }

    static void modes(Json.Obj spec, String path, Report report) {
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
        capacity.forEach((name, amount) -> positive(amount, path + ".capacity[" + name + "]", report));
    }

    static void positive(String amount, String at, Report report) {
        if (AmountChecks.quantity(amount).map(Quantity::signum).orElse(1) <= 0) {
            report.invalid(at, amount, "must be greater than zero");
        }
    }

    private static void affinity(Json.Obj spec, String path, boolean inline, Report report) {
        boolean given = Tree.has(spec, "nodeAffinity");
        if (given && inline) {
            report.forbidden(path + ".nodeAffinity", "may not be specified in the context of inline volumes");
        } else if (given && !Tree.has(spec, "nodeAffinity", "required")) {
            report.required(path + ".nodeAffinity.required", "must specify required node constraints");
        }
        if (Tree.has(spec, "local") && !given && !Tree.has(spec, "hostPath")) {
            report.required(path + ".nodeAffinity", "Local volume requires node affinity");
        }
    }

    private static void iscsi(Json.Obj source, String path, Report report) {
        String name = Tree.text(source, "iqn");
        boolean known = name.startsWith("iqn") || name.startsWith("eui") || name.startsWith("naa");
        if (!name.isEmpty() && !known) {
            boolean persistent = path.endsWith("spec.iscsi") && !path.contains("volumes[");
            report.invalid(
                    path + ".iqn",
                    name,
                    persistent ? "must be valid format" : "must be valid format starting with iqn, eui, or naa");
        }
        boolean secret = Tree.flag(source, "chapAuthDiscovery") || Tree.flag(source, "chapAuthSession");
        if (secret && !Tree.has(source, "secretRef")) {
            report.required(path + ".secretRef");
        }
    }

    private static void fibre(Json.Obj source, String path, Report report) {
        boolean names = !Tree.list(source, "targetWWNs").isEmpty();
        boolean ids = !Tree.list(source, "wwids").isEmpty();
        if (!names && !ids) {
            report.required(path + ".targetWWNs", "must specify either targetWWNs or wwids, but not both");
        } else if (names && ids) {
            report.invalid(
                    path + ".targetWWNs",
                    source.get("targetWWNs"),
                    "targetWWNs and wwids can not be specified simultaneously");
        }
        if (names && !Tree.has(source, "lun")) {
            report.required(path + ".lun", "lun is required if targetWWNs is specified");
        }
    }

    /** Checks what may not change in a persistent volume, which is looked at as a whole once more on that occasion. */
    static void update(Json.Obj next, Json.Obj live, Report report) {
        persistent(Tree.object(next, "spec"), "spec", false, report);
        Json.Obj before = only(Tree.object(live, "spec"), PERSISTENT);
        Json.Obj after = only(Tree.object(next, "spec"), PERSISTENT);
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
        Json.Obj whole = (Json.Obj) report.inner(source, "core.v1.PersistentVolumeSpec");
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

    private static Json.Obj only(Json.Obj spec, List<String> fields) {
        Json.Obj kept = Json.Obj.EMPTY;
        for (String field : fields) {
            kept = Tree.withFrom(kept, spec, field);
        }
        return kept;
    }
}
