package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What webhooks, and what admission policies say of what they look at, must be like; expressions, and what comes after them, are looked at elsewhere. */
final class WebhookChecks {
    private static final List<String> HARMLESS = List.of("None", "NoneOnDryRun");
    private static final List<String> MUTABLE = List.of("*", "CONNECT", "CREATE", "UPDATE");
    private static final int LONGEST_TIMEOUT = 30;

    private WebhookChecks() {}

    static void register(TypeChecks checks) {
        String group = "admissionregistration.v1.";
        checks.before(group + "ValidatingWebhookConfiguration", WebhookChecks::configuration);
        checks.before(group + "MutatingWebhookConfiguration", WebhookChecks::configuration);
        checks.before(group + "NamedRuleWithOperations", WebhookChecks::rule);
        checks.before(group + "ParamRef", WebhookChecks::parameters);
        checks.before(group + "MutatingAdmissionPolicyBindingSpec", WebhookChecks::policyName);
        checks.after(
                group + "MutatingAdmissionPolicyBindingSpec",
                (spec, path, report) -> mutable(spec, "matchResources", path, report));
        checks.after(
                group + "MutatingAdmissionPolicySpec",
                (spec, path, report) -> mutable(spec, "matchConstraints", path, report));
    }

    private static void policyName(Json.Obj spec, String path, Report report) {
        if (Tree.text(spec, "policyName").isEmpty()) {
            report.required(path + ".policyName");
        }
    }

    /** Nothing can be changed in what is deleted. */
    private static void mutable(Json.Obj spec, String field, String path, Report report) {
        for (Json.Obj rule : Tree.objects(spec, field, "resourceRules")) {
            for (String operation : Tree.strings(rule, "operations")) {
                if (!MUTABLE.contains(operation)) {
                    report.notSupported(path + "." + field + ".resourceRules.operations", operation, MUTABLE);
                }
            }
        }
    }

    private static void configuration(Json.Obj object, String path, Report report) {
        List<Json.Obj> hooks = Tree.objects(object, "webhooks");
        Set<String> names = new HashSet<>();
        for (int i = 0; i < hooks.size(); i++) {
            String at = "webhooks[" + i + "]";
            hook(hooks.get(i), at, report);
            String name = Tree.text(hooks.get(i), "name");
            if (!name.isEmpty() && !names.add(name)) {
                report.duplicate(at + ".name", Json.of(name));
            }
        }
    }

    private static void hook(Json.Obj hook, String at, Report report) {
        String name = Tree.text(hook, "name");
        List<String> problems = NameSyntax.subdomain(name);
        if (name.isEmpty()) {
            report.required(at + ".name");
        } else if (!problems.isEmpty()) {
            report.invalid(at + ".name", name, problems);
        } else if (name.split("\\.", -1).length < 3) {
            report.invalid(at + ".name", name, "should be a domain with at least three segments separated by dots");
        }
        List<Json.Obj> rules = Tree.objects(hook, "rules");
        for (int i = 0; i < rules.size(); i++) {
            rule(rules.get(i), at + ".rules[" + i + "]", report);
        }
        String effects = Tree.text(hook, "sideEffects");
        if (effects.isEmpty()) {
            report.required(at + ".sideEffects", "must specify one of " + String.join(", ", HARMLESS));
        } else if (!HARMLESS.contains(effects)) {
            report.notSupported(at + ".sideEffects", effects, HARMLESS);
        }
        long timeout = Tree.number(hook, "timeoutSeconds");
        if (timeout < 1 || timeout > LONGEST_TIMEOUT) {
            report.invalid(
                    at + ".timeoutSeconds", Json.of(timeout), "the timeout value must be between 1 and 30 seconds");
        }
        for (String selector : List.of("namespaceSelector", "objectSelector")) {
            report.selector(Tree.object(hook, selector), at + "." + selector);
        }
        WebhookClients.check(Tree.object(hook, "clientConfig"), at + ".clientConfig", report.errors());
    }

    private static void rule(Json.Obj rule, String at, Report report) {
        for (String field : List.of("operations", "apiGroups", "apiVersions", "resources")) {
            List<String> values = Tree.strings(rule, field);
            String words = switch (field) {
                case "apiGroups" -> "API groups";
                case "apiVersions" -> "API versions";
                default -> field;
            };
            if (values.isEmpty()) {
                report.required(at + "." + field);
            } else if (values.size() > 1 && values.contains("*") && !field.equals("resources")) {
                report.invalid(at + "." + field, rule.get(field), "if '*' is present, must not specify other " + words);
            }
        }
        List<String> versions = Tree.strings(rule, "apiVersions");
        for (int i = 0; i < versions.size(); i++) {
            if (versions.get(i).isEmpty()) {
                report.required(at + ".apiVersions[" + i + "]");
            }
        }
        resources(rule, at + ".resources", report);
    }

    private static void resources(Json.Obj rule, String at, Report report) {
        List<String> resources = Tree.strings(rule, "resources");
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < resources.size(); i++) {
            resource(resources.get(i), at + "[" + i + "]", seen, report);
        }
        if (resources.size() > 1 && resources.contains("*/*")) {
            report.invalid(at, rule.get("resources"), "if '*/*' is present, must not specify other resources");
        }
        boolean whole = resources.stream().anyMatch(name -> !name.equals("*") && !name.contains("/"));
        if (resources.contains("*") && whole) {
            report.invalid(
                    at,
                    rule.get("resources"),
                    "if '*' is present, must not specify other resources without subresources");
        }
    }

    /** What a star has covered before must not be named again. */
    private static void resource(String resource, String at, Set<String> seen, Report report) {
        if (resource.isEmpty()) {
            report.required(at);
            return;
        }
        int slash = resource.indexOf('/');
        if (slash < 0) {
            return;
        }
        String ofAll = resource.substring(0, slash) + "/*";
        String everywhere = "*" + resource.substring(slash);
        for (String star : ofAll.equals(everywhere) ? List.of(ofAll) : List.of(ofAll, everywhere)) {
            if (seen.contains(star)) {
                report.invalid(at, resource, "if '" + star + "' is present, must not specify " + resource);
            }
        }
        if (resource.equals(ofAll) || resource.equals(everywhere)) {
            seen.add(resource);
        }
    }

    private static void parameters(Json.Obj reference, String path, Report report) {
        boolean named = !Tree.text(reference, "name").isEmpty();
        boolean selected = Tree.has(reference, "selector");
        if (named) {
            NetworkChecks.name(reference, "name", NameSyntax.Rule.PATH_SEGMENT, path, report);
            if (selected) {
                report.forbidden(path + ".name", "name and selector are mutually exclusive");
            }
        } else if (!selected) {
            report.required(path, "one of name or selector must be specified");
        }
        if (selected) {
            report.selector(Tree.object(reference, "selector"), path + ".selector");
            if (named) {
                report.forbidden(path + ".selector", "name and selector are mutually exclusive");
            }
        }
        String action = Tree.text(reference, "parameterNotFoundAction");
        if (action.isEmpty()) {
            report.required(path + ".parameterNotFoundAction");
        } else if (!List.of("Deny", "Allow").contains(action)) {
            report.notSupported(path + ".parameterNotFoundAction", action, List.of("Deny", "Allow"));
        }
    }
}
