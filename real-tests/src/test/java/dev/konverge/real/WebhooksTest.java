package dev.konverge.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.controller.Manager;
import dev.konverge.controller.webhook.Admission;
import dev.konverge.controller.webhook.Certificates;
import dev.konverge.controller.webhook.Conversion;
import dev.konverge.controller.webhook.Mutation;
import dev.konverge.model.GroupVersionResource;
import dev.konverge.model.Json;
import dev.konverge.model.Key;
import dev.konverge.model.ResourceType;
import dev.konverge.model.Unstructured;
import dev.konverge.model.Yaml;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.testkit.RealCluster;
import dev.konverge.testkit.WithRealCluster;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Webhooks of our server, called by the real one. */
@WithRealCluster
class WebhooksTest {
    private static final InetSocketAddress ANY = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private static final ResourceType<Unstructured> V1 = ResourceType.of(
                    "hooks.example.com", "v1", "Foo", Unstructured.CODEC)
            .served("foos", true);
    private static final ResourceType<Unstructured> V2 = ResourceType.of(
                    "hooks.example.com", "v2", "Foo", Unstructured.CODEC)
            .served("foos", true);

    private static ConfigMap map(String namespace, String name) {
        return ConfigMap.builder()
                .metadata(m -> m.namespace(namespace).name(name))
                .build();
    }

    private static String configuration(String kind, int port, String path, String namespace) {
        return """
                {apiVersion: admissionregistration.k8s.io/v1, kind: %sWebhookConfiguration, metadata: {name: hooks}, webhooks: [
                 {name: h.example.com, admissionReviewVersions: [v1], sideEffects: None,
                  clientConfig: {url: 'https://127.0.0.1:%d%s'},
                  namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: %s}},
                  rules: [{apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [configmaps]}]}]}
                """.formatted(kind, port, path, namespace);
    }

    @Test
    void objectsAreChangedAndRefused(RealCluster cluster) {
        String namespace = Namespaces.make(cluster);
        Manager.Running running = cluster.run(cluster.manager()
                .webhooks(hooks -> hooks.listen(ANY)
                        .lookEvery(Duration.ofMillis(200))
                        .certificates(Certificates.ownAuthority(Key.of(namespace, "hook-keys"), "127.0.0.1")
                                .trustedByValidating("hooks")
                                .trustedByMutating("hooks"))
                        .mutating(
                                "/m",
                                ConfigMap.TYPE,
                                (request, map) -> Mutation.to(map.with(fields -> fields.putData(
                                        "by", String.valueOf(request.user().username())))))
                        .validating(
                                "/v",
                                ConfigMap.TYPE,
                                (request, map, old) -> map.key().name().startsWith("bad")
                                        ? Admission.deny(422, "Invalid", "no bad names")
                                        : Admission.allow()))
                .build());
        int port = running.findWebhooks().orElseThrow().getPort();
        cluster.apply(configuration("Mutating", port, "/m", namespace));
        cluster.apply(configuration("Validating", port, "/v", namespace));
        cluster.eventually(() -> assertThatThrownBy(() -> cluster.create(map(namespace, "bad")))
                .hasMessageContaining("admission webhook \"h.example.com\" denied the request: no bad names"));
        assertThat(cluster.create(map(namespace, "good")).data()).containsKey("by");
        running.close();
        cluster.clients().dynamic().resource(validating()).delete("hooks");
        cluster.clients().dynamic().resource(mutating()).delete("hooks");
    }

    private static GroupVersionResource validating() {
        return new GroupVersionResource("admissionregistration.k8s.io", "v1", "validatingwebhookconfigurations");
    }

    private static GroupVersionResource mutating() {
        return new GroupVersionResource("admissionregistration.k8s.io", "v1", "mutatingwebhookconfigurations");
    }

    private static Unstructured renamed(Unstructured foo, String from, String to) {
        Map<String, Json> fields = new LinkedHashMap<>(foo.content().fields());
        Json.Obj spec = (Json.Obj) fields.getOrDefault("spec", Json.Obj.EMPTY);
        Map<String, Json> changed = new LinkedHashMap<>(spec.fields());
        Json value = changed.remove(from);
        if (value != null) {
            changed.put(to, value);
        }
        fields.put("spec", new Json.Obj(changed));
        return Unstructured.of(new Json.Obj(fields));
    }

    @Test
    void anObjectIsWrittenInOneVersionAndReadInAnother(RealCluster cluster) {
        String namespace = Namespaces.make(cluster);
        Manager.Running running = cluster.run(cluster.manager()
                .webhooks(hooks -> hooks.listen(ANY)
                        .lookEvery(Duration.ofMillis(200))
                        .certificates(Certificates.ownAuthority(Key.of(namespace, "hook-keys"), "127.0.0.1")
                                .trustedByConversion("foos.hooks.example.com"))
                        .conversion(
                                "/c",
                                Conversion.through(V2)
                                        .with(
                                                V1,
                                                old -> renamed(old, "size", "replicas"),
                                                hub -> renamed(hub, "replicas", "size"))))
                .build());
        String schema = "schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}";
        cluster.apply("""
                {apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: foos.hooks.example.com}, spec: {
                 group: hooks.example.com, scope: Namespaced, names: {plural: foos, kind: Foo},
                 conversion: {strategy: Webhook, webhook: {conversionReviewVersions: [v1],
                  clientConfig: {url: 'https://127.0.0.1:%d/c'}}},
                 versions: [{name: v1, served: true, storage: true, %s}, {name: v2, served: true, storage: false, %s}]}}
                """.formatted(running.findWebhooks().orElseThrow().getPort(), schema, schema));
        cluster.eventually(() -> {
            if (cluster.find(V1, namespace, "a").isEmpty()) {
                cluster.clients().resource(V2).in(namespace).create(foo(namespace));
            }
            assertThat(cluster.get(V1, namespace, "a").content().get("spec")).hasToString("{\"size\":3}");
        });
        assertThat(cluster.get(V2, namespace, "a").content().get("spec")).hasToString("{\"replicas\":3}");
    }

    private static Unstructured foo(String namespace) {
        return Unstructured.of(
                (Json.Obj) Yaml.parse("{apiVersion: hooks.example.com/v2, kind: Foo, metadata: {name: a, namespace: "
                        + namespace + "}, spec: {replicas: 3}}"));
    }
}
