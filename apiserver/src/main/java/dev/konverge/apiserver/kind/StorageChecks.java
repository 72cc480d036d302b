package dev.konverge.apiserver.kind;

import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What the kinds of storage.k8s.io must be like. */
final class StorageChecks {
    private static final int MAX_DRIVER = 63;
    private static final int MAX_NODE_ID = 192;
    private static final int MAX_PARAMETERS = 512;
    private static final int LEAST_TOKEN = 600;
    private static final int LEAST_PERIOD = 10;

    private StorageChecks() {}

    static void register(TypeChecks checks) {
        checks.before("storage.v1.StorageClass", (object, path, report) -> {
            provisioner(object, "provisioner", report);
            parameters(object, report);
            String policy = Tree.text(object, "reclaimPolicy");
            if (!policy.isEmpty() && !List.of("Delete", "Retain").contains(policy)) {
                report.notSupported("reclaimPolicy", policy, List.of("Delete", "Retain"));
            }
            topologies(object, report);
        });
        checks.before("storage.v1.VolumeAttributesClass", (object, path, report) -> {
            provisioner(object, "driverName", report);
            parameters(object, report);
            if (Tree.object(object, "parameters").fields().isEmpty()) {
                report.required("parameters", "must contain at least one key/value pair");
            }
        });
        checks.before("storage.v1.CSIDriverSpec", StorageChecks::driver);
        checks.before("storage.v1.CSINodeSpec", StorageChecks::nodeDrivers);
        checks.before("storage.v1.VolumeAttachmentSpec", (spec, path, report) -> {
            driverName(Tree.text(spec, "attacher"), path + ".attacher", report);
            source(Tree.object(spec, "source"), path + ".source", report);
            report.invalid(
                    path + ".nodeName", Tree.text(spec, "nodeName"), NameSyntax.subdomain(Tree.text(spec, "nodeName")));
        });
        checks.after("storage.v1.CSIStorageCapacity", (object, path, report) -> {
            String name = Tree.text(object, "storageClassName");
            report.invalid("storageClassName", name, NameSyntax.subdomain(name));
            if (Tree.text(object, "capacity").startsWith("-")) {
                report.invalid("capacity", Tree.text(object, "capacity"), Report.NEGATIVE);
            }
        });
    }

    private static void provisioner(Json.Obj object, String field, Report report) {
        String name = Tree.text(object, field).toLowerCase(Locale.ROOT);
        if (name.isEmpty()) {
            report.required(field);
        } else {
            report.invalid(field, name, NameSyntax.qualified(name));
        }
    }

    private static void parameters(Json.Obj object, Report report) {
        Map<String, String> parameters = Tree.texts(object, "parameters");
        if (parameters.size() > MAX_PARAMETERS) {
            report.errors().add(FieldError.tooLong("parameters", MAX_PARAMETERS));
        } else if (parameters.containsKey("")) {
            report.invalid("parameters", "", "field can not be empty.");
        }
    }

    /** Two terms that say the same are one too many; an empty one says the same as the list's spare places of the real server. */
    private static void topologies(Json.Obj object, Report report) {
        List<Json.Obj> terms = Tree.objects(object, "allowedTopologies");
        List<Map<String, Set<String>>> seen = new ArrayList<>();
        terms.forEach(term -> seen.add(Map.of()));
        for (int i = 0; i < terms.size(); i++) {
            String at = "allowedTopologies[" + i + "]";
            Map<String, Set<String>> term =
                    SchedulingChecks.topology(terms.get(i), at + ".matchLabelExpressions", report);
            for (Map<String, Set<String>> other : seen) {
                if (other.equals(term)) {
                    report.duplicate(at + ".matchLabelExpressions", Json.of(""));
                }
            }
            seen.add(term);
        }
    }

    /** Checks the name of a driver. */
    static void driverName(String name, String path, Report report) {
        if (name.isEmpty()) {
            report.required(path);
        }
        if (name.length() > MAX_DRIVER) {
            report.errors().add(FieldError.tooLong(path, MAX_DRIVER));
        }
        if (!name.isEmpty()) {
            NameSyntax.subdomain(name.toLowerCase(Locale.ROOT)).forEach(problem -> report.invalid(path, name, problem));
        }
    }

