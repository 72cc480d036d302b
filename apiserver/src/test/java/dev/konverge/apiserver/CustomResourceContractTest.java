package dev.konverge.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.VirtualPlatform;
import dev.konverge.model.Json;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Custom resources from their definition to their end. */
class CustomResourceContractTest {
    private static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    private static final String FOOS = "/apis/example.com/v1/namespaces/default/foos";
    private static final String DEFINITION = """
            {"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
             "metadata":{"name":"foos.example.com"},
             "spec":{"group":"example.com","scope":"Namespaced",
              "names":{"plural":"foos","kind":"Foo","shortNames":["fo"]},
              "versions":[
               {"name":"v1","served":true,"storage":true,"subresources":{"status":{},
                 "scale":{"specReplicasPath":".spec.replicas","statusReplicasPath":".status.replicas"}},
                "selectableFields":[{"jsonPath":".spec.color"}],
                "schema":{"openAPIV3Schema":{"type":"object","properties":{
                 "spec":{"type":"object","properties":{
                   "replicas":{"type":"integer","default":1},"color":{"type":"string"},
                   "items":{"type":"array","items":{"type":"string"}}}},
                 "status":{"type":"object","properties":{"replicas":{"type":"integer"}}}}}}},
               {"name":"v1beta1","served":true,"storage":false,"deprecated":true,
                "schema":{"openAPIV3Schema":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}}]}}
            """;

    private final VirtualPlatform platform = new VirtualPlatform(5);
    private final Driver server = Driver.of(platform);

    @BeforeEach
    void define() {
        assertThat(server.post(DEFINITIONS, DEFINITION).status()).isEqualTo(201);
    }

    @AfterEach
    void close() {
        platform.close();
    }

    private static List<String> conditions(Driver.Answer definition) {
        return ((Json.Arr) definition.at("status.conditions"))
                .items().stream()
                        .map(condition -> new Driver.Answer(0, Headers.NONE, condition.toString()))
                        .map(condition -> condition.text("type") + "=" + condition.text("status"))
                        .toList();
    }

    private Driver.Answer make(String name, String spec) {
        return server.post(
                FOOS,
                "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Foo\",\"metadata\":{\"name\":\"" + name + "\"},\"spec\":"
                        + spec + "}");
    }

    @Test
    @DisplayName("R1, D8: a definition is established before its request is answered, in three steps")
    void definitionsAreEstablishedAtOnce() {
        Driver.Answer stored = server.get(DEFINITIONS + "/foos.example.com");
        assertThat(stored.text("status.storedVersions.0")).isEqualTo("v1");
        assertThat(stored.text("status.acceptedNames.singular")).isEqualTo("foo");
        assertThat(conditions(stored)).containsExactly("NamesAccepted=True", "Established=True");
        try (Driver.Watching watch = server.watch(DEFINITIONS + "?watch=1&resourceVersion=1")) {
            assertThat(watch.next(3))
                    .containsExactly(
                            "ADDED foos.example.com", "MODIFIED foos.example.com", "MODIFIED foos.example.com");
        }
        assertThat(server.get("/apis/example.com/v1").body()).contains("\"name\":\"foos\"");
    }

    @Test
    @DisplayName("R5: an object is pruned, gets defaults, a generation and no status")
    void objectsGoThroughTheirSchema() {
        Driver.Answer made = server.post(FOOS, """
                {"apiVersion":"example.com/v1","kind":"Foo","metadata":{"name":"a"},
                 "spec":{"color":"red","unknown":1},"status":{"replicas":9}}
                """);
        assertThat(made.status()).isEqualTo(201);
        assertThat(made.at("spec.replicas")).isEqualTo(Json.of(1L));
        assertThat(made.at("spec.unknown")).isEqualTo(Json.Null.INSTANCE);
        assertThat(made.at("status")).isEqualTo(Json.Null.INSTANCE);
        assertThat(made.at("metadata.generation")).isEqualTo(Json.of(1L));
        assertThat(made.headers().all("Warning")).containsExactly("299 - \"unknown field \\\"spec.unknown\\\"\"");
        assertThat(server.get(FOOS).at("items.0.kind")).isEqualTo(Json.of("Foo"));
    }

