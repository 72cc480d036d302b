package dev.konverge.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.VirtualPlatform;
import dev.konverge.model.Json;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How objects end. */
class DeleteContractTest {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String PODS = "/api/v1/namespaces/default/pods";

    private final VirtualPlatform platform = new VirtualPlatform(7);
    private final Driver server = Driver.of(platform);

    @AfterEach
    void close() {
        platform.close();
    }

    private Driver.Answer make(String name, String metadata) {
        return server.post(MAPS, "{\"metadata\":{\"name\":\"" + name + "\"" + metadata + "}}");
    }

    private Driver.Answer pod(String name, String spec) {
        return server.post(
                PODS,
                "{\"metadata\":{\"name\":\"" + name + "\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]"
                        + spec + "}}");
    }

    @Test
    @DisplayName("X2: most kinds answer with a Status, some with the object")
    void answersToDeletions() {
        Driver.Answer map = make("a", "");
        assertThat(server.delete(MAPS + "/a").body())
                .isEqualTo(
                        ("{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Success\",\"details\":"
                                        + "{\"name\":\"a\",\"kind\":\"configmaps\",\"uid\":\"%s\"}}\n")
                                .formatted(map.text("metadata.uid")));
        server.post("/api/v1/namespaces/default/serviceaccounts", "{\"metadata\":{\"name\":\"s\"}}");
        assertThat(server.delete("/api/v1/namespaces/default/serviceaccounts/s").text("kind"))
                .isEqualTo("ServiceAccount");
        Driver.Answer missing = server.delete(MAPS + "/a");
        assertThat(missing.status()).isEqualTo(404);
        assertThat(missing.text("message")).isEqualTo("configmaps \"a\" not found");
    }

    @Test
    @DisplayName("X3: an object with finalizers waits for them, however often it is deleted")
    void finalizersHoldAnObject() {
        make("a", ",\"finalizers\":[\"example.com/x\"]");
        Driver.Answer marked = server.delete(MAPS + "/a");
        assertThat(marked.status()).isEqualTo(200);
        assertThat(marked.text("kind")).isEqualTo("ConfigMap");
        assertThat(marked.text("metadata.deletionTimestamp")).isEqualTo("2026-01-01T00:00:00Z");
        assertThat(marked.at("metadata.deletionGracePeriodSeconds")).isEqualTo(Json.of(0L));
        Driver.Answer again = server.delete(MAPS + "/a");
        assertThat(again.version()).isEqualTo(marked.version());
        assertThat(server.delete(MAPS + "/a?orphanDependents=false").status()).isEqualTo(202);
        Driver.Answer kept = server.merge(MAPS + "/a", "{\"metadata\":{\"deletionTimestamp\":null}}");
        assertThat(kept.text("metadata.deletionTimestamp")).isEqualTo("2026-01-01T00:00:00Z");
        Driver.Answer added =
                server.merge(MAPS + "/a", "{\"metadata\":{\"finalizers\":[\"example.com/x\",\"example.com/y\"]}}");
        assertThat(added.status()).isEqualTo(422);
        assertThat(added.text("message"))
                .contains(
                        "metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found "
                                + "new finalizers []string{\"example.com/y\"}");
    }

    @Test
    @DisplayName("X3: a deletion counts as a change of generation")
    void deletionCountsForTheGeneration() {
        String deployments = "/apis/apps/v1/namespaces/default/deployments";
        server.post(deployments, """
                {"metadata":{"name":"d","finalizers":["example.com/x"]},"spec":{"selector":{"matchLabels":{"a":"b"}},
                 "template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}}}}
                """);
        assertThat(server.delete(deployments + "/d").at("metadata.generation")).isEqualTo(Json.of(2L));
    }

