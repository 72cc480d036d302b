package dev.konverge.apiserver.mutation;

import static dev.konverge.apiserver.mutation.World.APPS;
import static dev.konverge.apiserver.mutation.World.CORE;
import static dev.konverge.apiserver.mutation.World.DEFINITIONS;
import static dev.konverge.apiserver.mutation.World.FOOS;

import dev.konverge.apiserver.ApiServer;
import dev.konverge.apiserver.ServerRequest;
import dev.konverge.apiserver.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Requests that a server with the objects of {@link World} grants. */
final class Corpus {
    private static final String TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json";
    private static final String METADATA = "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io";
    private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";
    private static final String LEASES = "/apis/coordination.k8s.io/v1/namespaces/default/leases";

    private final List<ServerRequest> requests = new ArrayList<>();

    static List<ServerRequest> of(ApiServer server) throws InterruptedException {
        Corpus corpus = new Corpus();
        corpus.reads();
        corpus.creates();
        corpus.patches();
        corpus.deletes();
        corpus.subresources();
        corpus.updates(server);
        return List.copyOf(corpus.requests);
    }

    private void reads() {
        for (String target : List.of(
                "/api",
                "/apis",
                "/apis/apps",
                "/apis/apps/v1",
                "/apis/example.com/v1",
                "/version",
                "/healthz",
                "/readyz?verbose",
                "/openapi/v3",
                "/api/v1/namespaces/default",
                "/api/v1/pods?labelSelector=app%20in%20(web,x),!gone&fieldSelector=spec.nodeName=,metadata.name!=q",
                CORE + "configmaps?limit=1",
                CORE + "configmaps?resourceVersion=2&resourceVersionMatch=NotOlderThan",
                CORE + "configmaps/cm?resourceVersion=0&pretty=true",
                CORE + "services/svc",
                "/api/v1/services?fieldSelector=spec.type%3DClusterIP",
                CORE + "events?limit=500",
                APPS + "deployments/web/scale",
                APPS + "deployments/web/status",
                "/apis/apps/v1/deployments?labelSelector=app=web",
                FOOS + "?fieldSelector=spec.color=blue",
                "/apis/example.com/v1beta1/foos",
                FOOS + "/foo/scale",
                DEFINITIONS + "/foos.example.com",
                CORE + "configmaps?watch=true&resourceVersion=5&timeoutSeconds=1",
                "/api/v1/pods?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan"
                        + "&allowWatchBookmarks=true&timeoutSeconds=2",
                FOOS + "?watch=1&fieldSelector=metadata.name=foo&timeoutSeconds=1",
                "/apis/rbac.authorization.k8s.io/v1/clusterroles?limit=2")) {
            add("GET", target);
        }
        requests.add(ServerRequest.of("GET", CORE + "pods").withHeader("Accept", TABLE));
        requests.add(ServerRequest.of("GET", FOOS + "/foo?includeObject=Object").withHeader("Accept", TABLE));
        requests.add(ServerRequest.of("GET", CORE + "pods/p").withHeader("Accept", METADATA));
        requests.add(ServerRequest.of("GET", CORE + "services").withHeader("Accept", PROTOBUF));
        requests.add(ServerRequest.of("GET", APPS + "deployments/web").withHeader("Accept", "application/yaml"));
        requests.add(ServerRequest.of("GET", "/apis")
                .withHeader("Accept", "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"));
        add("HEAD", FOOS + "/foo");
    }

