package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What claims for devices and the classes of devices must be like; {@link SliceChecks} knows what is said of the devices there are. */
final class DeviceChecks {
    private static final String NO_REQUEST =
            "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";
    private static final String ONE_OF = "exactly one of `exactly` or `firstAvailable` is required";

    private DeviceChecks() {}

    static void register(TypeChecks checks) {
        checks.before("resource.v1.DeviceClaim", DeviceChecks::claim);
        checks.before(
                "resource.v1.ResourceClaimTemplateSpec",
                (spec, path, report) -> templateMetadata(Tree.object(spec, "metadata"), path + ".metadata", report));
        checks.before("resource.v1.DeviceSelector", (selector, path, report) -> {
            if (!Tree.has(selector, "cel")) {
                report.required(path + ".cel");
            }
        });
        checks.before("resource.v1.DeviceClassConfiguration", DeviceChecks::configuration);
        checks.after("resource.v1.DeviceClassSpec", (spec, path, report) -> {
            String name = Tree.text(spec, "extendedResourceName");
            if (Tree.has(spec, "extendedResourceName") && !isExtended(name)) {
                report.invalid(path + ".extendedResourceName", name, "must be a valid extended resource name");
            }
        });
    }

    /** {@return whether a name is that of a resource that somebody else than Kubernetes brings in} */
    private static boolean isExtended(String name) {
        boolean own = !name.contains("/")
                || name.substring(0, name.indexOf('/')).endsWith("kubernetes.io")
                || name.startsWith("requests.");
        return !own && NameSyntax.qualified("requests." + name).isEmpty();
    }

    /** Tells of what the metadata of a template may not have: all but labels and annotations. */
    static void templateMetadata(Json.Obj metadata, String path, Report report) {
        MetadataChecks.annotations(Tree.texts(metadata, "annotations"), path + ".annotations", report.errors());
        MetadataChecks.labels(Tree.texts(metadata, "labels"), path + ".labels", report.errors());
        metadata.fields().forEach((name, value) -> {
            boolean set = !(value instanceof Json.Null) && !name.equals("labels") && !name.equals("annotations");
            if (set) {
                report.forbidden(path + "." + (name.equals("uid") ? "uID" : name), "cannot be set");
            }
        });
    }

    private static void claim(Json.Obj claim, String path, Report report) {
        Map<String, Set<String>> names = new HashMap<>();
        List<Json.Obj> requests = Tree.objects(claim, "requests");
        for (Json.Obj request : requests) {
            names.put(
                    Tree.text(request, "name"),
                    Tree.objects(request, "firstAvailable").stream()
                            .map(sub -> Tree.text(sub, "name"))
                            .collect(Collectors.toSet()));
        }
        for (int i = 0; i < requests.size(); i++) {
            request(requests.get(i), path + ".requests[" + i + "]", report);
        }
        List<Json.Obj> constraints = Tree.objects(claim, "constraints");
        for (int i = 0; i < constraints.size(); i++) {
            String at = path + ".constraints[" + i + "]";
            references(constraints.get(i), names, at, report);
            constraint(constraints.get(i), at, report);
        }
        List<Json.Obj> configurations = Tree.objects(claim, "config");
        for (int i = 0; i < configurations.size(); i++) {
            String at = path + ".config[" + i + "]";
            references(configurations.get(i), names, at, report);
            configuration(configurations.get(i), at, report);
        }
    }

    private static void request(Json.Obj request, String at, Report report) {
        String name = Tree.text(request, "name");
        report.invalid(at + ".name", name, NameSyntax.label(name));
        boolean exactly = Tree.has(request, "exactly");
        List<Json.Obj> available = Tree.objects(request, "firstAvailable");
        if (!exactly && available.isEmpty()) {
            report.required(at, ONE_OF);
        } else if (exactly && !available.isEmpty()) {
            report.invalid(at, Json.Null.INSTANCE, ONE_OF + ", but multiple fields are set");
        } else if (exactly) {
            wanted(Tree.object(request, "exactly"), at + ".exactly", report);
        } else {
            for (int i = 0; i < available.size(); i++) {
                String place = at + ".firstAvailable[" + i + "]";
                String own = Tree.text(available.get(i), "name");
                report.invalid(place + ".name", own, NameSyntax.label(own));
                wanted(available.get(i), place, report);
            }
        }
    }

    private static void wanted(Json.Obj wanted, String at, Report report) {
        NetworkChecks.name(wanted, "deviceClassName", NameSyntax.Rule.SUBDOMAIN, at, report);
        long count = Tree.number(wanted, "count");
        String mode = Tree.text(wanted, "allocationMode");
        switch (mode) {
            case "All" -> {
                if (count != 0) {
                    report.invalid(at + ".count", Json.of(count), "must not be specified when allocationMode is 'All'");
                }
            }
            case "ExactCount" -> {
                if (count <= 0) {
                    report.invalid(at + ".count", Json.of(count), "must be greater than zero");
                }
            }
            default -> report.notSupported(at + ".allocationMode", mode, List.of("All", "ExactCount"));
        }
    }

    private static void references(Json.Obj part, Map<String, Set<String>> names, String at, Report report) {
        List<String> requests = Tree.strings(part, "requests");
        for (int i = 0; i < requests.size(); i++) {
            String place = at + ".requests[" + i + "]";
            String[] steps = requests.get(i).split("/", -1);
            boolean known = steps.length == 1
                    ? names.containsKey(steps[0])
                    : steps.length == 2
                            && names.getOrDefault(steps[0], Set.of()).contains(steps[1]);
            for (int j = 0; j < steps.length && steps.length <= 2; j++) {
                report.invalid(place, steps[j], NameSyntax.label(steps[j]));
            }
            if (!known) {
                report.invalid(place, requests.get(i), NO_REQUEST);
            }
        }
    }

    private static void constraint(Json.Obj constraint, String at, Report report) {
        if (Tree.has(constraint, "matchAttribute")) {
            fullName(constraint, "matchAttribute", at, report);
        } else if (Tree.has(constraint, "distinctAttribute")) {
            fullName(constraint, "distinctAttribute", at, report);
        } else {
            report.required(
                    at,
                    "exactly one of \"matchAttribute\" or \"distinctAttribute\" is required, but multiple fields are set");
        }
    }

    private static void fullName(Json.Obj constraint, String field, String at, Report report) {
        String name = Tree.text(constraint, field);
        if (!name.contains("/")) {
            report.invalid(
                    at + "." + field, name, "a fully qualified name must be a domain and a name separated by a slash");
        }
    }

    private static void configuration(Json.Obj configuration, String at, Report report) {
        if (Tree.has(configuration, "opaque")) {
            StorageChecks.driverName(Tree.text(configuration, "opaque", "driver"), at + ".opaque.driver", report);
        } else {
            report.required(at + ".opaque");
        }
    }
}
