package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import dev.konverge.model.Quantity;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What amounts of resources must be like: how resources are called, and what limits, quotas and overheads say of them. */
final class AmountChecks {
    private static final Set<String> OF_CONTAINERS = Set.of("cpu", "memory", "ephemeral-storage");
    /** Counted, not measured. */
    private static final Set<String> WHOLE = Set.of(
            "pods",
            "resourcequotas",
            "services",
            "replicationcontrollers",
            "secrets",
            "persistentvolumeclaims",
            "configmaps",
            "services.nodeports",
            "services.loadbalancers");

    private static final Set<String> MEASURED = Set.of(
            "cpu",
            "memory",
            "ephemeral-storage",
            "requests.cpu",
            "requests.memory",
            "requests.storage",
            "requests.ephemeral-storage",
            "limits.cpu",
            "limits.memory",
            "limits.ephemeral-storage");

    private static final Set<String> OF_QUOTAS =
            Stream.concat(WHOLE.stream(), MEASURED.stream()).collect(Collectors.toUnmodifiableSet());

    private static final Set<String> LIMITED = Set.of("Pod", "Container", "PersistentVolumeClaim");
    private static final Set<String> SCOPES = Set.of(
            "Terminating",
            "NotTerminating",
            "BestEffort",
            "NotBestEffort",
            "PriorityClass",
            "CrossNamespacePodAffinity",
            "VolumeAttributesClass");

    private AmountChecks() {}

    static void register(TypeChecks checks) {
        checks.before("core.v1.LimitRangeSpec", AmountChecks::limits);
        checks.before("core.v1.ResourceQuotaSpec", AmountChecks::quota);
        checks.before("node.v1.Overhead", (overhead, path, report) -> overhead(overhead, "podFixed", path, report));
    }

    /** Checks what a pod needs besides its containers, which is spoken of as their limits are. */
    static void overhead(Json.Obj owner, String field, String path, Report report) {
        Tree.texts(owner, field).forEach((name, amount) -> {
            String at = path + ".limits[" + name + "]";
            ofContainer(name, at, report);
            value(name, amount, at, report);
        });
    }

    /** Checks the name of a resource that a container may ask for. */
    static void ofContainer(String name, String at, Report report) {
        name(name, at, report);
        boolean plain = !name.contains("/");
        if (plain && !OF_CONTAINERS.contains(name) && !name.startsWith("hugepages-")) {
            report.invalid(at, name, "must be a standard resource for containers");
        }
    }

    /** Checks the name of a resource. */
    static void name(String name, String at, Report report) {
        List<String> problems = NameSyntax.qualified(name);
        report.invalid(at, name, problems);
        boolean standard = OF_QUOTAS.contains(name)
                || name.equals("storage")
                || name.startsWith("hugepages-")
                || name.startsWith("requests.hugepages-");
        if (problems.isEmpty() && !name.contains("/") && !standard) {
            report.invalid(at, name, "must be a standard resource type or fully qualified");
        }
    }

    /** Checks an amount: not below zero, and whole if what it counts cannot be divided. */
    static void value(String name, String amount, String at, Report report) {
        Optional<Quantity> quantity = quantity(amount);
        if (quantity.isPresent() && quantity.get().signum() < 0) {
            report.invalid(at, amount, Report.NEGATIVE);
        }
        boolean extended =
                name.contains("/") && !name.substring(0, name.indexOf('/')).endsWith("kubernetes.io");
        boolean whole = WHOLE.contains(name) || extended;
        if (whole && quantity.isPresent() && !isWhole(quantity.get())) {
            report.invalid(at, amount, "must be an integer");
        }
    }

    private static boolean isWhole(Quantity quantity) {
        return quantity.toString().chars().noneMatch(unit -> "num".indexOf(unit) >= 0);
    }

    /** {@return an amount, if the text is one} */
    static Optional<Quantity> quantity(String amount) {
        try {
            return Optional.of(Quantity.parse(amount));
        } catch (IllegalArgumentException notOne) {
            return Optional.empty();
        }
    }

    private static void limits(Json.Obj spec, String path, Report report) {
        Set<String> types = new HashSet<>();
        List<Json.Obj> limits = Tree.objects(spec, "limits");
        for (int i = 0; i < limits.size(); i++) {
            String at = path + ".limits[" + i + "]";
            String type = Tree.text(limits.get(i), "type");
            List<String> problems = NameSyntax.qualified(type);
            report.invalid(at + ".type", type, problems);
            if (problems.isEmpty() && !type.contains("/") && !LIMITED.contains(type)) {
                report.invalid(at + ".type", type, "must be a standard limit type or fully qualified");
            }
            if (!types.add(type)) {
                report.duplicate(at + ".type", Json.of(type));
            }
            limit(limits.get(i), type, at, report);
        }
    }