    @Test
    @DisplayName("X4: a pod on a node has time to end, which can only become shorter")
    void podsHaveTimeToEnd() {
        pod("p", ",\"nodeName\":\"n\"");
        Driver.Answer first = server.delete(PODS + "/p");
        assertThat(first.at("metadata.deletionGracePeriodSeconds")).isEqualTo(Json.of(30L));
        assertThat(first.text("metadata.deletionTimestamp")).isEqualTo("2026-01-01T00:00:30Z");
        assertThat(first.at("metadata.generation")).isEqualTo(Json.of(2L));
        Driver.Answer longer = server.delete(PODS + "/p", "{\"gracePeriodSeconds\":60}");
        assertThat(longer.version()).isEqualTo(first.version());
        Driver.Answer shorter = server.delete(PODS + "/p", "{\"gracePeriodSeconds\":5}");
        assertThat(shorter.text("metadata.deletionTimestamp")).isEqualTo("2026-01-01T00:00:05Z");
        Driver.Answer now = server.delete(PODS + "/p?gracePeriodSeconds=0");
        assertThat(now.status()).isEqualTo(200);
        assertThat(server.get(PODS + "/p").status()).isEqualTo(404);
    }

    @Test
    @DisplayName("X4: a pod that runs nowhere goes at once")
    void podsThatRunNowhereGoAtOnce() {
        pod("p", "");
        assertThat(server.delete(PODS + "/p").text("kind")).isEqualTo("Pod");
        assertThat(server.get(PODS + "/p").status()).isEqualTo(404);
    }

    @Test
    @DisplayName("X5: what becomes of dependents is written down as finalizers")
    void propagationBecomesFinalizers() {
        make("f", "");
        assertThat(server.delete(MAPS + "/f", "{\"propagationPolicy\":\"Foreground\"}")
                        .text("metadata.finalizers.0"))
                .isEqualTo("foregroundDeletion");
        make("o", "");
        assertThat(server.delete(MAPS + "/o?propagationPolicy=Orphan").text("metadata.finalizers.0"))
                .isEqualTo("orphan");
        assertThat(server.delete(MAPS + "/o?propagationPolicy=Background").text("kind"))
                .isEqualTo("Status");
        assertThat(server.get(MAPS + "/o").status()).isEqualTo(404);
        make("b", "");
        Driver.Answer both = server.delete(MAPS + "/b", "{\"propagationPolicy\":\"Orphan\",\"orphanDependents\":true}");
        assertThat(both.status()).isEqualTo(422);
        assertThat(both.text("message"))
                .isEqualTo("DeleteOptions.meta.k8s.io \"\" is invalid: propagationPolicy: Invalid value: \"Orphan\": "
                        + "orphanDependents and deletionPropagation cannot be both set");
        Driver.Answer unknown = server.delete(MAPS + "/b?propagationPolicy=Sideways");
        assertThat(unknown.text("message"))
                .isEqualTo(
                        "DeleteOptions.meta.k8s.io \"\" is invalid: propagationPolicy: Unsupported value: \"Sideways\": "
                                + "supported values: \"Foreground\", \"Background\", \"Orphan\", \"nil\"");
    }

    @Test
    @DisplayName("X1: the parameters count only without a body")
    void theBodyCountsBeforeTheParameters() {
        make("a", "");
        Driver.Answer deleted = server.delete(MAPS + "/a?propagationPolicy=Foreground", "{}");
        assertThat(deleted.text("kind")).isEqualTo("Status");
    }

    @Test
    @DisplayName("X6: preconditions")
    void preconditionsAreKept() {
        Driver.Answer made = make("a", "");
        String uid = made.text("metadata.uid");
        Driver.Answer other = server.delete(MAPS + "/a", "{\"preconditions\":{\"uid\":\"other\"}}");
        assertThat(other.status()).isEqualTo(409);
        assertThat(other.text("message"))
                .isEqualTo(
                        "Operation cannot be fulfilled on ConfigMap \"a\": the UID in the precondition (other) does not match "
                                + "the UID in record (" + uid
                                + "). The object might have been deleted and then recreated");
        Driver.Answer version = server.delete(MAPS + "/a", "{\"preconditions\":{\"resourceVersion\":\"1\"}}");
        assertThat(version.text("message"))
                .isEqualTo(
                        "Operation cannot be fulfilled on ConfigMap \"a\": the ResourceVersion in the precondition (1) does not "
                                + "match the ResourceVersion in record (" + made.version()
                                + "). The object might have been modified");
        assertThat(server.delete(MAPS + "/a", "{\"preconditions\":{\"uid\":\"" + uid + "\"}}")
                        .status())
                .isEqualTo(200);
    }

