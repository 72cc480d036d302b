package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import java.util.List;
import java.util.Locale;

/** Checks what a policy says of the kind of its parameters. */
final class ParamKindChecks {
    private ParamKindChecks() {}

    static void register(TypeChecks checks) {
        for (String type : List.of("ValidatingAdmissionPolicySpec", "MutatingAdmissionPolicySpec")) {
            checks.before("admissionregistration.v1." + type, (spec, path, report) -> {
                if (Tree.has(spec, "paramKind")) {
                    check(Tree.object(spec, "paramKind"), path + ".paramKind.", report);
                }
            });
        }
    }

    private static void check(Json.Obj reference, String place, Report report) {
        String version = Tree.text(reference, "apiVersion");
        if (version.isEmpty()) {
            report.required(place + "apiVersion");
        } else if (version.chars().filter(c -> c == '/').count() > 1) {
            report.invalid(place + "apiVersion", version, "unexpected GroupVersion string: " + version);
        } else {
            version(version, place + "apiVersion", report);
        }
        String kind = Tree.text(reference, "kind");
        List<String> problems = NameSyntax.label1035(kind.toLowerCase(Locale.ROOT));
        if (kind.isEmpty()) {
            report.required(place + "kind");
        } else if (!problems.isEmpty()) {
            report.invalid(
                    place + "kind",
                    kind,
                    "may have mixed case, but should otherwise match: " + String.join(",", problems));
        }
    }

    private static void version(String full, String place, Report report) {
        int slash = full.indexOf('/');
        String group = full.substring(0, Math.max(slash, 0));
        String version = full.substring(slash + 1);
        List<String> groupProblems = group.isEmpty() ? List.of() : NameSyntax.subdomain(group);
        if (!groupProblems.isEmpty()) {
            report.invalid(place, group, String.join(",", groupProblems));
        }
        List<String> versionProblems = NameSyntax.label1035(version);
        if (version.isEmpty()) {
            report.invalid(place, full, "version must be specified");
        } else if (!versionProblems.isEmpty()) {
            report.invalid(place, version, String.join(",", versionProblems));
        }
    }
}