    @Test
    @DisplayName(
            "V3: unknown fields are kept silently where the schema says so, but not in the metadata of an object within")
    void unknownFieldsAreKeptWhereTheSchemaSaysSo() {
        assertThat(server.post(DEFINITIONS, """
                {"metadata":{"name":"bars.example.com"},"spec":{"group":"example.com","scope":"Namespaced",
                 "names":{"plural":"bars","kind":"Bar"},"versions":[{"name":"v1","served":true,"storage":true,
                 "schema":{"openAPIV3Schema":{"type":"object","properties":{
                  "free":{"type":"object","x-kubernetes-preserve-unknown-fields":true,"properties":{
                   "known":{"type":"object","properties":{"a":{"type":"string"}}}}},
                  "pod":{"type":"object","x-kubernetes-embedded-resource":true,
                   "x-kubernetes-preserve-unknown-fields":true}}}}}]}}
                """).status()).isEqualTo(201);
        String path = "/apis/example.com/v1/namespaces/default/bars?fieldValidation=";
        String bar = """
                {"apiVersion":"example.com/v1","kind":"Bar","metadata":{"name":"a"},
                 "free":{"x":{"y":1},"known":{"a":"b","z":2}},
                 "pod":{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p","weird":true},"spec":{"q":1}}}
                """;
        assertThat(server.post(path + "Strict", bar).text("message"))
                .isEqualTo("Bar in version \"v1\" cannot be handled as a Bar: strict decoding error: "
                        + "unknown field \"free.known.z\", unknown field \"pod.metadata.weird\"");
        Driver.Answer made = server.post(path + "Warn", bar);
        assertThat(made.headers().all("Warning"))
                .containsExactly(
                        "299 - \"unknown field \\\"free.known.z\\\"\"",
                        "299 - \"unknown field \\\"pod.metadata.weird\\\"\"");
        assertThat(made.at("free")).isEqualTo(Json.parse("{\"x\":{\"y\":1},\"known\":{\"a\":\"b\"}}"));
        assertThat(made.at("pod"))
                .hasToString(
                        "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"p\"},\"spec\":{\"q\":1}}");
    }

    @Test
    @DisplayName("R4: the first object is made as fast as any other")
    void theFirstObjectWaitsForNothing() {
        long before = platform.clock().nanoTime();
        assertThat(make("a", "{}").status()).isEqualTo(201);
        assertThat(platform.clock().nanoTime()).isEqualTo(before);
    }