    private void creates() {
        create(
                CORE + "configmaps?fieldManager=m&fieldValidation=Strict",
                World.CONFIG_MAP.replace("\"cm\"", "\"new\""));
        create(CORE + "pods?dryRun=All", World.POD.replace("\"p\"", "\"new\""));
        create(CORE + "services", World.SERVICE.replace("\"svc\"", "\"new\""));
        create(
                APPS + "deployments",
                World.DEPLOYMENT.replace("\"name\":\"web\",\"labels\"", "\"generateName\":\"w-\",\"labels\""));
        create(LEASES, World.LEASE.replace("leader", "new"));
        create(FOOS, World.FOO.replace("\"foo\"", "\"new\""));
        create(
                DEFINITIONS,
                World.DEFINITION.replace("foos", "bars").replace("Foo", "Bar").replace("\"fo\"", "\"ba\""));
        create("/api/v1/namespaces", "{\"metadata\":{\"name\":\"new\"}}");
        create(CORE + "events", """
                {"metadata":{"name":"e"},"involvedObject":{"kind":"Pod","namespace":"default","name":"p"},"reason":"Why",
                 "message":"m","type":"Normal","count":1,"firstTimestamp":"2026-01-01T00:00:00Z","source":{"component":"c"}}""");
        create("/apis/batch/v1/namespaces/default/jobs", """
                {"metadata":{"name":"j"},"spec":{"template":{"spec":{"restartPolicy":"Never",
                 "containers":[{"name":"c","image":"i"}]}}}}""");
        create("/apis/batch/v1/namespaces/default/cronjobs", """
                {"metadata":{"name":"cj"},"spec":{"schedule":"*/5 * * * *","jobTemplate":{"spec":{"template":{"spec":
                 {"restartPolicy":"OnFailure","containers":[{"name":"c","image":"i"}]}}}}}}""");
        create("/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings", """
                {"metadata":{"name":"rb"},"roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"Role","name":"r"},
                 "subjects":[{"kind":"ServiceAccount","name":"sa","namespace":"default"}]}""");
        create("/apis/networking.k8s.io/v1/namespaces/default/ingresses", """
                {"metadata":{"name":"i"},"spec":{"rules":[{"host":"a.example.com","http":{"paths":[{"path":"/",
                 "pathType":"Prefix","backend":{"service":{"name":"svc","port":{"number":80}}}}]}}]}}""");
        create("/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers", """
                {"metadata":{"name":"h"},"spec":{"maxReplicas":3,"scaleTargetRef":{"apiVersion":"apps/v1","kind":"Deployment",
                 "name":"web"},"metrics":[{"type":"Resource","resource":{"name":"cpu","target":{"type":"Utilization",
                 "averageUtilization":50}}}]}}""");
        create("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", """
                {"spec":{"resourceAttributes":{"verb":"get","resource":"pods","namespace":"default"}}}""");
        requests.add(ServerRequest.of("POST", CORE + "configmaps")
                .withBody(
                        "application/yaml",
                        bytes("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: yaml}\ndata:\n  a: |\n    b\n")));
    }

    private void patches() {
        patch(CORE + "configmaps/cm", "json-patch+json", """
                [{"op":"test","path":"/data/k","value":"v"},{"op":"replace","path":"/data/k","value":"w"},
                 {"op":"add","path":"/metadata/labels/x","value":"y"},{"op":"remove","path":"/data/other"},
                 {"op":"copy","from":"/data/k","path":"/data/c"},{"op":"move","from":"/data/c","path":"/data/d"}]""");
        patch(APPS + "deployments/web", "strategic-merge-patch+json", """
                {"spec":{"template":{"spec":{"containers":[{"name":"web","image":"nginx:2",
                 "env":[{"$patch":"delete","name":"A"},{"name":"B","value":"2"}],"$setElementOrder/ports":[{"containerPort":80}]}],
                 "$setElementOrder/containers":[{"name":"web"}]}}}}""");
        patch(CORE + "pods/p", "strategic-merge-patch+json", """
                {"metadata":{"labels":{"app":null},"$deleteFromPrimitiveList/finalizers":["example.com/keep"]}}""");
        patch(FOOS + "/foo", "merge-patch+json", "{\"spec\":{\"color\":null,\"items\":[\"c\"],\"replicas\":4}}");
        patch(CORE + "configmaps/cm", "merge-patch+json", "{\"metadata\":{\"annotations\":{\"n\":\"w\"}}}");
        patch(APPS + "deployments/web?fieldManager=m&force=true", "apply-patch+yaml", World.DEPLOYMENT);
        patch(CORE + "configmaps/applied?fieldManager=m", "apply-patch+yaml", """
                {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"applied"},"data":{"a":"c"}}""");
        patch(FOOS + "/foo?fieldManager=m&force=true", "apply-patch+yaml", World.FOO);
        patch(FOOS + "/foo/status?fieldManager=m", "apply-patch+yaml", """
                apiVersion: example.com/v1
                kind: Foo
                metadata: {name: foo}
                status: {replicas: 3, phase: Ready}
                """);
        patch(
                CORE + "services/svc/status",
                "merge-patch+json",
                "{\"status\":{\"conditions\":[{\"type\":\"a\",\"status\":\"True\",\"reason\":\"R\",\"message\":\"m\","
                        + "\"lastTransitionTime\":\"2026-01-01T00:00:00Z\"}]}}");
    }