    private static void limit(Json.Obj limit, String type, String at, Report report) {
        List<String> named = new ArrayList<>(List.of("max", "min"));
        for (String field : List.of("default", "defaultRequest")) {
            if (!type.equals("Pod")) {
                named.add(field);
            }
        }
        named.forEach(field -> names(limit, field, type, at, report));
        for (String field : List.of("default", "defaultRequest")) {
            if (type.equals("Pod") && Tree.has(limit, field)) {
                report.forbidden(at + "." + field, "may not be specified when `type` is 'Pod'");
            }
        }
        boolean bound = Tree.has(limit, "min", "storage") || Tree.has(limit, "max", "storage");
        if (type.equals("PersistentVolumeClaim") && !bound) {
            report.required(
                    at + ".limits", "either minimum or maximum storage value is required, but neither was provided");
        }
        names(limit, "maxLimitRequestRatio", type, at, report);
        Set<String> resources = new TreeSet<>();
        List.of("max", "min", "default", "defaultRequest", "maxLimitRequestRatio")
                .forEach(field -> resources.addAll(Tree.texts(limit, field).keySet()));
        resources.forEach(resource -> new LimitOrder(limit, resource, at, report).check());
    }

    private static void names(Json.Obj limit, String field, String type, String at, Report report) {
        boolean ofContainers = type.equals("Pod") || type.equals("Container");
        for (String name : Tree.texts(limit, field).keySet()) {
            String place = at + "." + field + "[" + name + "]";
            if (ofContainers) {
                ofContainer(name, place, report);
            } else {
                name(name, place, report);
            }
        }
    }

    private static void quota(Json.Obj spec, String path, Report report) {
        Tree.texts(spec, "hard").forEach((name, amount) -> {
            String at = path + ".hard[" + name + "]";
            name(name, at, report);
            boolean standard =
                    OF_QUOTAS.contains(name) || name.startsWith("hugepages-") || name.startsWith("requests.hugepages-");
            if (!name.contains("/") && !standard) {
                report.invalid(at, name, "must be a standard resource for quota");
            }
            value(name, amount, at, report);
        });
        List<String> scopes = Tree.strings(spec, "scopes");
        Json shown = spec.get("scopes");
        Set<String> measured = new TreeSet<>(Tree.texts(spec, "hard").keySet());
        measured.retainAll(OF_QUOTAS);
        for (String scope : scopes) {
            if (!SCOPES.contains(scope)) {
                report.invalid(path + ".scopes", shown, "unsupported scope");
            }
            for (String resource : measured) {
                if (!fits(scope, resource)) {
                    report.invalid(path + ".scopes", shown, "unsupported scope applied to resource");
                }
            }
        }
        if (conflict(scopes)) {
            report.invalid(path + ".scopes", shown, "conflicting scopes");
        }
        selector(spec, measured, path + ".scopeSelector.matchExpressions", report);
    }

    private static boolean conflict(List<String> scopes) {
        return scopes.containsAll(List.of("BestEffort", "NotBestEffort"))
                || scopes.containsAll(List.of("Terminating", "NotTerminating"));
    }

    /** {@return whether a scope can tell objects of a resource apart} */
    private static boolean fits(String scope, String resource) {
        return switch (scope) {
            case "BestEffort" -> resource.equals("pods");
            case "Terminating", "NotTerminating", "NotBestEffort", "PriorityClass", "CrossNamespacePodAffinity" ->
                resource.equals("pods")
                        || resource.matches("((requests|limits)\\.)?(cpu|memory|ephemeral-storage)")
                        || resource.startsWith("requests.hugepages-");
            case "VolumeAttributesClass" ->
                resource.equals("persistentvolumeclaims") || resource.equals("requests.storage");
            default -> true;
        };
    }

    private static void selector(Json.Obj spec, Set<String> measured, String at, Report report) {
        List<String> scopes = new ArrayList<>();
        for (Json.Obj expression : Tree.objects(spec, "scopeSelector", "matchExpressions")) {
            String scope = Tree.text(expression, "scopeName");
            scopes.add(scope);
            if (!SCOPES.contains(scope)) {
                report.invalid(at + ".scopeName", scope, "unsupported scope");
            }
            for (String resource : measured) {
                if (!fits(scope, resource)) {
                    report.invalid(
                            at,
                            report.inner(spec.get("scopeSelector"), "core.v1.ScopeSelector"),
                            "unsupported scope applied to resource");
                }
            }
            requirement(expression, scope, at, report);
        }
        if (conflict(scopes)) {
            report.invalid(at, spec.get("scopes"), "conflicting scopes");
        }
    }

    private static void requirement(Json.Obj expression, String scope, String at, Report report) {
        String operator = Tree.text(expression, "operator");
        boolean valued = scope.equals("PriorityClass") || scope.equals("VolumeAttributesClass");
        if (SCOPES.contains(scope) && !valued && !operator.equals("Exists")) {
            report.invalid(
                    at + ".operator",
                    operator,
                    "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, "
                            + "ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or "
                            + "ResourceQuotaScopeCrossNamespacePodAffinity");
        }
        boolean empty = Tree.list(expression, "values").isEmpty();
        switch (operator) {
            case "In", "NotIn" -> {
                if (empty) {
                    report.required(
                            at + ".values",
                            "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector");
                }
            }
            case "Exists", "DoesNotExist" -> {
                if (!empty) {
                    report.invalid(
                            at + ".values",
                            expression.get("values"),
                            "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector");
                }
            }
            default -> report.invalid(at + ".operator", operator, "not a valid selector operator");
        }
    }
}
