package dev.konverge.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.fault.Fault;
import dev.konverge.apiserver.fault.Injection;
import dev.konverge.apiserver.fault.Match;
import dev.konverge.base.Task;
import dev.konverge.base.VirtualPlatform;
import dev.konverge.model.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The server as a whole, with its controllers at work, under virtual time. */
class WholeServerTest {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String PODS = "/api/v1/namespaces/default/pods";

    private interface Story {
        void tell(Driver server, Running running, VirtualPlatform platform) throws Exception;
    }

    private static void run(Story story) throws Exception {
        try (VirtualPlatform platform = new VirtualPlatform(12)) {
            Driver server = Driver.of(platform);
            try (Running running = server.server().start()) {
                story.tell(server, running, platform);
            }
        }
    }

    private static void rest(Running running) throws InterruptedException {
        assertThat(running.awaitRest(Duration.ofSeconds(60))).isTrue();
    }

    @Test
    @DisplayName("G1: with its owner a dependent goes")
    void dependentsGoWithTheirOwner() throws Exception {
        run((server, running, platform) -> {
            String uid =
                    server.post(MAPS, "{\"metadata\":{\"name\":\"owner\"}}").text("metadata.uid");
            server.post(
                    MAPS,
                    "{\"metadata\":{\"name\":\"child\",\"ownerReferences\":[{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\","
                            + "\"name\":\"owner\",\"uid\":\"" + uid + "\"}]}}");
            rest(running);
            assertThat(server.get(MAPS).names()).containsExactly("child", "owner");
            server.delete(MAPS + "/owner");
            rest(running);
            assertThat(server.get(MAPS).names()).isEmpty();
        });
    }

    @Test
    @DisplayName("G7: a namespace goes when everything in it is gone")
    void namespacesAreEmptied() throws Exception {
        run((server, running, platform) -> {
            server.post("/api/v1/namespaces", "{\"metadata\":{\"name\":\"n\"}}");
            server.post(
                    "/api/v1/namespaces/n/configmaps",
                    "{\"metadata\":{\"name\":\"a\",\"finalizers\":[\"example.com/x\"]}}");
            server.post("/api/v1/namespaces/n/secrets", "{\"metadata\":{\"name\":\"b\"}}");
            server.delete("/api/v1/namespaces/n");
            platform.awaitQuiet();
            assertThat(server.get("/api/v1/namespaces/n/secrets").names()).isEmpty();
            assertThat(server.get("/api/v1/namespaces/n").text("status.phase")).isEqualTo("Terminating");
            server.merge("/api/v1/namespaces/n/configmaps/a", "{\"metadata\":{\"finalizers\":null}}");
            assertThat(platform.runUntil(
                            () -> server.get("/api/v1/namespaces/n").status() == 404, Duration.ofMinutes(1)))
                    .isTrue();
        });
    }

    @Test
    @DisplayName("X4: a pod on a node is gone when its time is over")
    void podsEndInTime() throws Exception {
        run((server, running, platform) -> {
            server.post(
                    PODS,
                    "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"nodeName\":\"n\",\"containers\":"
                            + "[{\"name\":\"c\",\"image\":\"i\"}]}}");
            server.delete(PODS + "/p");
            platform.advance(Duration.ofSeconds(29));
            assertThat(server.get(PODS + "/p").status()).isEqualTo(200);
            platform.advance(Duration.ofSeconds(2));
            assertThat(server.get(PODS + "/p").status()).isEqualTo(404);
        });
    }

    @Test
    @DisplayName("B3: a service gets an address")
    void servicesGetAddresses() throws Exception {
        run((server, running, platform) -> {
            Driver.Answer service = server.post(
                    "/api/v1/namespaces/default/services",
                    "{\"metadata\":{\"name\":\"s\"},\"spec\":{\"ports\":[{\"port\":80}]}}");
            assertThat(service.status()).describedAs(service.body()).isEqualTo(201);
            assertThat(service.text("spec.clusterIP")).matches("10\\.0\\.\\d+\\.\\d+");
        });
    }

    @Test
    @DisplayName("B9: binding, eviction and tokens")
    void subresourcesOfOtherKinds() throws Exception {
        run((server, running, platform) -> {
            server.post(
                    PODS,
                    "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}");
            String binding = "{\"metadata\":{\"name\":\"p\"},\"target\":{\"kind\":\"Node\",\"name\":\"n1\"}}";
            Driver.Answer bound = server.post(PODS + "/p/binding", binding);
            assertThat(bound.status()).describedAs(bound.body()).isEqualTo(201);
            assertThat(bound.text("status")).isEqualTo("Success");
            assertThat(server.get(PODS + "/p").text("spec.nodeName")).isEqualTo("n1");
            Driver.Answer again = server.post("/api/v1/namespaces/default/bindings", binding);
            assertThat(again.status()).isEqualTo(409);
            assertThat(again.text("message")).contains("pod p is already assigned to node \"n1\"");
            Driver.Answer evicted = server.post(
                    PODS + "/p/eviction",
                    "{\"apiVersion\":\"policy/v1\",\"kind\":\"Eviction\",\"metadata\":{\"name\":\"p\"}}");
            assertThat(evicted.status()).describedAs(evicted.body()).isEqualTo(201);
            assertThat(server.get(PODS + "/p").text("metadata.deletionTimestamp"))
                    .isNotEqualTo("null");
            String accounts = "/api/v1/namespaces/default/serviceaccounts";
            server.post(accounts, "{\"metadata\":{\"name\":\"robot\"}}");
            Driver.Answer token = server.post(
                    accounts + "/robot/token",
                    "{\"apiVersion\":\"authentication.k8s.io/v1\",\"kind\":\"TokenRequest\",\"spec\":{}}");
            assertThat(token.status()).describedAs(token.body()).isEqualTo(201);
            Driver.Answer review = server.post(
                    "/apis/authentication.k8s.io/v1/tokenreviews",
                    "{\"spec\":{\"token\":\"" + token.text("status.token") + "\"}}");
            assertThat(review.text("status.user.username")).isEqualTo("system:serviceaccount:default:robot");
        });
    }