    @Test
    @DisplayName("X7: a collection is deleted by selectors, and what was deleted is listed")
    void collectionsAreDeleted() {
        make("a", ",\"labels\":{\"l\":\"1\"}");
        make("b", ",\"labels\":{\"l\":\"2\"}");
        make("c", ",\"labels\":{\"l\":\"1\"},\"finalizers\":[\"example.com/x\"]");
        Driver.Answer deleted = server.delete(MAPS + "?labelSelector=l%3D1");
        assertThat(deleted.status()).isEqualTo(200);
        assertThat(deleted.text("kind")).isEqualTo("ConfigMapList");
        assertThat(deleted.names()).containsExactly("a", "c");
        assertThat(server.get(MAPS).names()).containsExactly("b", "c");
    }

    @Test
    @DisplayName("X9: a name is free again when the object is gone, not before")
    void namesBecomeFreeAtTheEnd() {
        String first = make("a", ",\"finalizers\":[\"example.com/x\"]").text("metadata.uid");
        server.delete(MAPS + "/a");
        Driver.Answer refused = make("a", "");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.text("message")).isEqualTo("object is being deleted: configmaps \"a\" already exists");
        server.merge(MAPS + "/a", "{\"metadata\":{\"finalizers\":null}}");
        assertThat(make("a", "").text("metadata.uid")).isNotEqualTo(first);
    }

    @Test
    @DisplayName("C8: a dry run deletes nothing")
    void dryRunsDeleteNothing() {
        make("a", "");
        assertThat(server.delete(MAPS + "/a?dryRun=All").text("status")).isEqualTo("Success");
        assertThat(server.get(MAPS + "/a").status()).isEqualTo(200);
        Driver.Answer marked = server.delete(MAPS + "/a?dryRun=All&propagationPolicy=Foreground");
        assertThat(marked.text("metadata.finalizers.0")).isEqualTo("foregroundDeletion");
        assertThat(server.get(MAPS + "/a").at("metadata.finalizers")).isEqualTo(Json.Null.INSTANCE);
    }

    @Test
    @DisplayName("G6, C4: a namespace terminates before it goes, and takes nothing new meanwhile")
    void namespacesTerminate() {
        server.post("/api/v1/namespaces", "{\"metadata\":{\"name\":\"n\"}}");
        Driver.Answer deleted = server.delete("/api/v1/namespaces/n");
        assertThat(deleted.status()).isEqualTo(200);
        assertThat(deleted.text("status.phase")).isEqualTo("Terminating");
        Driver.Answer refused = server.post("/api/v1/namespaces/n/configmaps", "{\"metadata\":{\"name\":\"a\"}}");
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.text("message"))
                .isEqualTo(
                        "configmaps \"a\" is forbidden: unable to create new content in namespace n because it is being "
                                + "terminated");
        assertThat(refused.text("details.causes.0.reason")).isEqualTo("NamespaceTerminating");
        Driver.Answer finalized = server.put(
                "/api/v1/namespaces/n/finalize", "{\"metadata\":{\"name\":\"n\"},\"spec\":{\"finalizers\":[]}}");
        assertThat(finalized.status()).isEqualTo(200);
        assertThat(server.get("/api/v1/namespaces/n").status()).isEqualTo(404);
        assertThat(server.delete("/api/v1/namespaces/default").status()).isEqualTo(403);
    }
}
