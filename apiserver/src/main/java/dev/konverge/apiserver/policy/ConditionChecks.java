package dev.konverge.apiserver.policy;

import dev.konverge.apiserver.cel.Compilation;
import dev.konverge.apiserver.cel.Environment;
import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.kind.NameSyntax;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks the conditions under which a policy or a webhook is asked, before they are stored. */
public final class ConditionChecks {
    private ConditionChecks() {}

    /**
     * {@return what is wrong with the conditions of the webhooks in a configuration, and with what is looked at after them}; conditions
     * that have not changed are let pass
     */
    public static List<FieldError> webhooks(Json.Obj configuration, Json.@Nullable Obj live) {
        List<Json.Obj> hooks = Tree.objects(configuration, "webhooks");
        boolean known = live != null && conditions(hooks).equals(conditions(Tree.objects(live, "webhooks")));
        List<FieldError> errors = new ArrayList<>();
        for (int i = 0; i < hooks.size(); i++) {
            String at = "webhooks[" + i + "]";
            if (!known) {
                List<Json.Obj> conditions = Tree.objects(hooks.get(i), "matchConditions");
                errors.addAll(errors(conditions, at + ".matchConditions", false));
            }
            ReviewVersions.check(hooks.get(i), at + ".admissionReviewVersions", errors);
        }
        return errors;
    }

    private static List<List<Json.Obj>> conditions(List<Json.Obj> hooks) {
        return hooks.stream().map(hook -> Tree.objects(hook, "matchConditions")).toList();
    }

    /** {@return what is wrong with conditions}; {@code params} says whether they may speak of parameters */
    static List<FieldError> errors(List<Json.Obj> conditions, String at, boolean params) {
        List<FieldError> errors = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (int i = 0; i < conditions.size(); i++) {
            String place = at + "[" + i + "].";
            String text = Tree.text(conditions.get(i), "expression").strip();
            if (text.isEmpty()) {
                errors.add(FieldError.required(place + "expression", ""));
            } else {
                Compilation compilation =
                        Environment.ofAdmission(params, true, Map.of()).compile(text);
                findProblem(compilation, List.of("bool"))
                        .ifPresent(why -> errors.add(FieldError.invalid(place + "expression", text, why)));
            }
            String name = Tree.text(conditions.get(i), "name");
            if (name.isEmpty()) {
                errors.add(FieldError.required(place + "name", ""));
                continue;
            }
            NameSyntax.qualified(name)
                    .forEach(problem -> errors.add(FieldError.invalid(place + "name", name, problem)));
            if (!names.add(name)) {
                errors.add(FieldError.duplicate(place + "name", Json.of(name)));
            }
        }
        return errors;
    }

    /** {@return why an expression cannot be one of these types, any if there are none, if it cannot} */
    static Optional<String> findProblem(Compilation compilation, List<String> types) {
        return switch (compilation) {
            case Compilation.Rejected rejected -> Optional.of("compilation failed: " + rejected.why());
            case Compilation.Doomed doomed -> Optional.of("program instantiation failed: " + doomed.why());
            case Compilation.Compiled compiled -> {
                String type = compiled.expression().resultType();
                String wanted = types.size() == 1 ? types.getFirst() : "one of [" + String.join(" ", types) + "]";
                yield types.isEmpty() || types.contains(type)
                        ? Optional.empty()
                        : Optional.of("must evaluate to " + wanted + " but got " + type);
            }
        };
    }
}