    @Test
    @DisplayName("H3: questions are answered and not stored")
    void questionsAreAnswered() throws Exception {
        run((server, running, platform) -> {
            long before = server.server().revision();
            Driver.Answer access = server.post(
                    "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
                    "{\"spec\":{\"resourceAttributes\":{\"verb\":\"get\",\"resource\":\"pods\"}}}");
            assertThat(access.status()).isEqualTo(201);
            assertThat(access.at("status.allowed")).isEqualTo(Json.of(true));
            Driver.Answer self = server.post("/apis/authentication.k8s.io/v1/selfsubjectreviews", "{}");
            assertThat(self.text("status.userInfo.username")).isEqualTo("admin");
            assertThat(server.server().revision()).isEqualTo(before);
            assertThat(server.get("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews")
                            .status())
                    .isEqualTo(405);
        });
    }

    @Test
    void faultsBefallRequestsAndGoAgain() throws Exception {
        run((server, running, platform) -> {
            try (Injection throttling =
                    server.server().faults().inject(Match.writes().on("configmaps"), new Fault.Throttle(3))) {
                Driver.Answer refused = server.post(MAPS, "{\"metadata\":{\"name\":\"a\"}}");
                assertThat(refused.status()).isEqualTo(429);
                assertThat(refused.headers().find("Retry-After")).contains("3");
                assertThat(server.get(MAPS).status()).isEqualTo(200);
                assertThat(throttling.hits()).isEqualTo(1);
            }
            assertThat(server.post(MAPS, "{\"metadata\":{\"name\":\"a\"}}").status())
                    .isEqualTo(201);
        });
    }

    @Test
    void discoveryAndHealthAreThere() throws Exception {
        run((server, running, platform) -> {
            assertThat(server.get("/version").text("major")).isEqualTo("1");
            assertThat(server.get("/healthz").body()).isEqualTo("ok");
            assertThat(server.get("/api/v1").body()).contains("\"name\":\"pods/eviction\"");
            assertThat(server.get("/apis").text("kind")).isEqualTo("APIGroupList");
            assertThat(server.get("/openapi/v3").status()).isEqualTo(200);
        });
    }

    @Test
    void aForkIsAWholeServerOfItsOwn() throws Exception {
        run((server, running, platform) -> {
            server.post(MAPS, "{\"metadata\":{\"name\":\"a\"}}");
            rest(running);
            Driver fork = new Driver(server.server().fork());
            long shared = fork.server().revision();
            assertThat(shared).isEqualTo(server.server().revision());
            try (Running own = fork.server().start()) {
                fork.delete(MAPS + "/a");
                fork.post(MAPS, "{\"metadata\":{\"name\":\"b\"}}");
                rest(own);
            }
            assertThat(fork.get(MAPS).names()).containsExactly("b");
            assertThat(server.get(MAPS).names()).containsExactly("a");
            assertThat(fork.get(MAPS + "?resourceVersionMatch=Exact&resourceVersion=" + shared)
                            .names())
                    .containsExactly("a");
        });
    }

    @Test
    @DisplayName("U1: of many who update one object from the same version, one wins each time")
    void countersLoseNoUpdate() throws Exception {
        run((server, running, platform) -> {
            server.post(MAPS, "{\"metadata\":{\"name\":\"n\"},\"data\":{\"n\":\"0\"}}");
            List<Task> writers = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                writers.add(platform.start("writer-" + i, () -> {
                    for (int k = 0; k < 5; k++) {
                        increment(server, platform);
                    }
                }));
            }
            assertThat(platform.runUntil(() -> writers.stream().allMatch(Task::isDone), Duration.ofMinutes(5)))
                    .isTrue();
            writers.forEach(Task::close);
            assertThat(server.get(MAPS + "/n").text("data.n")).isEqualTo("30");
        });
    }

    private static void increment(Driver server, VirtualPlatform platform) throws InterruptedException {
        int status = 409;
        while (status == 409) {
            Driver.Answer read = server.get(MAPS + "/n");
            platform.sleep(Duration.ofMillis(platform.random().nextInt(20)));
            int next = Integer.parseInt(read.text("data.n")) + 1;
            status = server.put(
                            MAPS + "/n",
                            "{\"metadata\":{\"name\":\"n\",\"resourceVersion\":\"" + read.version()
                                    + "\"},\"data\":{\"n\":\"" + next + "\"}}")
                    .status();
        }
        assertThat(status).isEqualTo(200);
    }
}
