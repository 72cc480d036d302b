package dev.konverge.apiserver.policy;

import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.kind.NameSyntax;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Checks in which versions a webhook can be asked. */
final class ReviewVersions {
    private static final List<String> KNOWN = List.of("v1", "v1beta1");

    private ReviewVersions() {}

    static void check(Json.Obj hook, String at, List<FieldError> errors) {
        List<String> versions = Tree.strings(hook, "admissionReviewVersions");
        if (versions.isEmpty()) {
            errors.add(FieldError.required(at, "must specify one of " + String.join(", ", KNOWN)));
            return;
        }
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < versions.size(); i++) {
            String place = at + "[" + i + "]";
            String version = versions.get(i);
            if (!seen.add(version)) {
                errors.add(FieldError.invalid(place, version, "duplicate version"));
            } else {
                NameSyntax.label1035(version)
                        .forEach(problem -> errors.add(FieldError.invalid(place, version, problem)));
            }
        }
        if (KNOWN.stream().noneMatch(seen::contains)) {
            errors.add(FieldError.invalid(
                    at,
                    hook.get("admissionReviewVersions"),
                    "must include at least one of " + String.join(", ", KNOWN)));
        }
    }
}
