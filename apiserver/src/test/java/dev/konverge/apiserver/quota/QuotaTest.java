package dev.konverge.apiserver.quota;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.ApiServer;
import dev.konverge.apiserver.Driver;
import dev.konverge.apiserver.Driver.Answer;
import dev.konverge.apiserver.Profile;
import dev.konverge.apiserver.Running;
import dev.konverge.base.VirtualPlatform;
import dev.konverge.model.Yaml;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Behaviour list Q6: quotas and limit ranges, with the texts of a real server. */
class QuotaTest {
    private static final String CORE = "/api/v1/namespaces/default/";

    private final VirtualPlatform platform = new VirtualPlatform(3);
    private final Driver server = new Driver(ApiServer.create(platform, Profile.PLAIN));
    private final Running running = server.server().start();

    @AfterEach
    void close() {
        running.close();
        platform.close();
    }

    private Answer post(String plural, String yaml) {
        Answer answer = server.post(CORE + plural, Yaml.parse(yaml).toString());
        platform.awaitQuiet();
        return answer;
    }

    private void made(String plural, String yaml) {
        Answer answer = post(plural, yaml);
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
    }

    private static String told(Answer answer) {
        return answer.status() + " " + answer.text("message");
    }

    private static String pod(String name, String resources) {
        return "{metadata: {name: " + name + "}, spec: {containers: [{name: c, image: i, resources: " + resources
                + "}]}}";
    }

    private String used() {
        return server.get(CORE + "resourcequotas/q").at("status.used").toString();
    }

    @Test
    void objectsAreCountedAndOneTooManyIsRefused() {
        made("configmaps", "{metadata: {name: before}}");
        made("resourcequotas", "{metadata: {name: q}, spec: {hard: {count/configmaps: 2, secrets: 1}}}");
        assertThat(server.get(CORE + "resourcequotas/q").at("status"))
                .hasToString("{\"hard\":{\"count/configmaps\":\"2\",\"secrets\":\"1\"},"
                        + "\"used\":{\"count/configmaps\":\"1\",\"secrets\":\"0\"}}");
        made("configmaps", "{metadata: {name: second}}");
        assertThat(told(post("configmaps", "{metadata: {name: third}}")))
                .isEqualTo(
                        "403 configmaps \"third\" is forbidden: exceeded quota: q, requested: count/configmaps=1, used:"
                                + " count/configmaps=2, limited: count/configmaps=2");
        assertThat(told(post("configmaps?dryRun=All", "{metadata: {name: third}}")))
                .startsWith("403 ");
        server.delete(CORE + "configmaps/before");
        platform.awaitQuiet();
        assertThat(used()).isEqualTo("{\"count/configmaps\":\"1\",\"secrets\":\"0\"}");
        made("configmaps?dryRun=All", "{metadata: {name: third}}");
        assertThat(used()).as("a dry run costs nothing").contains("\"count/configmaps\":\"1\"");
        made("configmaps", "{metadata: {name: third}}");
        assertThat(told(post("configmaps", "{metadata: {name: second}}")))
                .as("there is no room for one that is there, either")
                .startsWith("403 configmaps \"second\" is forbidden: exceeded quota");
    }

    @Test
    void whatIsAllowedIsChargedAtOnceUnlessItIsADryRun() {
        made("resourcequotas", "{metadata: {name: q}, spec: {hard: {secrets: 1}}}");
        // Nobody counts between these.
        assertThat(server.post(CORE + "secrets?dryRun=All", "{\"metadata\":{\"name\":\"a\"}}")
                        .status())
                .isEqualTo(201);
        assertThat(used()).isEqualTo("{\"secrets\":\"0\"}");
        assertThat(server.post(CORE + "secrets", "{\"metadata\":{\"name\":\"a\"}}")
                        .status())
                .isEqualTo(201);
        assertThat(used()).isEqualTo("{\"secrets\":\"1\"}");
        assertThat(server.post(CORE + "secrets", "{\"metadata\":{\"name\":\"b\"}}")
                        .status())
                .isEqualTo(403);
    }

