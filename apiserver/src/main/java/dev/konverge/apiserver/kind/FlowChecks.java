package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import java.util.List;

/** What the kinds of flowcontrol.apiserver.k8s.io must be like. */
final class FlowChecks {
    private static final long MOST_QUEUES = 10_000_000;

    /** How many bits of a hash there are to choose queues by. */
    private static final int HASH_BITS = 60;

    private static final List<String> VERBS =
            List.of("create", "delete", "deletecollection", "get", "list", "patch", "proxy", "update", "watch");
    private static final int MAX_PRECEDENCE = 10000;

    private FlowChecks() {}

    static void register(TypeChecks checks) {
        checks.before("flowcontrol.v1.FlowSchemaSpec", FlowChecks::schema);
        checks.before("flowcontrol.v1.FlowSchema", (object, path, report) -> {
            boolean first = Tree.number(object, "spec", "matchingPrecedence") == 1;
            if (first && !Tree.text(object, "metadata", "name").equals("exempt")) {
                report.invalid(
                        "spec.matchingPrecedence",
                        Json.of(1L),
                        "only the schema named 'exempt' may have matchingPrecedence 1");
            }
        });
        checks.before("flowcontrol.v1.PriorityLevelConfigurationSpec", FlowChecks::level);
        // It counts only where the level says that it is one of these.
        checks.instead("flowcontrol.v1.LimitedPriorityLevelConfiguration", (limited, path, report) -> {});
        checks.before("flowcontrol.v1.PriorityLevelConfiguration", (object, path, report) -> {
            String type = Tree.text(object, "spec", "type");
            boolean exempt = Tree.text(object, "metadata", "name").equals("exempt");
            if (exempt != type.equals("Exempt")) {
                report.invalid("spec.type", type, "must be 'Exempt' if and only if `name` is 'exempt'");
            }
        });
    }

    private static void schema(Json.Obj spec, String path, Report report) {
        long precedence = Tree.number(spec, "matchingPrecedence");
        String at = path + ".matchingPrecedence";
        if (precedence <= 0) {
            report.invalid(at, Json.of(precedence), "must be a positive value");
        } else if (precedence > MAX_PRECEDENCE) {
            report.invalid(at, Json.of(precedence), "must not be greater than " + MAX_PRECEDENCE);
        }
        String method = Tree.text(spec, "distinguisherMethod", "type");
        List<String> methods = List.of("ByNamespace", "ByUser");
        if (Tree.has(spec, "distinguisherMethod") && !methods.contains(method)) {
            report.notSupported(
                    path + ".distinguisherMethod.type",
                    report.inner(spec.get("distinguisherMethod"), "flowcontrol.v1.FlowDistinguisherMethod"),
                    methods);
        }
        String level = Tree.text(spec, "priorityLevelConfiguration", "name");
        if (level.isEmpty()) {
            report.required(path + ".priorityLevelConfiguration.name", "must reference a priority level");
        } else {
            report.invalid(path + ".priorityLevelConfiguration.name", level, NameSyntax.subdomain(level));
        }
        List<Json.Obj> rules = Tree.objects(spec, "rules");
        for (int i = 0; i < rules.size(); i++) {
            rule(rules.get(i), path + ".rules[" + i + "]", report);
        }
    }

    private static void rule(Json.Obj rule, String at, Report report) {
        List<Json.Obj> subjects = Tree.objects(rule, "subjects");
        if (subjects.isEmpty()) {
            report.required(at + ".subjects", "subjects must contain at least one value");
        }
        for (int i = 0; i < subjects.size(); i++) {
            subject(subjects.get(i), at + ".subjects[" + i + "]", report);
        }
        List<Json.Obj> resources = Tree.objects(rule, "resourceRules");
        List<Json.Obj> others = Tree.objects(rule, "nonResourceRules");
        if (resources.isEmpty() && others.isEmpty()) {
            report.required(at, "at least one of resourceRules and nonResourceRules has to be non-empty");
        }
        for (int i = 0; i < resources.size(); i++) {
            resources(resources.get(i), at + ".resourceRules[" + i + "]", report);
        }
        for (int i = 0; i < others.size(); i++) {
            String place = at + ".nonResourceRules[" + i + "]";
            verbs(others.get(i), place, report);
            list(
                    others.get(i),
                    "nonResourceURLs",
                    place,
                    "nonResourceURLs must contain at least one value",
                    "non-resource URLs",
                    report);
            urls(Tree.strings(others.get(i), "nonResourceURLs"), place + ".nonResourceURLs", report);
        }
    }

    private static void urls(List<String> urls, String at, Report report) {
        for (int i = 0; i < urls.size() && !urls.contains("*"); i++) {
            if (urls.get(i).isEmpty()) {
                report.invalid(at + "[" + i + "]", "", "must not be empty");
            } else if (!urls.get(i).startsWith("/")) {
                report.invalid(at + "[" + i + "]", urls.get(i), "must start with slash");
            }
        }
    }

    private static void subject(Json.Obj subject, String at, Report report) {
        String kind = Tree.text(subject, "kind");
        List<String> kinds = List.of("Group", "ServiceAccount", "User");
        if (!kinds.contains(kind)) {
            report.notSupported(at + ".kind", kind, kinds);
            return;
        }
        String own = Character.toLowerCase(kind.charAt(0)) + kind.substring(1);
        if (!Tree.has(subject, own)) {
            report.required(at + "." + own, own + " is required when subject kind is '" + kind + "'");
        } else if (kind.equals("ServiceAccount")) {
            String name = Tree.text(subject, own, "name");
            if (!name.isEmpty() && !name.equals("*")) {
                report.invalid(at + "." + own + ".name", name, NameSyntax.subdomain(name));
            }
        }
        for (String other : kinds) {
            String field = Character.toLowerCase(other.charAt(0)) + other.substring(1);
            if (!other.equals(kind) && Tree.has(subject, field)) {
                report.forbidden(at + "." + field, field + " is forbidden when subject kind is not '" + other + "'");
            }
        }
    }

