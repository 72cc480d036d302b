package dev.konverge.apiserver.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.ApiServer;
import dev.konverge.apiserver.Driver;
import dev.konverge.apiserver.Driver.Answer;
import dev.konverge.apiserver.Headers;
import dev.konverge.apiserver.Profile;
import dev.konverge.apiserver.Running;
import dev.konverge.base.VirtualPlatform;
import dev.konverge.model.Json;
import dev.konverge.model.Yaml;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What runs beside the API, seen from outside: behaviour list 1.12, 1.13, 1.16 and 1.17. */
class UpkeepContractTest {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final String SERVICES = "/api/v1/namespaces/default/services";

    private final VirtualPlatform platform = new VirtualPlatform(7);
    private final Driver server = new Driver(ApiServer.create(platform, Profile.CLUSTER));
    private final Running running = server.server().start();

    @AfterEach
    void close() {
        running.close();
        platform.close();
    }

    private Answer post(String path, String yaml) {
        return server.post(path, Yaml.parse(yaml).toString());
    }

    private Answer made(String path, String yaml) {
        Answer answer = post(path, yaml);
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return answer;
    }

    private Answer map(String name, String... owners) {
        StringBuilder references = new StringBuilder();
        for (String owner : owners) {
            String uid = server.get(MAPS + "/" + owner).text("metadata.uid");
            references
                    .append("{apiVersion: v1, kind: ConfigMap, blockOwnerDeletion: true, name: ")
                    .append(owner)
                    .append(", uid: ")
                    .append(uid)
                    .append("}, ");
        }
        return made(MAPS, "{metadata: {name: " + name + ", ownerReferences: [" + references + "]}}");
    }

    private List<String> maps() {
        platform.awaitQuiet();
        return server.get(MAPS).names();
    }

    @Test
    @DisplayName("G1: background")
    void dependentsFollowTheirOwner() {
        map("a");
        map("b", "a");
        map("c", "b");
        map("d", "a", "c");
        assertThat(maps()).containsExactly("a", "b", "c", "d");
        server.delete(MAPS + "/a");
        assertThat(maps()).isEmpty();
    }

    @Test
    @DisplayName("G2: foreground")
    void anOwnerWaitsForItsDependents() {
        map("a");
        map("b", "a");
        server.merge(MAPS + "/b", "{\"metadata\":{\"finalizers\":[\"example.com/x\"]}}");
        Answer deleted = server.delete(MAPS + "/a", "{\"propagationPolicy\":\"Foreground\"}");
        assertThat(deleted.text("metadata.finalizers.0")).isEqualTo("foregroundDeletion");
        assertThat(maps()).containsExactly("a", "b");
        server.merge(MAPS + "/b", "{\"metadata\":{\"finalizers\":null}}");
        assertThat(maps()).isEmpty();
    }

    @Test
    @DisplayName("G3: orphans")
    void orphansLoseTheirOwner() {
        map("a");
        map("b", "a");
        server.delete(MAPS + "/a", "{\"propagationPolicy\":\"Orphan\"}");
        assertThat(maps()).containsExactly("b");
        assertThat(server.get(MAPS + "/b").at("metadata.ownerReferences")).isEqualTo(Json.Null.INSTANCE);
    }

    @Test
    @DisplayName("C4: a namespace whose name was made up has it as a label too")
    void aMadeUpNameIsALabelToo() {
        Answer fresh = made("/api/v1/namespaces", "{metadata: {generateName: shop-}}");
        assertThat(fresh.text("metadata.labels.kubernetes~io/metadata~name"))
                .startsWith("shop-")
                .isEqualTo(fresh.text("metadata.name"));
    }