    private void deletes() {
        add("DELETE", CORE + "configmaps/cm");
        add("DELETE", FOOS + "/foo?propagationPolicy=Foreground");
        add("DELETE", CORE + "configmaps?labelSelector=a=b");
        add("DELETE", "/api/v1/namespaces/other");
        add("DELETE", DEFINITIONS + "/foos.example.com");
        requests.add(ServerRequest.of("DELETE", CORE + "pods/p").withJson("""
                {"kind":"DeleteOptions","apiVersion":"v1","gracePeriodSeconds":0,"propagationPolicy":"Background",
                 "preconditions":{}}"""));
        requests.add(ServerRequest.of("DELETE", APPS + "deployments/web").withJson("{\"orphanDependents\":true}"));
    }

    private void subresources() {
        create(CORE + "pods/p/binding", """
                {"apiVersion":"v1","kind":"Binding","metadata":{"name":"p"},"target":{"kind":"Node","name":"n"}}""");
        create(CORE + "pods/p/eviction", """
                {"apiVersion":"policy/v1","kind":"Eviction","metadata":{"name":"p","namespace":"default"}}""");
        create(CORE + "serviceaccounts/sa/token", """
                {"apiVersion":"authentication.k8s.io/v1","kind":"TokenRequest","spec":{"expirationSeconds":3600,"audiences":["a"]}}""");
        requests.add(ServerRequest.of("PUT", APPS + "deployments/web/scale").withJson("""
                {"apiVersion":"autoscaling/v1","kind":"Scale","metadata":{"name":"web","namespace":"default"},"spec":{"replicas":5}}"""));
        patch(FOOS + "/foo/scale", "merge-patch+json", "{\"spec\":{\"replicas\":5}}");
        requests.add(
                ServerRequest.of("PUT", "/api/v1/namespaces/other/finalize").withJson("""
                {"apiVersion":"v1","kind":"Namespace","metadata":{"name":"other"},"spec":{"finalizers":["kubernetes"]}}"""));
    }

    /** Sends back what is there, in all forms in which it can be read. */
    private void updates(ApiServer server) throws InterruptedException {
        for (String target : List.of(
                CORE + "configmaps/cm",
                CORE + "pods/p",
                CORE + "pods/p/status",
                CORE + "services/svc",
                CORE + "secrets/s",
                APPS + "deployments/web",
                APPS + "deployments/web/status",
                LEASES + "/leader",
                FOOS + "/foo",
                FOOS + "/foo/status",
                DEFINITIONS + "/foos.example.com")) {
            for (String form : List.of("application/json", "application/yaml", PROTOBUF)) {
                if (form.equals(PROTOBUF) && target.startsWith("/apis/example.com")) {
                    continue;
                }
                ServerRequest read = ServerRequest.of("GET", target).withHeader("Accept", form);
                if (server.handle(read) instanceof ServerResponse.Whole whole) {
                    requests.add(ServerRequest.of("PUT", target).withBody(form, whole.body()));
                }
            }
        }
    }

    private void add(String method, String target) {
        requests.add(ServerRequest.of(method, target));
    }

    private void create(String target, String json) {
        requests.add(ServerRequest.of("POST", target).withJson(json));
    }

    private void patch(String target, String type, String patch) {
        requests.add(ServerRequest.of("PATCH", target).withBody("application/" + type, bytes(patch)));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
