package dev.konverge.fidelity.random;

import dev.konverge.fidelity.scenario.Scenario;
import dev.konverge.fidelity.scenario.Step;
import dev.konverge.model.Json;
import dev.konverge.schema.KindDef;
import dev.konverge.schema.Schema;
import dev.konverge.schema.TypeDef;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Makes scenarios from a seed. The scenario of a seed and a number is always the same. */
public final class RandomScenarios {
    private static final String MERGE = "application/merge-patch+json";
    private static final String STRATEGIC = "application/strategic-merge-patch+json";
    private static final String APPLY = "application/apply-patch+yaml";
    private static final List<String> LISTS = List.of(
            "limit=1",
            "labelSelector=l%3D1",
            "labelSelector=!l",
            "limit=500",
            "resourceVersion=0",
            "limit=500&resourceVersion=0",
            "labelSelector=l+in+(1,2)",
            "labelSelector=m",
            "labelSelector=l>0");
    private static final List<String> DELETES = List.of(
            "",
            "?propagationPolicy=Foreground",
            "?propagationPolicy=Orphan",
            "?propagationPolicy=Background",
            "?gracePeriodSeconds=0",
            "?dryRun=All",
            "?propagationPolicy=Sideways",
            "?gracePeriodSeconds=-1");
    private static final List<String> MANAGERS =
            List.of("", "fieldManager=m1", "fieldManager=m2", "fieldManager=m1&fieldValidation=Strict", "dryRun=All");

    private final Schema schema;
    private final List<Json.Obj> kinds;

    /**
     * A generator.
     *
     * @param kinds what it starts from: where objects of a kind are, and one that is valid
     */
    public RandomScenarios(Schema schema, List<Json.Obj> kinds) {
        this.schema = schema;
        this.kinds = List.copyOf(kinds);
    }

    /** {@return the scenario of a seed and a number} */
    public Scenario scenario(long seed, int number) {
        // Two seeds that differ in one bit have beginnings in common; the constant spreads them.
        RandomGenerator random = new Random((seed * 1_000_003 + number) * 0x9E3779B97F4A7C15L);
        Json.Obj kind = kinds.get(random.nextInt(kinds.size()));
        return new Scenario(
                "random/" + seed + "-" + number + "-" + text(kind, "is"),
                List.of("random"),
                new Making(random, kind).steps());
    }

    /** One scenario in the making. */
    private final class Making {
        private final RandomGenerator random;
        private final String collection;
        private final String one;
        private final String scope;
        private final TypeDef type;
        private final FieldChange change;
        private final List<Step> steps = new ArrayList<>();
        private Json.Obj object;

        Making(RandomGenerator random, Json.Obj kind) {
            this.random = random;
            this.collection = text(kind, "at");
            this.one = collection + "/" + text(kind, "name");
            // Objects outside of namespaces are among those of other scenarios.
            this.scope = collection.contains("${ns}") ? "" : "&fieldSelector=metadata.name%3D" + text(kind, "name");
            this.object = (Json.Obj) kind.fields().getOrDefault("object", Json.Obj.EMPTY);
            this.type = schema.type(definition(object).type());
            this.change = new FieldChange(schema, random);
        }

        List<Step> steps() {
            for (int i = random.nextInt(3); i > 0; i--) {
                object = change.good(type, object);
            }
            if (random.nextInt(4) == 0) {
                add("PATCH", one + query("fieldManager=m1"), APPLY, object, "");
            } else {
                add("POST", collection + query(pick(MANAGERS.subList(0, 4))), "application/json", object, "");
            }
            for (int i = 1 + random.nextInt(4); i > 0; i--) {
                next();
            }
            add("GET", one, "", null, "");
            add("DELETE", one + pick(DELETES), "", null, "");
            add("GET", one, "", null, "");
            return steps;
        }

        private void next() {
            switch (random.nextInt(9)) {
                case 0 -> add("GET", collection + "?" + pick(LISTS) + scope, "", null, "");
                case 1 -> add("PATCH", one + query(pick(MANAGERS)), MERGE, change.patch(type, object), "");
                case 2 -> add("PATCH", one + query(pick(MANAGERS)), STRATEGIC, change.patch(type, object), "");
                case 3 ->
                    add(
                            "PATCH",
                            one + query("fieldManager=m2" + (random.nextBoolean() ? "&force=true" : "")),
                            APPLY,
                            change.good(type, object),
                            "");
                case 4 -> add("PATCH", one + query("fieldManager=m1"), APPLY, change.good(type, object), "");
                case 5 -> add("PUT", one + query(pick(MANAGERS)), "application/json", change.good(type, object), "");
                case 6 ->
                    add("POST", collection + query(pick(MANAGERS)), "application/json", change.bad(type, object), "");
                case 7 -> add("PATCH", one, MERGE, label(), "");
                default -> add("GET", one, "", null, "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io");
            }
        }

        private Json.Obj label() {
            Map<String, Json> labels = Map.of(pick(List.of("l", "m")), Json.of(pick(List.of("1", "2", "-bad-", ""))));
            return new Json.Obj(Map.of("metadata", new Json.Obj(Map.of("labels", new Json.Obj(labels)))));
        }

        private String query(String query) {
            return query.isEmpty() ? "" : "?" + query;
        }

        private <T> T pick(List<T> choices) {
            return choices.get(random.nextInt(choices.size()));
        }

        private void add(String method, String target, String type, @Nullable Json body, String accept) {
            Map<String, String> headers = new LinkedHashMap<>();
            if (!type.isEmpty()) {
                headers.put("Content-Type", type);
            }
            if (!accept.isEmpty()) {
                headers.put("Accept", accept);
            }
            Step.Body carried = body == null ? new Step.Body.None() : new Step.Body.Tree(body);
            steps.add(new Step.Call(new Step.Request(method, target, headers, carried), Map.of(), null));
        }
    }

    private KindDef definition(Json.Obj object) {
        String apiVersion = text(object, "apiVersion");
        int slash = apiVersion.indexOf('/');
        return schema.findKind(
                        slash < 0 ? "" : apiVersion.substring(0, slash),
                        apiVersion.substring(slash + 1),
                        text(object, "kind"))
                .orElseThrow(() -> new IllegalArgumentException("the schema has no kind of " + object));
    }

    private static String text(Json.Obj object, String field) {
        return object.get(field) instanceof Json.Str text ? text.value() : "";
    }
}
