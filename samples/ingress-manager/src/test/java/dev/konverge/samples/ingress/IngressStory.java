package dev.konverge.samples.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.model.Json;
import dev.konverge.model.MergePatch;
import dev.konverge.model.core.v1.Event;
import dev.konverge.model.core.v1.Service;
import dev.konverge.model.networking.v1.Ingress;
import dev.konverge.model.networking.v1.IngressSpec;
import dev.konverge.testkit.Cluster;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What the ingress manager does for a service, on whatever cluster. */
// The package is exported; these tests, and what JUnit they use, are not.
@SuppressWarnings("exports")
public interface IngressStory {
    /** {@return the cluster that the story is told on, where the manager runs} */
    Cluster cluster();

    /** {@return the namespace that it is told in} */
    String namespace();

    private void expose(Map<String, String> annotations) {
        cluster()
                .create(Service.builder()
                        .metadata(m -> m.namespace(namespace()).name("web").annotations(annotations))
                        .spec(s -> s.selector(Map.of("app", "web")).addPorts(p -> p.port(8080)))
                        .build());
    }

    private void change(String patch) {
        cluster().clients().resource(Service.TYPE).in(namespace()).patch("web", new MergePatch(Json.parse(patch)));
    }

    private void leadsTo(String host, int port) {
        Json ingress = Json.from(Ingress.CODEC, cluster().get(Ingress.TYPE, namespace(), "web"));
        assertThat(ingress.toString())
                .contains("\"host\":\"" + host + "\"")
                .contains("\"service\":{\"name\":\"web\",\"port\":{\"number\":" + port + "}}");
    }

    @Test
    default void anAnnotatedServiceGetsAnIngressThatFollowsIt() {
        Cluster cluster = cluster();
        expose(Map.of(IngressManager.ANNOTATION, "web.example.com"));
        cluster.eventually(() -> leadsTo("web.example.com", 8080));
        change("{\"spec\":{\"ports\":[{\"port\":9090}]}}");
        cluster.eventually(() -> leadsTo("web.example.com", 9090));
        change("{\"metadata\":{\"annotations\":{\"konverge.dev/expose\":\"www.example.com\"}}}");
        cluster.eventually(() -> leadsTo("www.example.com", 9090));
    }

    @Test
    default void aHostThatSomebodyAddsToARuleForEveryHostIsTakenAwayAgain() {
        Cluster cluster = cluster();
        expose(Map.of(IngressManager.ANNOTATION, ""));
        cluster.eventually(
                () -> assertThat(cluster.find(Ingress.TYPE, namespace(), "web")).isPresent());
        var ingresses = cluster.clients().resource(Ingress.TYPE).in(namespace());
        ingresses.editWithRetry("web", IngressStory::withHost);
        cluster.eventually(
                () -> assertThat(Json.from(Ingress.CODEC, ingresses.get("web")).toString())
                        .contains("\"rules\"")
                        .doesNotContain("\"host\""));
    }

    private static Ingress withHost(Ingress ingress) {
        IngressSpec spec = Objects.requireNonNull(ingress.spec());
        return ingress.toBuilder()
                .spec(spec.toBuilder()
                        .rules(List.of(spec.rules().getFirst().toBuilder()
                                .host("other.example.com")
                                .build()))
                        .build())
                .build();
    }

    @Test
    default void theIngressGoesWithTheAnnotation() {
        Cluster cluster = cluster();
        expose(Map.of(IngressManager.ANNOTATION, ""));
        cluster.eventually(
                () -> assertThat(cluster.find(Ingress.TYPE, namespace(), "web")).isPresent());
        change("{\"metadata\":{\"annotations\":null}}");
        cluster.eventually(
                () -> assertThat(cluster.find(Ingress.TYPE, namespace(), "web")).isEmpty());
    }

    @Test
    default void theIngressGoesWithTheService() {
        Cluster cluster = cluster();
        expose(Map.of(IngressManager.ANNOTATION, ""));
        cluster.eventually(
                () -> assertThat(cluster.find(Ingress.TYPE, namespace(), "web")).isPresent());
        cluster.clients().resource(Service.TYPE).in(namespace()).delete("web");
        cluster.eventually(
                () -> assertThat(cluster.find(Ingress.TYPE, namespace(), "web")).isEmpty());
    }

    @Test
    default void onceAnIngressOfSomebodyElseIsGoneTheServiceGetsItsOwn() {
        Cluster cluster = cluster();
        cluster.create(Ingress.builder()
                .metadata(m -> m.namespace(namespace()).name("web"))
                .spec(s -> s.defaultBackend(b -> b.service(t -> t.name("other").port(n -> n.number(80)))))
                .build());
        expose(Map.of(IngressManager.ANNOTATION, "web.example.com"));
        cluster.eventually(() -> assertThat(cluster.clients()
                        .resource(Event.TYPE)
                        .in(namespace())
                        .list()
                        .items())
                .anySatisfy(event -> assertThat(event.reason()).isEqualTo("IngressExists")));
        cluster.clients().resource(Ingress.TYPE).in(namespace()).delete("web");
        cluster.eventually(() -> leadsTo("web.example.com", 8080));
    }
}
