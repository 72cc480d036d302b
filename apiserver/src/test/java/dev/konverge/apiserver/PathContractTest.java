package dev.konverge.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.VirtualPlatform;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Which paths lead where. */
class PathContractTest {
    private final VirtualPlatform platform = new VirtualPlatform(1);
    private final Driver server = Driver.of(platform);

    @AfterEach
    void close() {
        platform.close();
    }

    @Test
    @DisplayName("P3: writing to a namespaced kind outside of a namespace is not allowed")
    void namespacedKindsAreReadButNotWrittenAcrossNamespaces() {
        assertThat(server.get("/api/v1/configmaps").status()).isEqualTo(200);
        Driver.Answer refused = server.post("/api/v1/configmaps", "{\"metadata\":{\"name\":\"a\"}}");
        assertThat(refused.body()).isEqualTo("""
                        {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure",\
                        "message":"the server does not allow this method on the requested resource",\
                        "reason":"MethodNotAllowed","details":{},"code":405}
                        """);
        assertThat(server.delete("/api/v1/configmaps").status()).isEqualTo(405);
    }

    @Test
    @DisplayName("P4: an unknown resource of a served version is a Status, an unknown group plain text")
    void whatIsNotServedIsNotFoundInTwoForms() {
        Driver.Answer unknown = server.get("/api/v1/nonsense");
        assertThat(unknown.body()).isEqualTo("""
                        {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure",\
                        "message":"the server could not find the requested resource","reason":"NotFound",\
                        "details":{},"code":404}
                        """);
        Driver.Answer group = server.get("/apis/example.com/v1/foos");
        assertThat(group.status()).isEqualTo(404);
        assertThat(group.body()).isEqualTo("404 page not found\n");
        assertThat(group.headers().find("Content-Type")).contains("text/plain; charset=utf-8");
        assertThat(server.get("/api/v1/pods/a").status()).isEqualTo(404);
        assertThat(server.get("/api/v1/namespaces/default/nodes").text("reason"))
                .isEqualTo("NotFound");
    }

    @Test
    @DisplayName("P1: status and finalize behind a namespace are its subresources, everything else is a resource in it")
    void namespacesHaveSubresources() {
        assertThat(server.get("/api/v1/namespaces/default/status").text("kind")).isEqualTo("Namespace");
        assertThat(server.get("/api/v1/namespaces/default/pods").text("kind")).isEqualTo("PodList");
        assertThat(server.get("/api/v1/namespaces/default/configmaps/a/status").status())
                .isEqualTo(404);
    }

    @Test
    @DisplayName("P6: the timeout is a duration")
    void timeoutsAreDurations() {
        assertThat(server.get("/api/v1/pods?timeout=10s").status()).isEqualTo(200);
        Driver.Answer refused = server.get("/api/v1/pods?timeout=soon");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text("message"))
                .isEqualTo("invalid timeout specified in the request URL - time: invalid duration \"soon\"");
        assertThat(server.get("/api/v1/pods?timeout=1d").text("message"))
                .endsWith("time: unknown unit \"d\" in duration \"1d\"");
        assertThat(server.get("/api/v1/pods?timeout=5").text("message"))
                .endsWith("time: missing unit in duration \"5\"");
        assertThat(server.get("/api/v1/pods?timeout=1.5h30m").status()).isEqualTo(200);
        for (String path : List.of("/healthz", "/version", "/apis", "/nosuch")) {
            assertThat(server.get(path + "?timeout=soon").status()).as(path).isEqualTo(400);
        }
        assertThat(server.send(ServerRequest.of("GET", "/api/v1/pods?timeout=soon")
                                .withUser(User.named("alice")))
                        .status())
                .as("the time is asked for before permission")
                .isEqualTo(400);
        server.watch("/api/v1/pods?watch=1&timeout=soon").close(); // W1
    }

    @Test
    @DisplayName("P8: unknown parameters are ignored, malformed known ones refused")
    void parametersAreReadLeniently() {
        assertThat(server.get("/api/v1/pods?colour=red").status()).isEqualTo(200);
        Driver.Answer refused = server.get("/api/v1/pods?limit=x");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text("message")).isEqualTo("strconv.ParseInt: parsing \"x\": invalid syntax");
    }

    @Test
    @DisplayName("P9: nothing is to be cached")
    void answersAreNotCached() {
        assertThat(server.get("/api/v1/pods").headers().find("Cache-Control")).contains("no-cache, private");
        assertThat(server.get("/api/v1/nonsense").headers().find("Cache-Control"))
                .contains("no-cache, private");
    }

    @Test
    @DisplayName("P9: every answer names its request, by the name that it brings or a new one")
    void answersNameTheirRequests() {
        assertThat(server.get("/api/v1/pods").headers().find("Audit-Id"))
                .get()
                .asString()
                .hasSize(36);
        ServerRequest named = ServerRequest.of("GET", "/api/v1/nonsense").withHeader("Audit-ID", "mine");
        assertThat(server.send(named).headers().find("Audit-Id")).contains("mine");
    }

    @Test
    @DisplayName("P11: the old prefix for watches")
    void watchesHaveAnOldPath() {
        try (Driver.Watching watch = server.watch("/api/v1/watch/namespaces")) {
            assertThat(watch.next(1)).containsExactly("ADDED default");
        }
        try (Driver.Watching watch = server.watch("/api/v1/watch/namespaces/kube-system")) {
            assertThat(watch.next(1)).containsExactly("ADDED kube-system");
        }
    }

    @Test
    void methodsThatNobodyKnowsAreNotAllowed() {
        assertThat(server.send(ServerRequest.of("TRACE", "/api/v1/pods")).status())
                .isEqualTo(405);
        assertThat(server.post("/api/v1/namespaces/default/pods/a", "{}").status())
                .isEqualTo(405);
        assertThat(server.put("/api/v1/namespaces/default/pods", "{}").status()).isEqualTo(405);
    }

    @Test
    void headIsNotForBuiltInKinds() {
        assertThat(server.send(ServerRequest.of("HEAD", "/api/v1/namespaces/default"))
                        .status())
                .isEqualTo(405);
    }

    @Test
    @DisplayName("P4: an unknown version of a built-in group is a Status, an unknown group is not")
    void unknownVersionsAreAnsweredWithAStatus() {
        assertThat(server.get("/apis/apps/v2/deployments").text("message"))
                .isEqualTo("the server could not find the requested resource");
        assertThat(server.get("/apis/apps/v1beta1/deployments").status()).isEqualTo(404);
        assertThat(server.get("/apis/nowhere/v1/things").body()).isEqualTo("404 page not found\n");
    }

    @Test
    @DisplayName("1.2: the router of built-in kinds has its own words for forms that it does not know")
    void unknownFormsAreRefusedByTheRouter() {
        ServerRequest list = ServerRequest.of("GET", "/api/v1/pods").withHeader("Accept", "text/html");
        assertThat(server.send(list).text("message"))
                .startsWith("406: Not Acceptable\n\nAvailable representations: application/json, ")
                .endsWith("application/vnd.kubernetes.protobuf;stream=watch");
        Driver.Answer patch = server.patch("/api/v1/namespaces/default", "text/plain", "{}");
        assertThat(patch.status() + " " + patch.text("message")).isEqualTo("415 415: Unsupported Media Type");
    }

    @Test
    void theLogOfAPodNeedsANode() {
        server.post(
                "/api/v1/namespaces/default/pods",
                "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}");
        assertThat(server.get("/api/v1/namespaces/default/pods/p/log").status()).isEqualTo(404);
    }
}
