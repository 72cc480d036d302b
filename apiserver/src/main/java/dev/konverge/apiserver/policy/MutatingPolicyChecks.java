package dev.konverge.apiserver.policy;

import dev.konverge.apiserver.cel.CelFailure;
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
 * Checks policies that change objects before they are stored. They are data here: nothing is changed by them, but what their mutations
 * would make is looked at, as far as its type goes.
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
        Map<String, Expression> variables = variables(spec, params, errors);
        List<Json.Obj> mutations = Tree.objects(spec, "mutations");
        if (mutations.isEmpty()) {
            errors.add(FieldError.required("spec.mutations", "mutations must contain at least one item"));
        }
        for (int i = 0; i < mutations.size(); i++) {
            mutation(mutations.get(i), "spec.mutations[" + i + "].", params, variables, errors);
        }
        if (Tree.text(spec, "reinvocationPolicy").isEmpty()) {
            errors.add(FieldError.required("spec.reinvocationPolicy", ""));
        }
        return errors;
    }

    private static Map<String, Expression> variables(Json.Obj spec, boolean params, List<FieldError> errors) {
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
        return known;
    }

    private static void mutation(
            Json.Obj mutation,
            String place,
            boolean params,
            Map<String, Expression> variables,
            List<FieldError> errors) {
        String type = Tree.text(mutation, "patchType");
        boolean patch = type.equals("JSONPatch");
        if (!patch && !type.equals("ApplyConfiguration")) {
            // What it may be is the schema's to say.
            return;
        }
        String wanted = patch ? "jsonPatch" : "applyConfiguration";
        String other = patch ? "applyConfiguration" : "jsonPatch";
        if (Tree.has(mutation, wanted)) {
            String text = Tree.text(mutation, wanted, "expression").strip();
            expression(text, patch, place + wanted + ".expression", params, variables, errors);
        } else {
            errors.add(FieldError.required(place + wanted, "must be specified when patchType is " + type));
        }
        if (Tree.has(mutation, other)) {
            errors.add(FieldError.invalid(
                    place + other, "{" + other + "}", "must not be specified when patchType is " + type));
        }
    }

    private static void expression(
            String text,
            boolean patch,
            String place,
            boolean params,
            Map<String, Expression> variables,
            List<FieldError> errors) {
        if (text.isEmpty()) {
            errors.add(FieldError.required(place, ""));
            return;
        }
        String wanted = patch ? "list(JSONPatch)" : "Object";
        try {
            String type = Environment.ofMutations(params, variables, text).typeOf(text);
            if (!type.equals(wanted) && !type.equals("dyn") && !(patch && type.equals("list(dyn)"))) {
                errors.add(FieldError.invalid(place, text, "must evaluate to " + wanted + " but got " + type));
            }
        } catch (CelFailure rejected) {
            errors.add(FieldError.invalid(place, text, "compilation failed: " + rejected.text()));
        }
    }
}
