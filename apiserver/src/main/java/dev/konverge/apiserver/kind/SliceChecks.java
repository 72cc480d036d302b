package dev.konverge.apiserver.kind;

import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a driver may say of the devices it has.
 *
 * @param spec the spec of a ResourceSlice
 * @param path where it stands
 * @param report takes what is wrong
 */
record SliceChecks(Json.Obj spec, String path, Report report) {
    private static final String TYPE = "resource.v1.ResourceSliceSpec";
    private static final String NODES =
            "exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required";
    private static final String DEVICE_NODES =
            "exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when "
                    + "`perDeviceNodeSelection` is set to true in the ResourceSlice spec";
    private static final int LONGEST_VALUE = 64;
    private static final int LONGEST_NAME = 32;
    private static final List<String> SINGLE = List.of("bool", "int", "string", "version");
    private static final List<String> SEVERAL = List.of("bools", "ints", "strings", "versions");
    private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern VERSION = Pattern.compile("(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)"
            + "(-(0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(\\.(0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?"
            + "(\\+[0-9a-zA-Z-]+(\\.[0-9a-zA-Z-]+)*)?");

    static void register(TypeChecks checks) {
        checks.instead(TYPE, (spec, path, report) -> new SliceChecks(spec, path, report).run());
    }

    /** {@return a slice that still tells an empty list from none where that is a mistake}, which its normal form does not */
    static Json.Obj withEmptyLists(Json.Obj normal, Json.Obj given) {
        Json.Obj result = normal;
        boolean both = Tree.at(given, "spec", "devices") instanceof Json.Arr
                && Tree.at(given, "spec", "sharedCounters") instanceof Json.Arr;
        for (String list : List.of("devices", "sharedCounters")) {
            if (both && !Tree.has(normal, "spec", list)) {
                result = Tree.with(result, new Json.Arr(List.of()), "spec", list);
            }
        }
        return result;
    }

    /** {@return a slice whose attributes have one value each}: that they have several is a feature that is off */
    static Json.Obj withoutLists(Json.Obj slice) {
        List<Json.Obj> devices = Tree.objects(slice, "spec", "devices");
        List<Json> kept = new ArrayList<>();
        for (Json.Obj device : devices) {
            Json.Obj plain = device;
            for (String name : Tree.object(device, "attributes").fields().keySet()) {
                for (String list : SEVERAL) {
                    plain = Tree.without(plain, "attributes", name, list);
                }
            }
            kept.add(plain);
        }
        return kept.equals(devices) ? slice : Tree.with(slice, new Json.Arr(kept), "spec", "devices");
    }

    private void run() {
        StorageChecks.driverName(Tree.text(spec, "driver"), path + ".driver", report);
        pool();
        placed(spec, List.of("nodeName", "nodeSelector", "allNodes", "perDeviceNodeSelection"), path, NODES);
        if (Tree.has(spec, "sharedCounters") && Tree.has(spec, "devices")) {
            report.invalid(path, "", "only one of `sharedCounters` or `devices` is allowed");
        }
        List<Json.Obj> devices = Tree.objects(spec, "devices");
        Set<String> names = new HashSet<>();
        for (int i = 0; i < devices.size(); i++) {
            String at = path + ".devices[" + i + "]";
            device(devices.get(i), at);
            if (!names.add(Tree.text(devices.get(i), "name"))) {
                report.duplicate(at, Json.of(Tree.text(devices.get(i), "name")));
            }
        }
        List<Json.Obj> sets = Tree.objects(spec, "sharedCounters");
        for (int i = 0; i < sets.size(); i++) {
            counters(sets.get(i), "name", path + ".sharedCounters[" + i + "]");
        }
    }

    private void pool() {
        String pool = Tree.text(spec, "pool", "name");
        if (pool.isEmpty()) {
            report.required(path + ".pool.name");
        } else {
            for (String part : pool.split("/", -1)) {
                report.invalid(path + ".pool.name", part, NameSyntax.subdomain(part));
            }
        }
        long slices = Tree.number(spec, "pool", "resourceSliceCount");
        if (slices <= 0) {
            report.invalid(path + ".pool.resourceSliceCount", Json.of(slices), "must be greater than zero");
        }
    }

    /** One of several ways to say which nodes can use a device. */
    private void placed(Json.Obj owner, List<String> ways, String at, String rule) {
        List<String> set = new ArrayList<>();
        for (String way : ways) {
            if (owner.get(way) instanceof Json.Bool flag && !flag.value()) {
                report.invalid(at + "." + way, flag, "must be either unset or set to true");
            } else if (Tree.has(owner, way)) {
                set.add("`" + way + "`");
            }
            if (way.equals("nodeName")) {
                NetworkChecks.name(owner, way, NameSyntax.Rule.SUBDOMAIN, at, report);
            } else if (way.equals("nodeSelector")) {
                String type = owner.equals(spec) ? TYPE : "resource.v1.Device";
                report.schema().field(owner, type, way, at, way, report);
            }
        }
        if (set.isEmpty()) {
            report.required(at, rule);
        } else if (set.size() > 1) {
            boolean whole = owner.equals(spec);
            report.invalid(
                    at, "{" + String.join(", ", set) + "}", rule + (whole ? ", but multiple fields are set" : ""));
        }
    }