    @Test
    @DisplayName("G6, G7, G8, C4: the life of a namespace")
    void aNamespaceIsFurnishedAndEmptied() {
        Answer fresh = made("/api/v1/namespaces", "{metadata: {name: shop}}");
        assertThat(fresh.text("status.phase")).isEqualTo("Active");
        assertThat(fresh.text("spec.finalizers.0")).isEqualTo("kubernetes");
        assertThat(fresh.text("metadata.labels.kubernetes~io/metadata~name")).isEqualTo("shop");
        platform.awaitQuiet();
        assertThat(server.get("/api/v1/namespaces/shop/serviceaccounts").names())
                .containsExactly("default");
        made("/api/v1/namespaces/shop/configmaps", "{metadata: {name: held, finalizers: [example.com/x]}}");
        made("/api/v1/namespaces/shop/pods", "{metadata: {name: p}, spec: {containers: [{name: c, image: i}]}}");
        Answer deleted = server.delete("/api/v1/namespaces/shop");
        assertThat(deleted.text("status.phase")).isEqualTo("Terminating");
        platform.awaitQuiet();
        assertThat(server.get("/api/v1/namespaces/shop/pods").names()).isEmpty();
        assertThat(server.get("/api/v1/namespaces/shop").body()).contains("example.com/x in 1 resource instances");
        Answer late = post("/api/v1/namespaces/shop/configmaps", "{metadata: {name: late}}");
        assertThat(late.status()).isEqualTo(403);
        assertThat(late.text("message"))
                .isEqualTo(
                        "configmaps \"late\" is forbidden: unable to create new content in namespace shop because it is being "
                                + "terminated");
        assertThat(late.text("details.causes.0.reason")).isEqualTo("NamespaceTerminating");
        server.merge("/api/v1/namespaces/shop/configmaps/held", "{\"metadata\":{\"finalizers\":null}}");
        platform.awaitQuiet();
        assertThat(server.get("/api/v1/namespaces/shop").status()).isEqualTo(404);
    }

    @Test
    @DisplayName("C4, G6: namespaces that are not there, and some that stay")
    void someNamespacesStay() {
        Answer lost = post("/api/v1/namespaces/nowhere/configmaps", "{metadata: {name: a}}");
        assertThat(lost.status()).isEqualTo(404);
        assertThat(lost.text("message")).isEqualTo("namespaces \"nowhere\" not found");
        Answer kept = server.delete("/api/v1/namespaces/kube-system");
        assertThat(kept.status()).isEqualTo(403);
        assertThat(kept.text("message"))
                .isEqualTo("namespaces \"kube-system\" is forbidden: this namespace may not be deleted");
    }

    @Test
    @DisplayName("G9: what every cluster has")
    void aClusterBeginsWithSomeObjects() {
        assertThat(server.get("/api/v1/namespaces").names())
                .containsExactly("default", "kube-node-lease", "kube-public", "kube-system");
        Answer service = server.get("/api/v1/namespaces/default/services/kubernetes");
        assertThat(service.text("spec.clusterIP")).isEqualTo("10.0.0.1");
        assertThat(server.get("/apis/scheduling.k8s.io/v1/priorityclasses").names())
                .containsExactly("system-cluster-critical", "system-node-critical");
        assertThat(server.get("/apis/rbac.authorization.k8s.io/v1/clusterroles/cluster-admin")
                        .status())
                .isEqualTo(200);
        assertThat(server.get("/apis/discovery.k8s.io/v1/namespaces/default/endpointslices")
                        .names())
                .containsExactly("kubernetes");
        platform.awaitQuiet();
        assertThat(server.get("/apis/networking.k8s.io/v1/ipaddresses").names()).containsExactly("10.0.0.1");
    }

