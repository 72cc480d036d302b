package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import java.util.List;
import java.util.Map;

/** What the sources of volumes must be like. What each needs is mostly the schema's to demand. */
final class VolumeChecks {
    static final String ONE_TYPE = "may not specify more than 1 volume type";

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

    /** Fields that are misspelled in the complaint that there is another source. */
    private static final Map<String, String> MISSPELLED = Map.of("cephfs", "cephFS", "downwardAPI", "downwarAPI");

    private VolumeChecks() {}

    static void register(TypeChecks checks) {
        // A pod looks at its volumes itself.
        checks.instead("core.v1.Volume", (volume, path, report) -> {});
        checks.before("core.v1.FlockerVolumeSource", VolumeChecks::flocker);
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
        checks.before("core.v1.KeyToPath", (item, path, report) -> {
            String target = Tree.text(item, "path");
            localPath(target, path + ".path", report);
            if (target.startsWith("..") && !List.of(target.split("/")).contains("..")) {
                report.invalid(path + ".path", target, "must not start with '..'");
            }
        });
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

    /** Checks that a path leads to something inside a volume. */
    static void localPath(String target, String at, Report report) {
        List<String> steps = List.of(target.split("/"));
        if (target.startsWith("/")) {
            report.invalid(at, target, "must be a relative path");
        }
        if (steps.contains("..")) {
            report.invalid(at, target, "must not contain '..'");
        }
    }

    /** Checks the first source of a volume of a pod, and tells of every other. */
    static void sources(Json.Obj volume, String path, Report report) {
        sources(volume, "core.v1.Volume", SOURCES, path, report);
    }

    /**
     * Checks the first source of a volume, and tells of every other.
     *
     * @param type the type of the volume without the common beginning
     * @param order the sources in the order in which they are looked for
     */
    static void sources(Json.Obj volume, String type, List<String> order, String path, Report report) {
        boolean found = false;
        for (String source : order) {
            if (!Tree.has(volume, source)) {
                continue;
            }
            // Of a persistent volume Kubernetes looks at this one whatever else there is.
            boolean always = source.equals("flexVolume") && type.equals("core.v1.PersistentVolumeSpec");
            if (found && !always) {
                report.forbidden(path + "." + MISSPELLED.getOrDefault(source, source), ONE_TYPE);
            } else {
                String shown = source.equals("gcePersistentDisk") ? "persistentDisk" : source;
                report.schema().field(volume, type, source, path, shown, report);
            }
            if (source.equals("local") && !found && !Tree.has(volume, "nodeAffinity")) {
                report.required(path + ".nodeAffinity", "Local volume requires node affinity");
            }
            found = true;
        }
        if (!found) {
            report.required(path, "must specify a volume type");
        }
    }

    private static void flocker(Json.Obj source, String path, Report report) {
        String name = Tree.text(source, "datasetName");
        boolean id = !Tree.text(source, "datasetUUID").isEmpty();
        if (name.isEmpty() && !id) {
            report.required(path, "one of datasetName and datasetUUID is required");
        }
        if (!name.isEmpty() && id) {
            report.invalid(path, "resource", "datasetName and datasetUUID can not be specified simultaneously");
        }
        if (name.contains("/")) {
            report.invalid(path + ".datasetName", name, "must not contain '/'");
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
}