    private void device(Json.Obj device, String at) {
        NetworkChecks.name(device, "name", NameSyntax.Rule.LABEL, at, report);
        Tree.object(device, "attributes").fields().forEach((name, value) -> {
            qualified(name, at + ".attributes");
            if (value instanceof Json.Obj attribute) {
                attribute(attribute, at + ".attributes[" + name + "]");
            }
        });
        Tree.object(device, "capacity").fields().forEach((name, value) -> {
            qualified(name, at + ".capacity");
            boolean policy = value instanceof Json.Obj capacity && Tree.has(capacity, "requestPolicy");
            if (policy && !Tree.flag(device, "allowMultipleAllocations")) {
                report.forbidden(at + ".capacity[" + name + "].requestPolicy", "allowMultipleAllocations must be true");
            }
        });
        taints(device, at + ".taints");
        List<Json.Obj> consumed = Tree.objects(device, "consumesCounters");
        for (int i = 0; i < consumed.size(); i++) {
            counters(consumed.get(i), "counterSet", at + ".consumesCounters[" + i + "]");
        }
        List<String> ways = List.of("nodeName", "nodeSelector", "allNodes");
        if (Tree.flag(spec, "perDeviceNodeSelection")) {
            placed(device, ways, at, DEVICE_NODES);
        } else if (ways.stream().anyMatch(way -> Tree.has(device, way))) {
            report.invalid(
                    at,
                    Json.Null.INSTANCE,
                    "`nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is set to "
                            + "true in the ResourceSlice spec");
        }
        conditions(device, at);
    }

    private void taints(Json.Obj device, String path) {
        List<Json.Obj> taints = Tree.objects(device, "taints");
        for (int i = 0; i < taints.size(); i++) {
            String at = path + "[" + i + "]";
            String key = Tree.text(taints.get(i), "key");
            report.invalid(at + ".key", key, NameSyntax.qualified(key));
            String value = Tree.text(taints.get(i), "value");
            report.invalid(at + ".value", value, NameSyntax.labelValue(value));
            report.schema().field(taints.get(i), "resource.v1.DeviceTaint", "effect", at, "effect", report);
        }
    }

    private void conditions(Json.Obj device, String at) {
        List<String> conditions = Tree.strings(device, "bindingConditions");
        List<String> failures = Tree.strings(device, "bindingFailureConditions");
        for (String field : List.of("bindingConditions", "bindingFailureConditions")) {
            List<String> names = Tree.strings(device, field);
            for (int i = 0; i < names.size(); i++) {
                report.invalid(at + "." + field + "[" + i + "]", names.get(i), NameSyntax.qualified(names.get(i)));
            }
        }
        for (int i = 0; i < failures.size(); i++) {
            if (conditions.contains(failures.get(i))) {
                report.invalid(
                        at + ".bindingFailureConditions[" + i + "]",
                        failures.get(i),
                        "bindingFailureConditions must not overlap with bindingConditions");
            }
        }
        if (conditions.isEmpty() && !failures.isEmpty()) {
            report.invalid(
                    at + ".bindingConditions",
                    Json.Null.INSTANCE,
                    "bindingConditions are required to use bindingFailureConditions");
        } else if (failures.isEmpty() && !conditions.isEmpty()) {
            report.invalid(
                    at + ".bindingFailureConditions",
                    Json.Null.INSTANCE,
                    "bindingFailureConditions are required to use bindingConditions");
        }
    }

    /** The name of an attribute or a capacity: that of a field, after the domain of whoever says what it means. */
    private void qualified(String name, String at) {
        int slash = name.indexOf('/');
        if (slash == 0) {
            report.invalid(at, "", "the domain must not be empty");
        } else if (slash > 0) {
            StorageChecks.driverName(name.substring(0, slash), at, report);
        }
        String own = name.substring(slash + 1);
        if (own.isEmpty()) {
            report.invalid(at, "", "the name must not be empty");
            return;
        }
        if (own.length() > LONGEST_NAME) {
            report.errors().add(FieldError.tooLong(at, LONGEST_NAME));
        }
        if (!IDENTIFIER.matcher(own).matches()) {
            report.invalid(
                    at,
                    own,
                    "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric "
                            + "characters or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for validation is '"
                            + IDENTIFIER.pattern() + "')");
        }
    }

    private void attribute(Json.Obj attribute, String at) {
        int values = 0;
        for (String field : SINGLE) {
            if (Tree.has(attribute, field)) {
                values++;
                text(attribute.get(field), field, at + "." + field);
            }
        }
        if (values != 1) {
            Json shown = values == 0 ? Json.of("") : report.inner(attribute, "resource.v1.DeviceAttribute");
            report.invalid(at, shown, "exactly one value must be specified");
        }
    }

    private void text(@Nullable Json value, String sort, String at) {
        if (!(value instanceof Json.Str text)) {
            return;
        }
        if (sort.equals("version") && !VERSION.matcher(text.value()).matches()) {
            report.invalid(at, text.value(), "must be a string compatible with semver.org spec 2.0.0");
        }
        if (text.value().length() > LONGEST_VALUE) {
            report.errors().add(FieldError.tooLong(at, LONGEST_VALUE));
        }
    }

    /** A set of counters, or what a device takes of one. */
    private void counters(Json.Obj set, String named, String at) {
        if (Tree.text(set, named).isEmpty()) {
            report.required(at + "." + named);
        } else {
            NetworkChecks.name(set, named, NameSyntax.Rule.LABEL, at, report);
        }
        Map<String, Json> counters = Tree.object(set, "counters").fields();
        if (counters.isEmpty()) {
            report.required(at + ".counters");
        }
        counters.keySet().forEach(counter -> report.invalid(at + ".counters", counter, NameSyntax.label(counter)));
    }
}