    @Test
    @DisplayName("R6: an object that breaks its schema is refused")
    void objectsKeepTheirSchema() {
        Driver.Answer refused = make("a", "{\"replicas\":\"many\"}");
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.text("message"))
                .isEqualTo(
                        "Foo.example.com \"a\" is invalid: [spec.replicas: Invalid value: \"string\": spec.replicas in body "
                                + "must be of type integer: \"string\", .spec.replicas: Invalid value: 0: .spec.replicas "
                                + "accessor error: many is of the type string, expected int64]");
    }

    @Test
    @DisplayName("U1: an update of a custom resource names its version")
    void updatesNameTheirVersion() {
        make("a", "{}");
        Driver.Answer refused = server.put(
                FOOS + "/a", "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Foo\",\"metadata\":{\"name\":\"a\"}}");
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.text("message"))
                .isEqualTo("foos.example.com \"a\" is invalid: metadata.resourceVersion: Invalid value: 0: must be "
                        + "specified for an update");
    }

    @Test
    @DisplayName("U4, R9: status and spec are written apart")
    void statusIsWrittenApart() {
        make("a", "{\"color\":\"red\"}");
        Driver.Answer status =
                server.merge(FOOS + "/a/status", "{\"spec\":{\"color\":\"blue\"},\"status\":{\"replicas\":3}}");
        assertThat(status.status()).isEqualTo(200);
        assertThat(status.text("spec.color")).isEqualTo("red");
        assertThat(status.at("status.replicas")).isEqualTo(Json.of(3L));
        assertThat(status.at("metadata.generation")).isEqualTo(Json.of(1L));
        Driver.Answer spec = server.merge(FOOS + "/a", "{\"spec\":{\"color\":\"blue\"},\"status\":{\"replicas\":4}}");
        assertThat(spec.at("status.replicas")).isEqualTo(Json.of(3L));
        assertThat(spec.at("metadata.generation")).isEqualTo(Json.of(2L));
    }

    @Test
    @DisplayName("R9: the scale")
    void customResourcesScale() {
        make("a", "{\"replicas\":2}");
        Driver.Answer scale = server.get(FOOS + "/a/scale");
        assertThat(scale.text("kind")).isEqualTo("Scale");
        assertThat(scale.at("spec.replicas")).isEqualTo(Json.of(2L));
        assertThat(server.merge(FOOS + "/a/scale", "{\"spec\":{\"replicas\":5}}")
                        .at("spec.replicas"))
                .isEqualTo(Json.of(5L));
        assertThat(server.get(FOOS + "/a").at("spec.replicas")).isEqualTo(Json.of(5L));
        assertThat(server.get("/apis/example.com/v1beta1/namespaces/default/foos/a/scale")
                        .text("message"))
                .isEqualTo("foos.example.com \"a\" not found");
    }

    @Test
    @DisplayName("T3: there is no strategic merge of custom resources")
    void strategicMergeIsForBuiltInKinds() {
        make("a", "{}");
        Driver.Answer refused = server.patch(FOOS + "/a", "application/strategic-merge-patch+json", "{}");
        assertThat(refused.status()).isEqualTo(415);
        assertThat(refused.text("message"))
                .isEqualTo("the body of the request was in an unknown format - accepted media types include: "
                        + "application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml");
    }

    @Test
    @DisplayName("A1, A10: apply creates, and changes nothing the second time")
    void applyCreatesAndThenDoesNothing() {
        String config = "{apiVersion: example.com/v1, kind: Foo, metadata: {name: a}, spec: {color: red}}";
        Driver.Answer made = server.apply(FOOS + "/a?fieldManager=me", config);
        assertThat(made.status()).isEqualTo(201);
        platform.awaitQuiet();
        Driver.Answer again = server.apply(FOOS + "/a?fieldManager=me", config);
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.version()).isEqualTo(made.version());
        Driver.Answer conflict = server.apply(FOOS + "/a?fieldManager=you", config.replace("red", "blue"));
        assertThat(conflict.status()).isEqualTo(409);
        assertThat(conflict.text("message"))
                .isEqualTo("Apply failed with 1 conflict: conflict with \"me\": .spec.color");
        Driver.Answer forced = server.apply(FOOS + "/a?fieldManager=you&force=true", config.replace("red", "blue"));
        assertThat(forced.text("spec.color")).isEqualTo("blue");
    }

    @Test
    @DisplayName("R10: every version shows the same object")
    void versionsShowTheSameObject() {
        make("a", "{\"color\":\"red\"}");
        Driver.Answer old = server.get("/apis/example.com/v1beta1/namespaces/default/foos/a");
        assertThat(old.text("apiVersion")).isEqualTo("example.com/v1beta1");
        assertThat(old.text("spec.color")).isEqualTo("red");
        assertThat(old.headers().all("Warning"))
                .containsExactly("299 - \"example.com/v1beta1 Foo is deprecated; use example.com/v1 Foo\"");
        assertThat(server.get("/apis/example.com/v2/namespaces/default/foos").body())
                .isEqualTo("404 page not found\n");
        try (Driver.Watching watch = server.watch("/apis/example.com/v1beta1/foos?watch=1")) {
            assertThat(watch.event().text("object.apiVersion")).isEqualTo("example.com/v1beta1");
        }
    }

    @Test
    @DisplayName("S4: objects are selected by the fields that the definition names")
    void objectsAreSelectedByTheirFields() {
        make("a", "{\"color\":\"red\"}");
        make("b", "{\"color\":\"blue\"}");
        assertThat(server.get(FOOS + "?fieldSelector=spec.color%3Dblue").names())
                .containsExactly("b");
        assertThat(server.get(FOOS + "?fieldSelector=spec.replicas%3D1").status())
                .isEqualTo(400);
    }

    @Test
    @DisplayName("P3, P5: scope mismatch is plain text, an unsupported verb is named")
    void wrongPlacesAndVerbs() {
        assertThat(server.post("/apis/example.com/v1/foos", "{}").body()).isEqualTo("404 page not found\n");
        assertThat(server.get("/apis/example.com/v1/foos/a").body()).isEqualTo("404 page not found\n");
        Driver.Answer refused = server.put(FOOS, "{}");
        assertThat(refused.status()).isEqualTo(405);
        assertThat(refused.text("message"))
                .isEqualTo("update is not supported on resources of kind \"foos.example.com\"");
    }

    @Test
    @DisplayName("R12, W14: with a definition its objects go, and watches of them end")
    void definitionsTakeTheirObjectsAlong() {
        make("a", "{}");
        server.merge(FOOS + "/a", "{\"metadata\":{\"finalizers\":[\"example.com/wait\"]}}");
        make("b", "{}");
        Driver.Watching watch = server.watch(
                FOOS + "?watch=1&resourceVersion=" + server.server().revision());
        Driver.Answer deleted = server.delete(DEFINITIONS + "/foos.example.com");
        assertThat(deleted.status()).isEqualTo(200);
        assertThat(deleted.text("metadata.finalizers.0")).isEqualTo("customresourcecleanup.apiextensions.k8s.io");
        assertThat(conditions(deleted)).contains("Terminating=True");
        assertThat(watch.toEnd()).isEmpty();
        assertThat(server.get(FOOS).names()).containsExactly("a");
        Driver.Answer refused = make("c", "{}");
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.text("message"))
                .isEqualTo(
                        "foos.example.com \"c\" is forbidden: create not allowed while custom resource definition is "
                                + "terminating");
        server.merge(FOOS + "/a", "{\"metadata\":{\"finalizers\":null}}");
        assertThat(server.get(DEFINITIONS + "/foos.example.com").status()).isEqualTo(404);
        assertThat(server.get(FOOS).body()).isEqualTo("404 page not found\n");
        assertThat(server.get("/apis/example.com/v1").status()).isEqualTo(404);
    }

    @Test
    @DisplayName("R12: the objects of versions that are no longer served go as well")
    void definitionsTakeAlongWhatIsNotServed() {
        make("a", "{}");
        assertThat(server.patch(
                                DEFINITIONS + "/foos.example.com",
                                "application/json-patch+json",
                                "[{\"op\":\"replace\",\"path\":\"/spec/versions/0/served\",\"value\":false},"
                                        + "{\"op\":\"replace\",\"path\":\"/spec/versions/1/served\",\"value\":false}]")
                        .status())
                .isEqualTo(200);
        assertThat(server.delete(DEFINITIONS + "/foos.example.com").status()).isEqualTo(200);
        define();
        assertThat(server.get(FOOS).names()).isEmpty();
    }

    @Test
    @DisplayName("R13: a changed schema counts from the next request on, and for what is read as well")
    void schemasChange() {
        make("a", "{}");
        addSize();
        assertThat(server.get(FOOS + "/a").text("spec.size")).isEqualTo("M");
        assertThat(server.get(FOOS).text("items.0.spec.size")).isEqualTo("M");
        assertThat(make("b", "{\"size\":\"L\"}").text("spec.size")).isEqualTo("L");
    }

    private void addSize() {
        Driver.Answer changed = server.patch(
                DEFINITIONS + "/foos.example.com",
                "application/json-patch+json",
                "[{\"op\":\"add\",\"path\":\"/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/size\","
                        + "\"value\":{\"type\":\"string\",\"default\":\"M\"}}]");
        assertThat(changed.status()).isEqualTo(200);
    }

    @Test
    @DisplayName(
            "R13: a changed schema ends the watches that knew the old one, and the next one tells all by the new one")
    void watchesEndWhenASchemaChanges() {
        String path = FOOS + "?watch=1&resourceVersion=" + server.server().revision();
        try (Driver.Watching old = server.watch(path)) {
            make("a", "{}");
            assertThat(old.next(1)).containsExactly("ADDED a");
            addSize();
            make("b", "{\"size\":\"L\"}");
            assertThat(old.toEnd()).isEmpty();
        }
        try (Driver.Watching fresh = server.watch(path)) {
            assertThat(fresh.event().text("object.spec.size")).isEqualTo("M");
            assertThat(fresh.event().text("object.spec.size")).isEqualTo("L");
        }
    }

    @Test
    @DisplayName("R13: what a changed schema no longer knows is not shown")
    void whatASchemaNoLongerKnowsIsNotShown() {
        make("a", "{\"items\":[\"x\"],\"color\":\"red\"}");
        Driver.Answer changed = server.patch(
                DEFINITIONS + "/foos.example.com",
                "application/json-patch+json",
                "[{\"op\":\"remove\","
                        + "\"path\":\"/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/items\"}]");
        assertThat(changed.status()).isEqualTo(200);
        assertThat(server.get(FOOS + "/a").at("spec")).isEqualTo(Json.parse("{\"color\":\"red\",\"replicas\":1}"));
        assertThat(server.get(FOOS).body()).doesNotContain("items\":[\"x\"]");
        try (Driver.Watching watch = server.watch("/apis/example.com/v1/foos?watch=1")) {
            assertThat(watch.event().at("object.spec.items")).isEqualTo(Json.Null.INSTANCE);
        }
    }

    @Test
    void aForkServesItsOwnCustomResources() {
        make("a", "{}");
        Driver fork = new Driver(server.server().fork());
        assertThat(fork.get(FOOS).names()).isEqualTo(List.of("a"));
        fork.delete(DEFINITIONS + "/foos.example.com");
        assertThat(fork.get(FOOS).status()).isEqualTo(404);
        assertThat(server.get(FOOS).names()).isEqualTo(List.of("a"));
    }

    private Driver.Answer makeLarge(String name, int characters, String parameters) {
        return server.post(
                FOOS + parameters,
                "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Foo\",\"metadata\":{\"name\":\"" + name
                        + "\"},\"spec\":{\"color\":\"" + "x".repeat(characters) + "\"}}");
    }

    @Test
    @DisplayName("P7: what etcd would not take is refused in its words")
    void anObjectMayBeTooLargeToBeStored() {
        Driver.Answer refused = makeLarge("a", 1_600_000, "");
        assertThat(refused.status()).isEqualTo(500);
        assertThat(refused.text("message")).isEqualTo("etcdserver: request is too large");
        assertThat(refused.at("reason")).isEqualTo(Json.Null.INSTANCE);
        assertThat(server.get(FOOS + "/a").status()).isEqualTo(404);
        assertThat(makeLarge("a", 1_600_000, "?dryRun=All").status()).isEqualTo(201);
        assertThat(makeLarge("a", 1_500_000, "").status()).isEqualTo(201);
        String more = "{\"spec\":{\"items\":[\"" + "x".repeat(80_000) + "\"]}}";
        assertThat(server.merge(FOOS + "/a", more).text("message")).isEqualTo("etcdserver: request is too large");
    }

    @Test
    @DisplayName("P7: what is too large only because of its managed fields is stored without them")
    void anObjectMayBeTooLargeForItsManagedFields() {
        Driver.Answer made = makeLarge("a", 1_572_864 - 350, "");
        assertThat(made.status()).isEqualTo(201);
        assertThat(made.at("metadata.managedFields")).isEqualTo(Json.Null.INSTANCE);
        Driver.Answer small = makeLarge("b", 1_500_000, "");
        assertThat(small.at("metadata.managedFields")).isNotEqualTo(Json.Null.INSTANCE);
    }

    @Test
    @DisplayName("P7: built-in kinds are stored as protobuf, which knows no escapes")
    void anObjectOfABuiltInKindMayBeLargerAsJson() {
        String maps = "/api/v1/namespaces/default/configmaps";
        String quotes = "\\\"".repeat(1_000_000);
        assertThat(server.post(maps, "{\"metadata\":{\"name\":\"a\"},\"data\":{\"k\":\"" + quotes + "\"}}")
                        .status())
                .isEqualTo(201);
    }
}
