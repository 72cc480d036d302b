package dev.konverge.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Task;
import dev.konverge.base.VirtualPlatform;
import dev.konverge.model.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How objects are changed, by replacing them and by patches. */
class UpdateContractTest {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String MODIFIED =
            "Operation cannot be fulfilled on configmaps \"a\": the object has been modified; "
                    + "please apply your changes to the latest version and try again";

    private final VirtualPlatform platform = new VirtualPlatform(6);
    private final Driver server = Driver.of(platform);
    private Driver.Answer made = new Driver.Answer(0, Headers.NONE, "{}");

    @BeforeEach
    void make() {
        made = server.post(MAPS, "{\"metadata\":{\"name\":\"a\",\"labels\":{\"l\":\"1\"}},\"data\":{\"k\":\"v\"}}");
    }

    @AfterEach
    void close() {
        platform.close();
    }

    private static String map(String version, String data) {
        return "{\"metadata\":{\"name\":\"a\",\"resourceVersion\":\"" + version + "\"},\"data\":" + data + "}";
    }

    @Test
    @DisplayName("U1: an update of another version than the present one is a conflict, one without is not")
    void updatesOfOldVersionsConflict() {
        String version = made.text("metadata.resourceVersion");
        Driver.Answer first = server.put(MAPS + "/a", map(version, "{\"k\":\"w\"}"));
        assertThat(first.status()).isEqualTo(200);
        assertThat(first.version()).isGreaterThan(made.version());
        Driver.Answer second = server.put(MAPS + "/a", map(version, "{\"k\":\"x\"}"));
        assertThat(second.status()).isEqualTo(409);
        assertThat(second.text("reason")).isEqualTo("Conflict");
        assertThat(second.text("message")).isEqualTo(MODIFIED);
        assertThat(server.put(MAPS + "/a", map("", "{\"k\":\"y\"}")).text("data.k"))
                .isEqualTo("y");
    }