    @Test
    @DisplayName("B3: addresses and ports of services")
    void servicesGetAddressesOfTheirOwn() {
        platform.awaitQuiet();
        Answer first = made(SERVICES, "{metadata: {name: a}, spec: {type: NodePort, ports: [{port: 80}]}}");
        assertThat(first.text("spec.clusterIP")).matches("10\\.0\\.\\d+\\.\\d+");
        assertThat(first.at("spec.clusterIPs.0")).isEqualTo(first.at("spec.clusterIP"));
        assertThat(first.text("spec.ipFamilyPolicy")).isEqualTo("SingleStack");
        assertThat(Long.parseLong(first.text("spec.ports.0.nodePort"))).isBetween(30000L, 32767L);
        Answer taken = post(
                SERVICES,
                "{metadata: {name: b}, spec: {clusterIP: " + first.text("spec.clusterIP") + ", ports: [{port: 80}]}}");
        assertThat(taken.status()).isEqualTo(422);
        assertThat(taken.text("message")).endsWith(": provided IP is already allocated");
        Answer port =
                post(SERVICES, "{metadata: {name: b}, spec: {type: NodePort, ports: [{port: 80, nodePort: 99}]}}");
        assertThat(port.text("message"))
                .isEqualTo(
                        "Service \"b\" is invalid: spec.ports[0].nodePort: Invalid value: 99: provided port is not in the valid range. "
                                + "The range of valid ports is 30000-32767");
        Answer headless =
                made(SERVICES, "{metadata: {name: h}, spec: {clusterIP: None, selector: {a: b}, ports: [{port: 80}]}}");
        assertThat(headless.text("spec.clusterIPs.0")).isEqualTo("None");
        // An update that leaves out what was filled in keeps it.
        Answer kept = server.put(
                SERVICES + "/a",
                Yaml.parse("{metadata: {name: a}, spec: {type: NodePort, ports: [{port: 80}]}}")
                        .toString());
        assertThat(kept.at("spec.clusterIP")).isEqualTo(first.at("spec.clusterIP"));
        assertThat(kept.at("spec.ports.0.nodePort")).isEqualTo(first.at("spec.ports.0.nodePort"));
        assertThat(server.delete(SERVICES + "/a").text("kind")).isEqualTo("Service");
        platform.awaitQuiet();
        assertThat(server.get(SERVICES + "/a").status()).isEqualTo(404);
        assertThat(server.get("/apis/networking.k8s.io/v1/ipaddresses").names()).containsExactly("10.0.0.1");
        Answer reused = made(
                SERVICES,
                "{metadata: {name: b}, spec: {clusterIP: " + first.text("spec.clusterIP") + ", ports: [{port: 80}]}}");
        assertThat(reused.at("spec.clusterIP")).isEqualTo(first.at("spec.clusterIP"));
    }

    @Test
    @DisplayName("B3: a port belongs to a service before anybody is told of it, even if its name was made up")
    void aServiceWithAMadeUpNameKeepsItsPort() {
        Answer made = made(SERVICES, "{metadata: {generateName: s-}, spec: {type: NodePort, ports: [{port: 80}]}}");
        Answer changed =
                server.merge(SERVICES + "/" + made.text("metadata.name"), "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}");
        assertThat(changed.status()).as(changed.body()).isEqualTo(200);
        assertThat(changed.at("spec.ports")).isEqualTo(made.at("spec.ports"));
        Answer taken = post(SERVICES, portAndAddress("other", made));
        assertThat(taken.status()).isEqualTo(422);
    }

    @Test
    @DisplayName("B3: what a service had is free as soon as it is gone")
    void whatAServiceHadIsFreeAtOnce() {
        Answer first = made(SERVICES, "{metadata: {name: a}, spec: {type: NodePort, ports: [{port: 80}]}}");
        assertThat(server.delete(SERVICES + "/a").status()).isEqualTo(200);
        made(SERVICES, portAndAddress("b", first));
        platform.awaitQuiet();
        Answer taken = post(SERVICES, portAndAddress("c", first));
        assertThat(taken.text("message")).endsWith(": provided IP is already allocated");
        Answer moved = server.merge(SERVICES + "/b", "{\"spec\":{\"ports\":[{\"port\":80,\"nodePort\":30007}]}}");
        assertThat(moved.status()).as(moved.body()).isEqualTo(200);
        made(
                SERVICES,
                "{metadata: {name: c}, spec: {type: NodePort, ports: [{port: 80, nodePort: "
                        + first.text("spec.ports.0.nodePort") + "}]}}");
    }

    private static String portAndAddress(String name, Answer other) {
        return "{metadata: {name: " + name + "}, spec: {type: NodePort, clusterIP: " + other.text("spec.clusterIP")
                + ", ports: [{port: 80, nodePort: " + other.text("spec.ports.0.nodePort") + "}]}}";
    }

    @Test
    @DisplayName("B3: a dry run looks whether an address is to be had, and keeps nothing")
    void aDryRunKeepsNoAddress() {
        String wanted = "}, spec: {type: NodePort, clusterIP: 10.0.0.77, ports: [{port: 80, nodePort: 30123}]}}";
        assertThat(post(SERVICES + "?dryRun=All", "{metadata: {name: a" + wanted)
                        .status())
                .isEqualTo(201);
        made(SERVICES, "{metadata: {name: b" + wanted);
        assertThat(post(SERVICES + "?dryRun=All", "{metadata: {name: c" + wanted)
                        .status())
                .isEqualTo(422);
    }