    private static void resources(Json.Obj rule, String at, Report report) {
        verbs(rule, at, report);
        list(rule, "apiGroups", at, "resource rules must supply at least one api group", "api groups", report);
        list(rule, "resources", at, "resource rules must supply at least one resource", "resources", report);
        List<String> namespaces = Tree.strings(rule, "namespaces");
        if (namespaces.isEmpty() && !Tree.flag(rule, "clusterScope")) {
            report.required(
                    at + ".namespaces",
                    "resource rules that are not cluster scoped must supply at least one namespace");
        }
        for (int i = 0; i < namespaces.size() && !namespaces.contains("*"); i++) {
            String place = at + ".namespaces[" + i + "]";
            for (String problem : NameSyntax.label(namespaces.get(i))) {
                report.invalid(
                        place,
                        namespaces.get(i),
                        "each member of this list must be '*' or a DNS-1123 label; " + problem);
            }
        }
    }

    private static void verbs(Json.Obj rule, String at, Report report) {
        list(rule, "verbs", at, "verbs must contain at least one value", "verbs", report);
        List<String> verbs = Tree.strings(rule, "verbs");
        if (!verbs.contains("*") && !VERBS.containsAll(verbs)) {
            report.notSupported(at + ".verbs", Tree.arr(verbs), VERBS);
        }
    }

    private static void list(Json.Obj rule, String field, String at, String empty, String others, Report report) {
        List<String> values = Tree.strings(rule, field);
        if (values.isEmpty()) {
            report.required(at + "." + field, empty);
        } else if (values.size() > 1 && values.contains("*")) {
            report.invalid(at + "." + field, rule.get(field), "if '*' is present, must not specify other " + others);
        }
    }

    private static void level(Json.Obj spec, String path, Report report) {
        switch (Tree.text(spec, "type")) {
            case "Exempt" -> {
                if (Tree.has(spec, "limited")) {
                    report.forbidden(path + ".limited", "must be nil if the type is not Limited");
                }
            }
            case "Limited" -> {
                if (Tree.has(spec, "exempt")) {
                    report.forbidden(path + ".exempt", "must be nil if the type is Limited");
                }
                if (Tree.has(spec, "limited")) {
                    limited(Tree.object(spec, "limited"), path + ".limited", report);
                } else {
                    report.required(path + ".limited", "must not be empty when type is Limited");
                }
            }
            case String other
            when !other.isEmpty() -> report.notSupported(path + ".type", other, List.of("Exempt", "Limited"));
            default -> {
                // That it is missing is the schema's to tell of.
            }
        }
    }

    private static void limited(Json.Obj limited, String at, Report report) {
        if (Tree.number(limited, "nominalConcurrencyShares") < 0) {
            report.invalid(
                    at + ".nominalConcurrencyShares",
                    limited.get("nominalConcurrencyShares"),
                    "must be a non-negative integer");
        }
        String type = Tree.text(limited, "limitResponse", "type");
        String place = at + ".limitResponse";
        boolean queues = Tree.has(limited, "limitResponse", "queuing");
        switch (type) {
            case "Reject" -> {
                if (queues) {
                    report.forbidden(place + ".queuing", "must be nil if limited.limitResponse.type is not Limited");
                }
            }
            case "Queue" -> {
                if (!queues) {
                    report.required(place + ".queuing", "must not be empty if limited.limitResponse.type is Limited");
                } else {
                    queuing(Tree.object(limited, "limitResponse", "queuing"), place + ".queuing", report);
                }
            }
            case "" -> report.required(place + ".type");
            default -> report.notSupported(place + ".type", type, List.of("Queue", "Reject"));
        }
        long lendable = Tree.number(limited, "lendablePercent");
        if (lendable < 0 || lendable > 100) {
            report.invalid(at + ".lendablePercent", Json.of(lendable), "must be between 0 and 100, inclusive");
        }
        if (Tree.number(limited, "borrowingLimitPercent") < 0) {
            report.invalid(
                    at + ".borrowingLimitPercent",
                    limited.get("borrowingLimitPercent"),
                    "if specified, must be a non-negative integer");
        }
    }

    private static void queuing(Json.Obj queuing, String at, Report report) {
        if (Tree.number(queuing, "queueLengthLimit") <= 0) {
            report.invalid(at + ".queueLengthLimit", queuing.get("queueLengthLimit"), "must be positive");
        }
        long queues = Tree.number(queuing, "queues");
        if (queues <= 0) {
            report.invalid(at + ".queues", Json.of(queues), "must be positive");
        } else if (queues > MOST_QUEUES) {
            report.invalid(at + ".queues", Json.of(queues), "must not be greater than " + MOST_QUEUES);
        }
        long hand = Tree.number(queuing, "handSize");
        if (hand <= 0) {
            report.invalid(at + ".handSize", Json.of(hand), "must be positive");
        } else if (hand > queues) {
            report.invalid(at + ".handSize", Json.of(hand), "should not be greater than queues (" + queues + ")");
        } else if (Math.ceil(Math.log((double) queues) / Math.log(2) * hand) > HASH_BITS) {
            report.invalid(
                    at + ".handSize",
                    Json.of(hand),
                    "required entropy bits of deckSize " + queues + " and handSize " + hand
                            + " should not be greater than " + HASH_BITS);
        }
    }
}
