package dev.konverge.apiserver.policy;

import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.kind.NameSyntax;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.util.List;
import java.util.Locale;

/** Checks what a policy says of the kind of its parameters. */
final class ParamKindChecks {
    private ParamKindChecks() {}

    static void check(Json.Obj reference, String place, List<FieldError> errors) {
        String version = Tree.text(reference, "apiVersion");
        if (version.isEmpty()) {
            errors.add(FieldError.required(place + "apiVersion", ""));
        } else if (version.chars().filter(c -> c == '/').count() > 1) {
            errors.add(FieldError.invalid(place + "apiVersion", version, "unexpected GroupVersion string: " + version));
        } else {
            version(version, place + "apiVersion", errors);
        }
        String kind = Tree.text(reference, "kind");
        List<String> problems = NameSyntax.label1035(kind.toLowerCase(Locale.ROOT));
        if (kind.isEmpty()) {
            errors.add(FieldError.required(place + "kind", ""));
        } else if (!problems.isEmpty()) {
            errors.add(FieldError.invalid(
                    place + "kind",
                    kind,
                    "may have mixed case, but should otherwise match: " + String.join(",", problems)));
        }
    }

    private static void version(String full, String place, List<FieldError> errors) {
        int slash = full.indexOf('/');
        String group = full.substring(0, Math.max(slash, 0));
        String version = full.substring(slash + 1);
        List<String> groupProblems = group.isEmpty() ? List.of() : NameSyntax.subdomain(group);
        if (!groupProblems.isEmpty()) {
            errors.add(FieldError.invalid(place, group, String.join(",", groupProblems)));
        }
        List<String> versionProblems = NameSyntax.label1035(version);
        if (version.isEmpty()) {
            errors.add(FieldError.invalid(place, full, "version must be specified"));
        } else if (!versionProblems.isEmpty()) {
            errors.add(FieldError.invalid(place, version, String.join(",", versionProblems)));
        }
    }
}