    @Test
    @DisplayName("B2, Q1: what a pod gets")
    void aPodGetsAnAccountAPriorityAndTolerations() {
        platform.awaitQuiet();
        Answer pod = made(PODS, "{metadata: {name: p}, spec: {containers: [{name: c, image: i}]}}");
        assertThat(pod.text("spec.serviceAccountName")).isEqualTo("default");
        assertThat(pod.text("spec.volumes.0.name")).startsWith("kube-api-access-");
        assertThat(pod.text("spec.containers.0.volumeMounts.0.mountPath"))
                .isEqualTo("/var/run/secrets/kubernetes.io/serviceaccount");
        assertThat(pod.text("spec.priority")).isEqualTo("0");
        assertThat(pod.text("spec.tolerations.0.key")).isEqualTo("node.kubernetes.io/not-ready");
        assertThat(pod.text("status.qosClass")).isEqualTo("BestEffort");
        assertThat(pod.text("metadata.generation")).isEqualTo("1");
        Answer refused = post(
                PODS, "{metadata: {name: q}, spec: {serviceAccountName: ghost, containers: [{name: c, image: i}]}}");
        assertThat(refused.text("message"))
                .isEqualTo(
                        "pods \"q\" is forbidden: error looking up service account default/ghost: serviceaccount \"ghost\" not found");
        Answer critical = made(
                PODS,
                "{metadata: {name: r}, spec: {priorityClassName: system-node-critical, containers: [{name: c, image: i}]}}");
        assertThat(critical.text("spec.priority")).isEqualTo("2000001000");
    }

    @Test
    @DisplayName("X4: a pod that runs is given its time")
    void aPodIsGoneAfterItsGrace() throws Exception {
        made(PODS, "{metadata: {name: p}, spec: {nodeName: k, containers: [{name: c, image: i}]}}");
        Answer deleted = server.delete(PODS + "/p");
        assertThat(deleted.text("metadata.deletionGracePeriodSeconds")).isEqualTo("30");
        platform.advance(Duration.ofSeconds(29));
        assertThat(server.get(PODS + "/p").status()).isEqualTo(200);
        platform.advance(Duration.ofSeconds(1));
        assertThat(server.get(PODS + "/p").status()).isEqualTo(404);
    }

    @Test
    @DisplayName("G1, X4: a pod that runs is given its time by the garbage collector, too")
    void aCollectedPodIsGoneAfterItsGrace() throws Exception {
        String uid = map("owner").text("metadata.uid");
        made(
                PODS,
                "{metadata: {name: p, ownerReferences: [{apiVersion: v1, kind: ConfigMap, name: owner, uid: " + uid
                        + "}]}, spec: {nodeName: k, containers: [{name: c, image: i}]}}");
        server.delete(MAPS + "/owner");
        platform.awaitQuiet();
        assertThat(server.get(PODS + "/p").text("metadata.deletionGracePeriodSeconds"))
                .isEqualTo("30");
        platform.advance(Duration.ofSeconds(29));
        assertThat(server.get(PODS + "/p").status()).isEqualTo(200);
        platform.advance(Duration.ofSeconds(1));
        assertThat(server.get(PODS + "/p").status()).isEqualTo(404);
    }

    @Test
    @DisplayName("B7: events live for an hour")
    void anEventExpires() throws Exception {
        String events = "/api/v1/namespaces/default/events";
        made(events, "{metadata: {name: e}, involvedObject: {namespace: default, kind: Pod, name: p}, reason: R}");
        platform.advance(Duration.ofMinutes(59));
        assertThat(server.get(events).names()).containsExactly("e");
        platform.advance(Duration.ofMinutes(2));
        assertThat(server.get(events).names()).isEmpty();
    }

    @Test
    @DisplayName("B4: claims are protected while they are used")
    void aClaimGoesWhenNobodyUsesIt() {
        String claims = "/api/v1/namespaces/default/persistentvolumeclaims";
        Answer claim = made(
                claims,
                "{metadata: {name: c}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}");
        assertThat(claim.text("metadata.finalizers.0")).isEqualTo("kubernetes.io/pvc-protection");
        made(
                PODS,
                "{metadata: {name: p}, spec: {containers: [{name: c, image: i}], volumes: [{name: v, persistentVolumeClaim: {claimName: c}}]}}");
        server.delete(claims + "/c");
        platform.awaitQuiet();
        assertThat(server.get(claims + "/c").status()).isEqualTo(200);
        server.delete(PODS + "/p");
        platform.awaitQuiet();
        assertThat(server.get(claims + "/c").status()).isEqualTo(404);
    }