    @Test
    void whatAPodAsksForCounts() {
        made("resourcequotas", "{metadata: {name: q}, spec: {hard: {pods: 5, requests.cpu: 1, limits.memory: 1Gi}}}");
        assertThat(told(post("pods", pod("p0", "{}"))))
                .isEqualTo(
                        "403 pods \"p0\" is forbidden: failed quota: q: must specify limits.memory for: c; requests.cpu"
                                + " for: c");
        made("pods", pod("p1", "{requests: {cpu: 600m}, limits: {memory: 512Mi}}"));
        assertThat(used()).isEqualTo("{\"limits.memory\":\"512Mi\",\"pods\":\"1\",\"requests.cpu\":\"600m\"}");
        assertThat(told(post("pods", pod("p2", "{requests: {cpu: 600m}, limits: {memory: 700Mi}}"))))
                .isEqualTo("403 pods \"p2\" is forbidden: exceeded quota: q, requested:"
                        + " limits.memory=700Mi,requests.cpu=600m, used: limits.memory=512Mi,requests.cpu=600m, limited:"
                        + " limits.memory=1Gi,requests.cpu=1");
        server.merge(CORE + "pods/p1/status", "{\"status\":{\"phase\":\"Succeeded\"}}");
        platform.awaitQuiet();
        assertThat(used())
                .as("a pod that has ended uses nothing")
                .isEqualTo("{\"limits.memory\":\"0\",\"pods\":\"0\",\"requests.cpu\":\"0\"}");
        made("pods", pod("p2", "{requests: {cpu: 600m}, limits: {memory: 700Mi}}"));
    }

    @Test
    void initializersCountAsFarAsTheyExceedTheRest() {
        made("resourcequotas", "{metadata: {name: q}, spec: {hard: {requests.cpu: 10}}}");
        made(
                "pods",
                "{metadata: {name: p}, spec: {containers: [{name: a, image: i, resources: {requests: {cpu: 1}}}, {name: b,"
                        + " image: i, resources: {requests: {cpu: 1}}}], initContainers: [{name: s, image: i,"
                        + " restartPolicy: Always, resources: {requests: {cpu: 1}}}, {name: t, image: i, resources:"
                        + " {requests: {cpu: 4}}}]}}");
        assertThat(used()).isEqualTo("{\"requests.cpu\":\"5\"}");
    }

    @Test
    void servicesAndClaimsCountByWhatTheyTake() {
        made(
                "resourcequotas",
                "{metadata: {name: q}, spec: {hard: {services: 3, services.nodeports: 0, services.loadbalancers: 0,"
                        + " persistentvolumeclaims: 1, requests.storage: 1Gi,"
                        + " gold.storageclass.storage.k8s.io/requests.storage: 1Gi}}}");
        made("services", "{metadata: {name: s}, spec: {ports: [{port: 80}]}}");
        assertThat(told(post("services", "{metadata: {name: t}, spec: {type: NodePort, ports: [{port: 80}]}}")))
                .isEqualTo("403 services \"t\" is forbidden: exceeded quota: q, requested: services.nodeports=1, used:"
                        + " services.nodeports=0, limited: services.nodeports=0");
        assertThat(told(server.merge(CORE + "services/s", "{\"spec\":{\"type\":\"NodePort\"}}")))
                .isEqualTo("403 services \"s\" is forbidden: exceeded quota: q, requested: services.nodeports=1, used:"
                        + " services.nodeports=0, limited: services.nodeports=0");
        assertThat(told(post(
                        "persistentvolumeclaims",
                        "{metadata: {name: v}, spec: {accessModes: [ReadWriteOnce], storageClassName: gold, resources:"
                                + " {requests: {storage: 2Gi}}}}")))
                .isEqualTo("403 persistentvolumeclaims \"v\" is forbidden: exceeded quota: q, requested:"
                        + " gold.storageclass.storage.k8s.io/requests.storage=2Gi,requests.storage=2Gi, used:"
                        + " gold.storageclass.storage.k8s.io/requests.storage=0,requests.storage=0, limited:"
                        + " gold.storageclass.storage.k8s.io/requests.storage=1Gi,requests.storage=1Gi");
    }

    @Test
    void aQuotaCanBeForSomePodsOnly() {
        made("resourcequotas", "{metadata: {name: q}, spec: {hard: {pods: 1}, scopes: [BestEffort]}}");
        made("pods", pod("guaranteed", "{requests: {cpu: 1}}"));
        made("pods", pod("careless", "{}"));
        assertThat(used()).isEqualTo("{\"pods\":\"1\"}");
        assertThat(told(post("pods", pod("more", "{}"))))
                .isEqualTo(
                        "403 pods \"more\" is forbidden: exceeded quota: q, requested: pods=1, used: pods=1, limited:"
                                + " pods=1");
        made("pods", pod("again", "{requests: {cpu: 1}}"));
    }