    private static void driver(Json.Obj spec, String path, Report report) {
        Set<String> audiences = new HashSet<>();
        List<Json.Obj> requests = Tree.objects(spec, "tokenRequests");
        for (int i = 0; i < requests.size(); i++) {
            tokenRequest(requests.get(i), path + ".tokenRequests[" + i + "]", audiences, report);
        }
        for (String mode : Tree.strings(spec, "volumeLifecycleModes")) {
            if (!mode.equals("Persistent") && !mode.equals("Ephemeral")) {
                report.notSupported(path + ".volumeLifecycleModes", mode, List.of("Persistent", "Ephemeral"));
            }
        }
        String groups = Tree.text(spec, "fsGroupPolicy");
        List<String> known = List.of("File", "None", "ReadWriteOnceWithFSType");
        if (!known.contains(groups)) {
            report.notSupported(path + ".fsGroupPolicy", groups, known);
        }
        Json period = spec.get("nodeAllocatableUpdatePeriodSeconds");
        if (period instanceof Json.Int seconds && seconds.value() < LEAST_PERIOD) {
            report.invalid(
                    path + ".nodeAllocatableUpdatePeriodSeconds",
                    period,
                    "must be greater than or equal to 10 seconds");
        }
        if (Tree.has(spec, "serviceAccountTokenInSecrets") && requests.isEmpty()) {
            report.invalid(
                    path + ".serviceAccountTokenInSecrets",
                    spec.get("serviceAccountTokenInSecrets"),
                    "serviceAccountTokenInSecrets is set but no tokenRequests are specified");
        }
    }

    private static void tokenRequest(Json.Obj request, String at, Set<String> audiences, Report report) {
        String audience = Tree.text(request, "audience");
        if (!audiences.add(audience)) {
            report.duplicate(at + ".audience", Json.of(audience));
            return;
        }
        Json expiration = request.get("expirationSeconds");
        if (expiration instanceof Json.Int seconds && seconds.value() < LEAST_TOKEN) {
            report.invalid(at + ".expirationSeconds", expiration, "may not specify a duration less than 10 minutes");
        } else if (expiration instanceof Json.Int seconds && seconds.value() > 1L << 32) {
            report.invalid(
                    at + ".expirationSeconds", expiration, "may not specify a duration larger than 2^32 seconds");
        }
    }

    private static void nodeDrivers(Json.Obj spec, String path, Report report) {
        Set<String> names = new HashSet<>();
        List<Json.Obj> drivers = Tree.objects(spec, "drivers");
        for (int i = 0; i < drivers.size(); i++) {
            String at = path + ".drivers[" + i + "]";
            Json.Obj driver = drivers.get(i);
            String name = Tree.text(driver, "name");
            driverName(name, at + ".name", report);
            if (Tree.text(driver, "nodeID").length() > MAX_NODE_ID) {
                report.invalid(
                        at + ".nodeID", Tree.text(driver, "nodeID"), "must be " + MAX_NODE_ID + " characters or less");
            }
            report.nonNegative(Tree.object(driver, "allocatable"), at + ".allocatable", "count");
            if (!names.add(name)) {
                report.duplicate(at + ".name", Json.of(name));
            }
            Set<String> keys = new HashSet<>();
            for (String key : Tree.strings(driver, "topologyKeys")) {
                if (!keys.add(key)) {
                    report.duplicate(at, Json.of(key));
                }
                report.invalid(at, key, NameSyntax.qualified(key));
            }
        }
    }

    /** Checks that what a driver said of itself stays as it is, but for how many volumes it takes. */
    static void nodeUpdate(Json.Obj spec, Json.Obj old, Report report) {
        for (Json.Obj before : Tree.objects(old, "drivers")) {
            for (Json.Obj after : Tree.objects(spec, "drivers")) {
                boolean same = Tree.text(before, "name").equals(Tree.text(after, "name"));
                Json.Obj kept = Tree.without(after, "allocatable");
                if (same && !kept.equals(Tree.without(before, "allocatable"))) {
                    report.invalid(
                            "spec.drivers", report.inner(kept, "storage.v1.CSINodeDriver"), MetadataChecks.IMMUTABLE);
                }
            }
        }
    }

    private static void source(Json.Obj source, String path, Report report) {
        boolean named = Tree.has(source, "persistentVolumeName");
        boolean inline = Tree.has(source, "inlineVolumeSpec");
        String one = "must specify exactly one of inlineVolumeSpec and persistentVolumeName";
        if (!named && !inline) {
            report.required(path, one);
        } else if (named && inline) {
            report.forbidden(path, one);
        } else if (inline) {
            PersistentVolumeChecks.inline(Tree.object(source, "inlineVolumeSpec"), path + ".inlineVolumeSpec", report);
        }
        if (named) {
            String name = Tree.text(source, "persistentVolumeName");
            report.invalid(path + ".persistentVolumeName", name, NameSyntax.subdomain(name));
        }
    }
}