    @Test
    @DisplayName("B9: scale, binding, eviction, token; a dry run of an eviction costs no budget")
    void subresourcesDoTheirWork() {
        String apps = "/apis/apps/v1/namespaces/default/deployments";
        made(
                apps,
                "{metadata: {name: d}, spec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: "
                        + "[{name: c, image: i}]}}}}");
        Answer scale = server.get(apps + "/d/scale");
        assertThat(scale.text("kind")).isEqualTo("Scale");
        assertThat(scale.text("status.selector")).isEqualTo("a=b");
        Answer scaled = server.merge(apps + "/d/scale", "{\"spec\":{\"replicas\":5}}");
        assertThat(scaled.text("spec.replicas")).isEqualTo("5");
        assertThat(server.get(apps + "/d").text("metadata.generation")).isEqualTo("2");

        made(PODS, "{metadata: {name: p, labels: {a: b}}, spec: {containers: [{name: c, image: i}]}}");
        String bind = "{metadata: {name: p}, target: {kind: Node, name: k}}";
        assertThat(post(PODS + "/p/binding", bind).status()).isEqualTo(201);
        assertThat(server.get(PODS + "/p").text("spec.nodeName")).isEqualTo("k");
        Answer again = post(PODS + "/p/binding", bind);
        assertThat(again.status()).isEqualTo(409);
        assertThat(again.text("message")).endsWith("pod p is already assigned to node \"k\"");

        String budgets = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
        made(budgets, "{metadata: {name: b}, spec: {minAvailable: 1, selector: {matchLabels: {a: b}}}}");
        server.merge(
                PODS + "/p/status",
                "{\"status\":{\"phase\":\"Running\",\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\"}]}}");
        server.merge(
                budgets + "/b/status",
                "{\"status\":{\"observedGeneration\":1,\"disruptionsAllowed\":0,\"desiredHealthy\":1,\"currentHealthy\":1,\"expectedPods\":1}}");
        String evict = "{apiVersion: policy/v1, kind: Eviction, metadata: {name: p, namespace: default}}";
        Answer refused = post(PODS + "/p/eviction", evict);
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.text("message"))
                .isEqualTo("Cannot evict pod as it would violate the pod's disruption budget.");
        assertThat(refused.text("details.causes.0.reason")).isEqualTo("DisruptionBudget");
        assertThat(refused.text("details.causes.0.message"))
                .isEqualTo("The disruption budget b needs 1 healthy pods and has 1 currently");
        server.merge(budgets + "/b/status", "{\"status\":{\"disruptionsAllowed\":1}}");
        String dry = evict.replace("}}", "}, deleteOptions: {dryRun: [All]}}");
        assertThat(post(PODS + "/p/eviction", dry).status()).isEqualTo(201);
        assertThat(post(PODS + "/p/eviction?dryRun=All", dry).status()).isEqualTo(201);
        assertThat(post(PODS + "/p/eviction?dryRun=All", evict).status()).isEqualTo(201);
        Answer twoMinds = post(PODS + "/p/eviction?dryRun=All", dry.replace("[All]", "[All, All]"));
        assertThat(twoMinds.status()).isEqualTo(500);
        assertThat(twoMinds.text("message"))
                .isEqualTo("Non-matching dry-run options in request and content: [All] and [All All]");
        String invalid = evict.replace("}}", "}, deleteOptions: {propagationPolicy: Sometimes}}");
        assertThat(post(PODS + "/p/eviction", invalid).status()).isEqualTo(422);
        assertThat(server.get(budgets + "/b").text("status.disruptionsAllowed")).isEqualTo("1");
        assertThat(server.get(PODS + "/p").at("metadata.deletionTimestamp")).isEqualTo(Json.Null.INSTANCE);
        assertThat(post(PODS + "/p/eviction", evict).status()).isEqualTo(201);
        assertThat(server.get(budgets + "/b").text("status.disruptionsAllowed")).isEqualTo("0");
        assertThat(server.get(PODS + "/p").at("metadata.deletionTimestamp")).isNotEqualTo(Json.Null.INSTANCE);

