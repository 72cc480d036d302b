package dev.konverge.apiserver.crd;

import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.failure.GoText;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Checks the schemas that a schema is composed of: {@code anyOf}, {@code oneOf}, {@code allOf} and {@code not}. */
final class Composition {
    private Composition() {}

    /** Adds what is wrong to a result; {@code check} checks the value at hand against a nested schema. */
    static void check(SchemaNode schema, String path, CheckResult result, Function<SchemaNode, CheckResult> check) {
        ValueRules rules = schema.rules();
        anyOf(rules.anyOf(), path, result, check);
        oneOf(rules.oneOf(), path, result, check);
        allOf(rules.allOf(), path, result, check);
        SchemaNode not = rules.not();
        if (not != null && check.apply(not).isValid()) {
            complain(path, " must not validate the schema (not)", result);
        }
        result.match();
        result.match();
    }

    private static void anyOf(
            List<SchemaNode> schemas, String path, CheckResult result, Function<SchemaNode, CheckResult> check) {
        CheckResult best = null;
        for (SchemaNode schema : schemas) {
            CheckResult found = check.apply(schema);
            if (found.isValid()) {
                result.merge(found);
                return;
            }
            best = better(best, found);
        }
        if (best != null) {
            complain(path, " must validate at least one schema (anyOf)", result);
            result.merge(best);
        }
    }

    private static void oneOf(
            List<SchemaNode> schemas, String path, CheckResult result, Function<SchemaNode, CheckResult> check) {
        if (schemas.isEmpty()) {
            return;
        }
        CheckResult best = null;
        CheckResult valid = null;
        int count = 0;
        for (SchemaNode schema : schemas) {
            CheckResult found = check.apply(schema);
            if (found.isValid()) {
                count++;
                valid = valid == null ? found : valid;
            } else {
                best = better(best, found);
            }
        }
        if (count == 1 && valid != null) {
            result.merge(valid);
            return;
        }
        String found = count == 0 ? "Found none valid" : "Found " + count + " valid alternatives";
        complain(path, " must validate one and only one schema (oneOf). " + found, result);
        if (count == 0 && best != null) {
            result.merge(best);
        }
    }

    private static void allOf(
            List<SchemaNode> schemas, String path, CheckResult result, Function<SchemaNode, CheckResult> check) {
        int count = 0;
        for (SchemaNode schema : schemas) {
            CheckResult found = check.apply(schema);
            count += found.isValid() ? 1 : 0;
            result.merge(found);
        }
        if (count != schemas.size()) {
            complain(path, " must validate all the schemas (allOf)" + (count == 0 ? ". None validated" : ""), result);
        }
    }

    private static CheckResult better(@Nullable CheckResult best, CheckResult found) {
        return best == null || found.fitsBetterThan(best) ? found : best;
    }

    /** Kubernetes does not say which field is meant otherwise than in the text. */
    private static void complain(String path, String complaint, CheckResult result) {
        result.add(FieldError.invalid("<nil>", "", GoText.quote(path) + complaint));
    }
}
