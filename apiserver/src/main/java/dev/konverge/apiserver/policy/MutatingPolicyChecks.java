package dev.konverge.apiserver.policy;

import dev.konverge.apiserver.cel.Compilation;
import dev.konverge.apiserver.cel.Environment;
import dev.konverge.apiserver.cel.Expression;
import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Checks policies that change objects before they are stored. They are data here: nothing is changed by them, so what their mutations
 * would make is not looked into.
 */
public final class MutatingPolicyChecks {
    /** The policies, as they are served. */
    public static final String POLICIES = "mutatingadmissionpolicies.admissionregistration.k8s.io";

    private MutatingPolicyChecks() {}

    /** {@return what is wrong with a policy}; what has not changed is let pass */
    public static List<FieldError> errors(Json.Obj policy, Json.@Nullable Obj live) {
        Json.Obj spec = Tree.object(policy, "spec");
        List<FieldError> errors = new ArrayList<>();
        if (live != null && spec.equals(Tree.object(live, "spec"))) {
            return errors;
        }
        boolean params = Tree.has(spec, "paramKind");
        PolicyChecks.matching(spec, params, errors);
        variables(spec, params, errors);
        mutations(Tree.objects(spec, "mutations"), errors);
        if (Tree.text(spec, "reinvocationPolicy").isEmpty()) {
            errors.add(FieldError.required("spec.reinvocationPolicy", ""));
        }
        return errors;
    }

    private static void variables(Json.Obj spec, boolean params, List<FieldError> errors) {
        Map<String, Expression> known = new LinkedHashMap<>();
        List<Json.Obj> variables = Tree.objects(spec, "variables");
        for (int i = 0; i < variables.size(); i++) {
            String place = "spec.variables[" + i + "].expression";
            String text = Tree.text(variables.get(i), "expression");
            Compilation compilation =
                    Environment.ofAdmission(params, true, known).compile(text);
            ConditionChecks.findProblem(compilation, List.of())
                    .ifPresent(why -> errors.add(FieldError.invalid(place, text, why)));
            if (compilation instanceof Compilation.Compiled compiled) {
                known.put(Tree.text(variables.get(i), "name"), compiled.expression());
            }
        }
    }

    private static void mutations(List<Json.Obj> mutations, List<FieldError> errors) {
        if (mutations.isEmpty()) {
            errors.add(FieldError.required("spec.mutations", "mutations must contain at least one item"));
        }
        for (int i = 0; i < mutations.size(); i++) {
            String place = "spec.mutations[" + i + "].";
            switch (Tree.text(mutations.get(i), "patchType")) {
                case "JSONPatch" ->
                    pair(mutations.get(i), "jsonPatch", "applyConfiguration", "JSONPatch", place, errors);
                case "ApplyConfiguration" ->
                    pair(mutations.get(i), "applyConfiguration", "jsonPatch", "ApplyConfiguration", place, errors);
                default -> {
                    // What it may be is the schema's to say.
                }
            }
        }
    }

    private static void pair(
            Json.Obj mutation, String wanted, String other, String type, String place, List<FieldError> errors) {
        if (!Tree.has(mutation, wanted)) {
            errors.add(FieldError.required(place + wanted, "must be specified when patchType is " + type));
        }
        if (Tree.has(mutation, other)) {
            errors.add(FieldError.invalid(
                    place + other, "{" + other + "}", "must not be specified when patchType is " + type));
        }
    }
}