        platform.awaitQuiet();
        Answer token =
                post("/api/v1/namespaces/default/serviceaccounts/default/token", "{spec: {expirationSeconds: 3600}}");
        assertThat(token.status()).isEqualTo(201);
        assertThat(token.text("status.token").split("\\.", -1)).hasSize(3);
        assertThat(token.text("status.expirationTimestamp")).isEqualTo("2026-01-01T01:00:00Z");
    }

    @Test
    void theSameSeedGivesTheSameHistory() throws Exception {
        assertThat(history(3)).isEqualTo(history(3));
    }

    private static List<String> history(long seed) throws Exception {
        try (VirtualPlatform world = new VirtualPlatform(seed)) {
            Driver driver = Driver.of(world);
            try (Running controllers = driver.server().start()) {
                driver.post("/api/v1/namespaces", "{\"metadata\":{\"name\":\"shop\"}}");
                for (int i = 0; i < 5; i++) {
                    driver.post("/api/v1/namespaces/shop/configmaps", "{\"metadata\":{\"generateName\":\"m-\"}}");
                    driver.post(
                            "/api/v1/namespaces/shop/services",
                            "{\"metadata\":{\"name\":\"s" + i + "\"},\"spec\":{\"ports\":[{\"port\":1}]}}");
                }
                driver.delete("/api/v1/namespaces/shop");
                assertThat(controllers.awaitRest(Duration.ofMinutes(1))).isTrue();
                return List.of(
                        driver.get("/api/v1/namespaces").body(),
                        driver.get("/apis/networking.k8s.io/v1/ipaddresses").body(),
                        Long.toString(driver.server().revision()));
            }
        }
    }

    /** A webhook that refuses that some config maps are deleted, until it is told to let them go. */
    private void refuseDeletionOf(String name, AtomicBoolean refusing) {
        made("/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations", """
                {metadata: {name: v}, webhooks: [{name: v.example.com, admissionReviewVersions: [v1], sideEffects: None,
                 clientConfig: {url: 'https://hooks.example.com/review'},
                 rules: [{apiGroups: [''], apiVersions: [v1], operations: [DELETE], resources: [configmaps]}]}]}""");
        server.server().answerWebhook("https://hooks.example.com/review", body -> {
            Answer review = new Answer(0, Headers.NONE, new String(body, StandardCharsets.UTF_8));
            boolean refused = refusing.get() && review.text("request.name").equals(name);
            return ("{\"apiVersion\":\"admission.k8s.io/v1\",\"kind\":\"AdmissionReview\",\"response\":{\"uid\":\""
                            + review.text("request.uid") + "\",\"allowed\":" + !refused + "}}")
                    .getBytes(StandardCharsets.UTF_8);
        });
    }

    @Test
    @DisplayName("G1: a dependent that could not be deleted is tried again")
    void aDependentThatCouldNotBeDeletedIsTriedAgain() throws InterruptedException {
        AtomicBoolean refusing = new AtomicBoolean(true);
        refuseDeletionOf("b", refusing);
        map("a");
        map("b", "a");
        map("c", "a");
        assertThat(maps()).contains("a", "b", "c");
        server.delete(MAPS + "/a");
        assertThat(maps()).doesNotContain("a", "c").contains("b");
        platform.advance(Duration.ofMinutes(10));
        assertThat(maps()).contains("b");
        refusing.set(false);
        platform.advance(Duration.ofMinutes(1));
        assertThat(maps()).doesNotContain("b");
    }

    @Test
    @DisplayName("G7: a namespace whose content could not be deleted is tried again")
    void aNamespaceThatCouldNotBeEmptiedIsTriedAgain() throws InterruptedException {
        AtomicBoolean refusing = new AtomicBoolean(true);
        refuseDeletionOf("b", refusing);
        made("/api/v1/namespaces", "{metadata: {name: full}}");
        made("/api/v1/namespaces/full/configmaps", "{metadata: {name: b}}");
        server.delete("/api/v1/namespaces/full");
        platform.awaitQuiet();
        assertThat(server.get("/api/v1/namespaces/full").body()).contains("ContentDeletionFailed");
        platform.advance(Duration.ofMinutes(10));
        assertThat(server.get("/api/v1/namespaces/full").status()).isEqualTo(200);
        refusing.set(false);
        platform.advance(Duration.ofMinutes(1));
        platform.awaitQuiet();
        assertThat(server.get("/api/v1/namespaces/full").status()).isEqualTo(404);
    }
}