    @Test
    @DisplayName("U1: an update of what is not there creates only what its kind allows")
    void updatesCreateWhereTheKindAllowsIt() {
        Driver.Answer missing = server.put(MAPS + "/b", "{\"metadata\":{\"name\":\"b\"}}");
        assertThat(missing.status()).isEqualTo(404);
        assertThat(missing.text("message")).isEqualTo("configmaps \"b\" not found");
        String leases = "/apis/coordination.k8s.io/v1/namespaces/default/leases";
        assertThat(server.put(leases + "/l", "{\"metadata\":{\"name\":\"l\"}}").status())
                .isEqualTo(201);
        Driver.Answer refused = server.put(leases + "/l", "{\"metadata\":{\"name\":\"l\"},\"spec\":{}}");
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.text("message"))
                .isEqualTo(
                        "leases.coordination.k8s.io \"l\" is invalid: metadata.resourceVersion: Invalid value: 0: must be "
                                + "specified for an update");
    }

    @Test
    @DisplayName("U2: who an object is does not change")
    void identityDoesNotChange() {
        Driver.Answer kept = server.put(
                MAPS + "/a",
                "{\"metadata\":{\"name\":\"a\",\"creationTimestamp\":\"2001-01-01T00:00:00Z\",\"generation\":7}}");
        assertThat(kept.text("metadata.creationTimestamp")).isEqualTo(made.text("metadata.creationTimestamp"));
        assertThat(kept.text("metadata.uid")).isEqualTo(made.text("metadata.uid"));
        assertThat(kept.at("metadata.generation")).isEqualTo(Json.Null.INSTANCE);
        Driver.Answer renamed = server.put(MAPS + "/a", "{\"metadata\":{\"name\":\"b\"}}");
        assertThat(renamed.status()).isEqualTo(400);
        assertThat(renamed.text("message"))
                .isEqualTo("the name of the object (b) does not match the name on the URL (a)");
    }

    @Test
    @DisplayName("§1.2: an update for another uid is a conflict")
    void updatesForAnotherUidConflict() {
        Driver.Answer refused = server.put(MAPS + "/a", "{\"metadata\":{\"name\":\"a\",\"uid\":\"other\"}}");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.text("message"))
                .isEqualTo(
                        "Operation cannot be fulfilled on configmaps \"a\": StorageError: invalid object, Code: 4, Key: "
                                + "/registry/configmaps/default/a, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in "
                                + "precondition: other, UID in object meta: " + made.text("metadata.uid"));
    }

    @Test
    @DisplayName("U3: a write that changes nothing is none, not even later")
    void writesThatChangeNothingAreNone() throws Exception {
        platform.advance(Duration.ofSeconds(90));
        Driver.Answer again = server.put(MAPS + "/a", made.body());
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.version()).isEqualTo(made.version());
        assertThat(server.merge(MAPS + "/a", "{\"data\":{\"k\":\"v\"}}").version())
                .isEqualTo(made.version());
        assertThat(server.server().revision()).isEqualTo(made.version());
    }

    @Test
    @DisplayName("U4: a deployment's status and spec are written apart")
    void statusIsWrittenApart() {
        String deployments = "/apis/apps/v1/namespaces/default/deployments";
        server.post(deployments, """
                {"metadata":{"name":"d"},"spec":{"selector":{"matchLabels":{"a":"b"}},
                 "template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}}}}
                """);
        Driver.Answer status = server.merge(
                deployments + "/d/status",
                "{\"spec\":{\"replicas\":9},\"status\":{\"replicas\":1,\"observedGeneration\":1}}");
        assertThat(status.at("spec.replicas")).isEqualTo(Json.of(1L));
        assertThat(status.at("status.replicas")).isEqualTo(Json.of(1L));
        assertThat(status.at("metadata.generation")).isEqualTo(Json.of(1L));
        Driver.Answer spec =
                server.merge(deployments + "/d", "{\"spec\":{\"replicas\":2},\"status\":{\"replicas\":7}}");
        assertThat(spec.at("status.replicas")).isEqualTo(Json.of(1L));
        assertThat(spec.at("metadata.generation")).isEqualTo(Json.of(2L));
        Driver.Answer scale = server.merge(deployments + "/d/scale", "{\"spec\":{\"replicas\":3}}");
        assertThat(scale.text("status.selector")).isEqualTo("a=b");
        assertThat(server.get(deployments + "/d").at("spec.replicas")).isEqualTo(Json.of(3L));
    }

    @Test
    @DisplayName("U5: the update that takes the last finalizer of a deleted object ends it")
    void theLastFinalizerEndsTheObject() {
        server.merge(MAPS + "/a", "{\"metadata\":{\"finalizers\":[\"example.com/x\"]}}");
        server.delete(MAPS + "/a");
        long before = server.server().revision();
        Driver.Answer last = server.merge(MAPS + "/a", "{\"metadata\":{\"finalizers\":null}}");
        assertThat(last.status()).isEqualTo(200);
        assertThat(last.text("kind")).isEqualTo("ConfigMap");
        assertThat(last.at("metadata.finalizers")).isEqualTo(Json.Null.INSTANCE);
        assertThat(server.get(MAPS + "/a").status()).isEqualTo(404);
        try (Driver.Watching watch = server.watch(MAPS + "?watch=1&timeoutSeconds=1&resourceVersion=" + before)) {
            assertThat(watch.toEnd()).containsExactly("DELETED a");
        }
    }

    @Test
    @DisplayName("T1: JSON patch")
    void jsonPatches() {
        Driver.Answer patched = server.patch(
                MAPS + "/a",
                "application/json-patch+json",
                "[{\"op\":\"test\",\"path\":\"/data/k\",\"value\":\"v\"},"
                        + "{\"op\":\"add\",\"path\":\"/data/n\",\"value\":\"1\"}]");
        assertThat(patched.text("data.n")).isEqualTo("1");
        Driver.Answer failed = server.patch(
                MAPS + "/a",
                "application/json-patch+json",
                "[{\"op\":\"test\",\"path\":\"/data/k\",\"value\":\"other\"}]");
        assertThat(failed.body()).isEqualTo("""
                        {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure",\
                        "message":"the server rejected our request due to an error in our request","reason":"Invalid",\
                        "details":{},"code":422}
                        """);
        assertThat(server.patch(MAPS + "/b", "application/json-patch+json", "[]")
                        .status())
                .isEqualTo(404);
    }

    @Test
    @DisplayName("T2: merge patch")
    void mergePatches() {
        Driver.Answer patched = server.merge(MAPS + "/a", "{\"data\":{\"k\":null,\"n\":\"1\"}}");
        assertThat(patched.at("data")).isEqualTo(Json.parse("{\"n\":\"1\"}"));
        assertThat(server.merge(MAPS + "/a", "{").status()).isEqualTo(400);
        assertThat(server.merge(MAPS + "/a", "[]").status()).isEqualTo(400);
        Driver.Answer renamed = server.merge(MAPS + "/a", "{\"metadata\":{\"name\":\"b\"}}");
        assertThat(renamed.status()).isEqualTo(400);
    }

    @Test
    @DisplayName("T3: strategic merge patch")
    void strategicMergePatches() {
        String owner = "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"name\":\"p\",\"uid\":";
        String type = "application/strategic-merge-patch+json";
        for (String uid : List.of("u1", "u2")) {
            server.patch(MAPS + "/a", type, "{\"metadata\":{\"ownerReferences\":[" + owner + "\"" + uid + "\"}]}}");
        }
        assertThat(((Json.Arr) server.get(MAPS + "/a").at("metadata.ownerReferences")).items())
                .hasSize(2);
        Driver.Answer removed = server.patch(
                MAPS + "/a", type, "{\"metadata\":{\"ownerReferences\":[{\"$patch\":\"delete\",\"uid\":\"u1\"}]}}");
        assertThat(removed.text("metadata.ownerReferences.0.uid")).isEqualTo("u2");
    }

    @Test
    @DisplayName("T4: a patch that names a version is a conflict if that is old; one that names none never is")
    void patchesConflictOnlyOnRequest() {
        server.merge(MAPS + "/a", "{\"data\":{\"n\":\"1\"}}");
        Driver.Answer refused = server.merge(
                MAPS + "/a", "{\"metadata\":{\"resourceVersion\":\"" + made.text("metadata.resourceVersion") + "\"}}");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.text("message")).isEqualTo(MODIFIED);
        List<Task> writers = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            String field = "f" + i;
            writers.add(platform.start(field, () -> server.merge(MAPS + "/a", "{\"data\":{\"" + field + "\":\"1\"}}")));
        }
        platform.awaitQuiet();
        writers.forEach(Task::close);
        assertThat(((Json.Obj) server.get(MAPS + "/a").at("data")).fields()).hasSize(18);
    }

    @Test
    @DisplayName("T5: force is for apply, and the media type may have parameters")
    void forceIsForApply() {
        Driver.Answer refused = server.merge(MAPS + "/a?force=true", "{}");
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.text("message"))
                .isEqualTo(
                        "PatchOptions.meta.k8s.io \"\" is invalid: force: Forbidden: may not be specified for non-apply patch");
        assertThat(server.patch(MAPS + "/a", "application/merge-patch+json; charset=utf-8", "{}")
                        .status())
                .isEqualTo(200);
        Driver.Answer type = server.patch(MAPS + "/a", "application/json", "{}");
        assertThat(type.status()).isEqualTo(415);
        Driver.Answer manager = server.apply(MAPS + "/a", "{}");
        assertThat(manager.text("message"))
                .isEqualTo(
                        "PatchOptions.meta.k8s.io \"\" is invalid: fieldManager: Required value: is required for apply patch");
    }

    @Test
    @DisplayName("V2: patches under strict validation")
    void strictPatches() {
        Driver.Answer refused = server.merge(MAPS + "/a?fieldValidation=Strict", "{\"colour\":\"red\"}");
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.text("details.causes.0.field")).isEqualTo("patch");
        assertThat(refused.text("message")).endsWith(": strict decoding error: unknown field \"colour\"");
        Driver.Answer member = server.patch(
                MAPS + "/a?fieldValidation=Warn",
                "application/json-patch+json",
                "[{\"op\":\"add\",\"path\":\"/data/n\",\"value\":\"1\",\"foo\":1}]");
        assertThat(member.headers().all("Warning"))
                .containsExactly("299 - \"json patch unknown field \\\"[0].foo\\\"\"");
    }

    @Test
    @DisplayName("A1: apply on a built-in kind")
    void applyOnBuiltInKinds() {
        Driver.Answer applied = server.apply(
                MAPS + "/b?fieldManager=me", "{apiVersion: v1, kind: ConfigMap, metadata: {name: b}, data: {x: z}}");
        assertThat(applied.status()).describedAs(applied.body()).isEqualTo(201);
        assertThat(applied.text("metadata.managedFields.0.operation")).isEqualTo("Apply");
        Driver.Answer uid = server.apply(
                MAPS + "/c?fieldManager=me",
                "{apiVersion: v1, kind: ConfigMap, metadata: {name: c, uid: u}, data: {x: z}}");
        assertThat(uid.status()).isEqualTo(409);
        assertThat(uid.text("message"))
                .isEqualTo(
                        "Operation cannot be fulfilled on configmaps \"c\": uid mismatch: the provided object specified uid u,"
                                + " and no existing object was found");
        Driver.Answer dry = server.apply(
                MAPS + "/d?fieldManager=me&dryRun=All",
                "{apiVersion: v1, kind: ConfigMap, metadata: {name: d}, data: {x: z}}");
        assertThat(dry.status()).isEqualTo(201);
        assertThat(server.get(MAPS + "/d").status()).isEqualTo(404);
    }

    @Test
    @DisplayName("A2: the manager is the program unless it says otherwise")
    void managersAreNamed() {
        Driver.Answer named = server.send(ServerRequest.of("POST", MAPS)
                .withJson("{\"metadata\":{\"name\":\"m\"},\"data\":{\"x\":\"1\"}}")
                .withHeader("User-Agent", "kubectl/v1.36 (linux)"));
        assertThat(named.text("metadata.managedFields.0.manager")).isEqualTo("kubectl");
        Driver.Answer said =
                server.post(MAPS + "?fieldManager=boss", "{\"metadata\":{\"name\":\"n\"},\"data\":{\"x\":\"1\"}}");
        assertThat(said.text("metadata.managedFields.0.manager")).isEqualTo("boss");
    }

    @Test
    @DisplayName("C8: a dry run of an update shows the result and stores nothing")
    void dryRunsOfUpdatesStoreNothing() {
        Driver.Answer dry = server.merge(MAPS + "/a?dryRun=All", "{\"data\":{\"k\":\"w\"}}");
        assertThat(dry.text("data.k")).isEqualTo("w");
        assertThat(dry.version()).isEqualTo(made.version());
        assertThat(server.get(MAPS + "/a").text("data.k")).isEqualTo("v");
    }

    @Test
    @DisplayName("U1, C5: what an update or an apply creates may say any version, unlike what is created")
    void whatAnUpdateCreatesMaySayAnyVersion() {
        String applied =
                "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"b\",\"resourceVersion\":\"5\"}}";
        Driver.Answer map = server.apply(MAPS + "/b?fieldManager=x", applied);
        assertThat(map.status()).as(map.body()).isEqualTo(201);
        assertThat(map.version()).isGreaterThan(5);
        assertThat(server.put(
                                "/apis/coordination.k8s.io/v1/namespaces/default/leases/l",
                                "{\"metadata\":{\"name\":\"l\",\"resourceVersion\":\"5\"}}")
                        .status())
                .isEqualTo(201);
        assertThat(server.post(MAPS, applied.replace("\"b\"", "\"c\"")).status())
                .isEqualTo(500);
    }

    @Test
    @DisplayName("A11: a scale is applied like any object, and its manager owns the replicas of the object")
    void scalesAreApplied() {
        String deployments = "/apis/apps/v1/namespaces/default/deployments";
        server.post(
                deployments,
                "{\"metadata\":{\"name\":\"d\"},\"spec\":{\"replicas\":2,\"selector\":{\"matchLabels\":{\"a\":\"b\"}},\"template\":"
                        + "{\"metadata\":{\"labels\":{\"a\":\"b\"}},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}}}");
        server.merge(deployments + "/d/scale?fieldManager=other", "{\"spec\":{\"replicas\":3}}");
        String config = "{\"apiVersion\":\"autoscaling/v1\",\"kind\":\"Scale\",\"metadata\":{\"name\":\"d\"},"
                + "\"spec\":{\"replicas\":4}}";
        Driver.Answer refused = server.apply(deployments + "/d/scale?fieldManager=m", config);
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.text("message"))
                .isEqualTo("Apply failed with 1 conflict: conflict with \"other\" with subresource \"scale\" using"
                        + " autoscaling/v1: .spec.replicas");
        Driver.Answer forced = server.apply(deployments + "/d/scale?fieldManager=m&force=true", config);
        assertThat(forced.at("spec.replicas")).isEqualTo(Json.of(4));
        String owners =
                server.get(deployments + "/d").at("metadata.managedFields").toString();
        assertThat(owners)
                .contains(
                        "{\"manager\":\"m\",\"operation\":\"Apply\",\"apiVersion\":\"apps/v1\",\"fieldsType\":\"FieldsV1\","
                                + "\"fieldsV1\":{\"f:spec\":{\"f:replicas\":{}}},\"subresource\":\"scale\"}")
                .doesNotContain("\"manager\":\"other\"");
    }

    @Test
    @DisplayName(
            "T3: a value of the wrong type in a strategic merge patch is explained by the converter, with the patch")
    void strategicMisfitsAreExplained() {
        Driver.Answer refused = server.patch(
                MAPS + "/a",
                "application/strategic-merge-patch+json",
                "{\"data\":{\"k\":1},\"metadata\":{\"name\":\"a\"}}");
        assertThat(refused.text("message"))
                .isEqualTo(" \"\" is invalid: patch: Invalid value: \"map[data:map[k:1] metadata:map[name:a]]\": cannot"
                        + " convert int64 to string");
    }

    @Test
    @DisplayName("T1: of what a JSON patch has made, the objects on its way are quoted in the order of their names")
    void patchedObjectsAreQuotedAsTheLibraryHasThem() {
        Driver.Answer refused = server.patch(
                MAPS + "/a?fieldValidation=Strict",
                "application/json-patch+json",
                "[{\"op\":\"add\",\"path\":\"/data/a\",\"value\":\"1\"},{\"op\":\"add\",\"path\":\"/foo\",\"value\":1}]");
        assertThat(refused.text("message"))
                .contains(
                        "\"{\\\"apiVersion\\\":\\\"v1\\\",\\\"data\\\":{\\\"a\\\":\\\"1\\\",\\\"k\\\":\\\"v\\\"},\\\"foo\\\":1,"
                                + "\\\"kind\\\":\\\"ConfigMap\\\",\\\"metadata\\\":{\\\"name\\\":\\\"a\\\",");
    }

    @Test
    @DisplayName("T2: a patched number that is not written as a whole one is none")
    void patchedNumbersAreReadAsWritten() {
        Driver.Answer refused = server.merge(MAPS + "/a", "{\"metadata\":{\"generation\":1e2}}");
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.text("message"))
                .contains("\\\"generation\\\":1e2")
                .endsWith(
                        "json: cannot unmarshal number 1e2 into Go struct field ObjectMeta.metadata.generation of type int64");
    }
}
