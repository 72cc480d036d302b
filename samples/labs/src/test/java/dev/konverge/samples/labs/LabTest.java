package dev.konverge.samples.labs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.Platform;
import dev.konverge.client.ClientSet;
import dev.konverge.client.UnknownResourceException;
import dev.konverge.client.transport.Headers;
import dev.konverge.client.transport.HttpRequest;
import dev.konverge.client.transport.HttpResponse;
import dev.konverge.client.transport.Transport;
import dev.konverge.client.transport.WebSocketChannel;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LabTest {
    private static final String WEB = """
            {"kind":"Pod","apiVersion":"v1","metadata":{"name":"web","namespace":"default"},
             "spec":{"nodeName":"n1","containers":[{"name":"a"},{"name":"b"}]},
             "status":{"phase":"Running","podIP":"10.0.0.7","containerStatuses":[
               {"name":"a","ready":true,"restartCount":2,"image":"i","imageID":"x"},
               {"name":"b","ready":false,"restartCount":1,"image":"i","imageID":"x"}]}}""";

    private static final String NODE = """
            {"metadata":{"name":"n1"},"status":{"conditions":[{"type":"Ready","status":"True"}],
             "nodeInfo":{"kubeletVersion":"v1.36.4","osImage":"Linux"}}}""";

    private static final String CORE = """
            {"items":[{"metadata":{},"versions":[{"version":"v1","resources":[
              {"resource":"pods","responseKind":{"kind":"Pod"},"scope":"Namespaced","singularResource":"pod",
               "verbs":["list"],"shortNames":["po"],"subresources":[
                 {"subresource":"status","responseKind":{"kind":"Pod"},"verbs":["get"]}]},
              {"resource":"nodes","responseKind":{"kind":"Node"},"scope":"Cluster","verbs":["list"],"shortNames":["no"]},
              {"resource":"hidden","responseKind":{"kind":"Hidden"},"scope":"Cluster","verbs":[]}]}]}]}""";

    private static final String NAMED = """
            {"items":[{"metadata":{"name":"apps"},"versions":[
               {"version":"v1","resources":[{"resource":"deployments","responseKind":{"kind":"Deployment"},
                "scope":"Namespaced","verbs":["list"],"shortNames":["deploy"]}]},
               {"version":"v1beta1","resources":[]}]}]}""";

    private static final Map<String, String> SERVER = Map.of(
            "/api/v1/namespaces/default/pods/web",
            WEB,
            "/api/v1/pods",
            "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{},\"items\":[" + WEB + "]}",
            "/api/v1/nodes",
            "{\"kind\":\"NodeList\",\"apiVersion\":\"v1\",\"metadata\":{},\"items\":[" + NODE + "]}",
            "/api",
            CORE,
            "/apis",
            NAMED);

    /** A server without a network. */
    private static final class Server implements Transport {
        @Override
        public HttpResponse send(HttpRequest request) {
            String body = SERVER.get(request.target().split("\\?", -1)[0]);
            String type =
                    request.target().startsWith("/api?") || request.target().startsWith("/apis?")
                            ? "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"
                            : "application/json";
            return new Answer(
                    body == null ? 404 : 200,
                    Headers.NONE.with("Content-Type", type),
                    new ByteArrayInputStream((body == null ? "{}" : body).getBytes(StandardCharsets.UTF_8)));
        }

        @Override
        public WebSocketChannel open(HttpRequest request, List<String> subprotocols) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    }

    private record Answer(int status, Headers headers, InputStream body) implements HttpResponse {
        @Override
        public void close() {}
    }

    private static String run(String name, String... arguments) {
        StringWriter out = new StringWriter();
        Lab lab = Lab.all().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
        try (PrintWriter printer = new PrintWriter(out)) {
            lab.run(ClientSet.on(new Server(), Platform.real()), "default", List.of(arguments), printer);
        }
        return out.toString();
    }

    @Test
    void theRestClientReadsAPod() {
        assertThat(run("rest-client", "web")).isEqualToNormalizingNewlines("pod default/web is Running on n1\n");
        assertThat(run("rest-client", "other"))
                .isEqualToNormalizingNewlines("there is no pod other in namespace default\n");
        assertThatThrownBy(() -> run("rest-client")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theClientSetPrintsPodsAndNodes() {
        assertThat(run("client-set", "web")).isEqualToNormalizingNewlines("""
                        pod default/web is Running on n1
                        1 pod is running in all namespaces

                        NAMESPACE   NAME   READY   STATUS    RESTARTS   IP         NODE
                        default     web    1/2     Running   3          10.0.0.7   n1

                        NAME   STATUS   VERSION   OS-IMAGE
                        n1     Ready    v1.36.4   Linux
                        """);
    }

    @Test
    void theDynamicClientListsWhateverThereIs() {
        assertThat(run("dynamic", "no")).isEqualToNormalizingNewlines("""
                        NAMESPACE   NAME   KIND   VERSION
                                    n1     Node\s\s\s
                        """);
        assertThatThrownBy(() -> run("dynamic", "widgets"))
                .isInstanceOf(UnknownResourceException.class)
                .hasMessageContaining("widgets");
    }

    @Test
    void discoveryPrintsWhatKubectlPrints() {
        assertThat(run("discovery", "versions")).isEqualToNormalizingNewlines("apps/v1\napps/v1beta1\nv1\n");
        assertThat(run("discovery", "resources")).isEqualToNormalizingNewlines("""
                        NAME          SHORTNAMES   APIVERSION   NAMESPACED   KIND
                        nodes         no           v1           false        Node
                        pods          po           v1           true         Pod
                        deployments   deploy       apps/v1      true         Deployment
                        """);
    }
}