    @Test
    void objectsOfAnyKindCanBeCounted() {
        made("resourcequotas", "{metadata: {name: q}, spec: {hard: {count/deployments.apps: 0}}}");
        Answer answer = server.post(
                "/apis/apps/v1/namespaces/default/deployments",
                Yaml.parse("{metadata: {name: d}, spec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels:"
                                + " {a: b}}, spec: {containers: [{name: c, image: i}]}}}}")
                        .toString());
        assertThat(told(answer))
                .isEqualTo(
                        "403 deployments.apps \"d\" is forbidden: exceeded quota: q, requested: count/deployments.apps=1,"
                                + " used: count/deployments.apps=0, limited: count/deployments.apps=0");
    }

    @Test
    void aQuotaThatIsNotCountedYetLimitsNothing() {
        try (VirtualPlatform other = new VirtualPlatform(4)) {
            Driver bare = new Driver(ApiServer.create(other, Profile.BARE));
            bare.post(
                    CORE + "resourcequotas",
                    "{\"metadata\":{\"name\":\"q\"},\"spec\":{\"hard\":{\"configmaps\":\"0\"}}}");
            assertThat(bare.post(CORE + "configmaps", "{\"metadata\":{\"name\":\"a\"}}")
                            .status())
                    .isEqualTo(201);
        }
    }

    // ---- limit ranges

    private void limits() {
        made(
                "limitranges",
                "{metadata: {name: lr}, spec: {limits: [{type: Container, min: {cpu: 100m, memory: 64Mi}, max: {cpu: 2,"
                        + " memory: 1Gi}, default: {cpu: 500m}, defaultRequest: {cpu: 250m}, maxLimitRequestRatio: {cpu:"
                        + " 4}}, {type: Pod, max: {cpu: 3}, min: {cpu: 200m}}, {type: PersistentVolumeClaim, min:"
                        + " {storage: 1Gi}, max: {storage: 5Gi}}]}}");
    }

    @Test
    void whatAContainerDoesNotSayIsSetAndNoted() {
        limits();
        Answer pod = post("pods", pod("a", "{}"));
        assertThat(pod.at("spec.containers.0.resources"))
                .hasToString("{\"limits\":{\"cpu\":\"500m\",\"memory\":\"1Gi\"},"
                        + "\"requests\":{\"cpu\":\"250m\",\"memory\":\"1Gi\"}}");
        assertThat(pod.text("metadata.annotations.kubernetes~io/limit-ranger"))
                .isEqualTo(
                        "LimitRanger plugin set: cpu, memory request for container c; cpu, memory limit for container c");
    }

    @Test
    void tooLittleAndTooMuchAreRefused() {
        limits();
        assertThat(told(post("pods", pod("b", "{requests: {memory: 10Mi}, limits: {memory: 2Gi}}"))))
                .isEqualTo(
                        "403 pods \"b\" is forbidden: [minimum memory usage per Container is 64Mi, but request is 10Mi,"
                                + " maximum memory usage per Container is 1Gi, but limit is 2Gi]");
        assertThat(told(post("pods", pod("c", "{requests: {cpu: 50m, memory: 64Mi}, limits: {cpu: 3, memory: 64Mi}}"))))
                .isEqualTo("403 pods \"c\" is forbidden: [minimum cpu usage per Container is 100m, but request is 50m,"
                        + " maximum cpu usage per Container is 2, but limit is 3, cpu max limit to request ratio per"
                        + " Container is 4, but provided ratio is 60.000000, minimum cpu usage per Pod is 200m, but request"
                        + " is 50m]");
        assertThat(told(post(
                        "pods",
                        "{metadata: {name: e}, spec: {containers: [{name: a, image: i, resources: {requests: {cpu: 2},"
                                + " limits: {cpu: 2, memory: 64Mi}}}, {name: b, image: i, resources: {requests: {cpu: 2},"
                                + " limits: {cpu: 2, memory: 64Mi}}}]}}")))
                .isEqualTo("403 pods \"e\" is forbidden: maximum cpu usage per Pod is 3, but limit is 4");
        assertThat(told(post(
                        "persistentvolumeclaims",
                        "{metadata: {name: v}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage:"
                                + " 6Gi}}}}")))
                .isEqualTo(
                        "403 persistentvolumeclaims \"v\" is forbidden: maximum storage usage per PersistentVolumeClaim"
                                + " is 5Gi, but request is 6Gi");
        assertThat(told(post(
                        "persistentvolumeclaims",
                        "{metadata: {name: v}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage:"
                                + " 500Mi}}}}")))
                .isEqualTo("403 persistentvolumeclaims \"v\" is forbidden: minimum storage usage per"
                        + " PersistentVolumeClaim is 1Gi, but request is 500Mi");
    }
}
