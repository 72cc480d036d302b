package dev.konverge.apiserver.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.apiserver.access.Authorizer;
import dev.konverge.apiserver.failure.GroupResource;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.upkeep.Cluster;
import dev.konverge.apiserver.upkeep.ObjectId;
import dev.konverge.apiserver.upkeep.ServiceAddresses;
import dev.konverge.base.Platform;
import dev.konverge.model.Json;
import dev.konverge.model.Yaml;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Behaviour list 1.17, as far as it goes without webhooks. */
class AdmissionTest {
    private final Shelf shelf = new Shelf();
    private final Admission admission = new Admission(
            shelf, Authorizer.EVERYTHING, new ServiceAddresses(Platform.real(), List::of), new Random(1), false);

    private static Json.Obj yaml(String text) {
        return (Json.Obj) Yaml.parse(text);
    }

    private static Write create(String resource, String namespace, Json.Obj object) {
        return Write.creation(ObjectId.of(resource, "any").resource(), namespace, object, "ann", List.of("people"));
    }

    private Json.Obj admitted(String resource, String namespace, String text) {
        Json.Obj object = yaml(text);
        return admission.mutate(create(resource, namespace, object), object);
    }

    @Test
    void aNewObjectNeedsANamespaceThatStays() {
        assertThatThrownBy(() -> admitted("configmaps", "gone", "{metadata: {name: a}}"))
                .isInstanceOf(StatusException.class)
                .hasMessageContaining("namespaces \"gone\" not found");
        shelf.put("namespaces", "going", "{metadata: {deletionTimestamp: '2026-01-01T00:00:00Z'}}");
        assertThatThrownBy(() -> admitted("configmaps", "going", "{metadata: {generateName: a-}}"))
                .hasMessageContaining(
                        "configmaps \"a-\" is forbidden: unable to create new content in namespace going");
    }

    @Test
    @DisplayName("containers get the limits of their namespace")
    void limitRangesFillInWhatContainersLeaveOut() {
        shelf.put("namespaces", "ns1", "{}");
        shelf.put(
                "limitranges",
                "ns1/l",
                "{spec: {limits: [{type: Container, default: {cpu: '1'}, defaultRequest: {cpu: 100m}}]}}");
        Json.Obj pod = admitted(
                "pods", "ns1", "{spec: {containers: [{name: a}, {name: b, resources: {limits: {cpu: '2'}}}]}}");
        List<Json.Obj> containers = Tree.objects(pod, "spec", "containers");
        assertThat(Tree.object(containers.get(0), "resources"))
                .isEqualTo(yaml("{limits: {cpu: '1'}, requests: {cpu: 100m}}"));
        assertThat(Tree.object(containers.get(1), "resources"))
                .isEqualTo(yaml("{limits: {cpu: '2'}, requests: {cpu: 100m}}"));
    }

    @Test
    void podsGetWhatTheirRuntimeCostsAndWhereItIs() {
        shelf.put("namespaces", "ns1", "{}");
        shelf.put(
                "runtimeclasses.node.k8s.io",
                "kata",
                "{overhead: {podFixed: {cpu: 10m}}, scheduling: {nodeSelector: {vm: here}, tolerations: [{key: t}]}}");
        Json.Obj pod = admitted("pods", "ns1", "{spec: {runtimeClassName: kata, nodeSelector: {zone: a}}}");
        assertThat(Tree.object(pod, "spec", "overhead")).isEqualTo(yaml("{cpu: 10m}"));
        assertThat(Tree.object(pod, "spec", "nodeSelector")).isEqualTo(yaml("{zone: a, vm: here}"));
        assertThat(Tree.objects(pod, "spec", "tolerations")).contains(yaml("{key: t}"));
    }

    @Test
    void aPodThatDoesNotFitItsRuntimeIsRefused() {
        shelf.put("namespaces", "ns1", "{}");
        shelf.put(
                "runtimeclasses.node.k8s.io",
                "kata",
                "{overhead: {podFixed: {cpu: 10m}}, scheduling: {nodeSelector: {vm: here}}}");
        assertThatThrownBy(() -> admitted("pods", "ns1", "{metadata: {name: p}, spec: {runtimeClassName: none}}"))
                .hasMessage("pods \"p\" is forbidden: pod rejected: RuntimeClass \"none\" not found");
        assertThatThrownBy(() -> admitted("pods", "ns1", "{spec: {runtimeClassName: kata, overhead: {cpu: '1'}}}"))
                .hasMessageEndingWith("pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
        assertThatThrownBy(() -> admitted("pods", "ns1", "{spec: {runtimeClassName: kata, nodeSelector: {vm: gone}}}"))
                .hasMessageEndingWith("conflict: runtimeClass.scheduling.nodeSelector[vm] = here;"
                        + " pod.spec.nodeSelector[vm] = gone");
        Json.Obj unclassed = yaml("{metadata: {name: p}, spec: {overhead: {cpu: '1'}}}");
        assertThatThrownBy(() -> admission.validate(create("pods", "ns1", unclassed)))
                .hasMessageEndingWith(
                        "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead");
    }

    @Test
    void claimsAndIngressesGetTheUsualClass() {
        shelf.put("namespaces", "ns1", "{}");
        String mark = "{metadata: {creationTimestamp: '%s', annotations: {%s/is-default-class: 'true'}}}";
        shelf.put(
                "storageclasses.storage.k8s.io",
                "old",
                mark.formatted("2025-01-01T00:00:00Z", "storageclass.kubernetes.io"));
        shelf.put(
                "storageclasses.storage.k8s.io",
                "new",
                mark.formatted("2026-01-01T00:00:00Z", "storageclass.kubernetes.io"));
        shelf.put(
                "ingressclasses.networking.k8s.io",
                "web",
                mark.formatted("2026-01-01T00:00:00Z", "ingressclass.kubernetes.io"));
        assertThat(Tree.text(admitted("persistentvolumeclaims", "ns1", "{spec: {}}"), "spec", "storageClassName"))
                .isEqualTo("new");
        assertThat(Tree.has(
                        admitted("persistentvolumeclaims", "ns1", "{spec: {storageClassName: ''}}"),
                        "spec",
                        "storageClassName"))
                .isTrue();
        assertThat(Tree.text(admitted("ingresses.networking.k8s.io", "ns1", "{spec: {}}"), "spec", "ingressClassName"))
                .isEqualTo("web");
    }

    @Test
    void aPodWithAPriorityOfItsOwnIsRefused() {
        shelf.put("namespaces", "ns1", "{}");
        shelf.put("priorityclasses.scheduling.k8s.io", "usual", "{value: 7, globalDefault: true}");
        Json.Obj pod = admitted("pods", "ns1", "{spec: {}}");
        assertThat(Tree.number(pod, "spec", "priority")).isEqualTo(7);
        assertThat(Tree.text(pod, "spec", "priorityClassName")).isEqualTo("usual");
        assertThatThrownBy(() -> admitted("pods", "ns1", "{metadata: {name: p}, spec: {priority: 9}}"))
                .hasMessageContaining(
                        "the integer value of priority (9) must not be provided in pod spec; priority admission "
                                + "controller computed 7 from the given PriorityClass name");
        assertThatThrownBy(() -> admitted("pods", "ns1", "{metadata: {name: p}, spec: {priorityClassName: ghost}}"))
                .hasMessageContaining("pods \"p\" is forbidden: no PriorityClass with name ghost was found");
    }

    @Test
    void aPodThatToleratesEverythingNeedsNoMore() {
        shelf.put("namespaces", "ns1", "{}");
        Json.Obj pod = admitted("pods", "ns1", "{spec: {tolerations: [{operator: Exists}]}}");
        assertThat(Tree.list(pod, "spec", "tolerations")).hasSize(1);
        assertThat(Tree.list(admitted("pods", "ns1", "{spec: {}}"), "spec", "tolerations"))
                .hasSize(2);
    }

    @Test
    void nodesAndRequestsForCertificatesAreMarked() {
        assertThat(admitted("nodes", "", "{}").toString()).contains("node.kubernetes.io/not-ready");
        Json.Obj request =
                admitted("certificatesigningrequests.certificates.k8s.io", "", "{spec: {username: forged, uid: x}}");
        assertThat(Tree.object(request, "spec")).isEqualTo(yaml("{username: ann, groups: [people]}"));
    }

    @Test
    void whatIsNotCreatedIsLeftAlone() {
        Json.Obj pod = yaml("{spec: {tolerations: [{operator: Exists}]}}");
        Write write = new Write(
                Write.Operation.UPDATE,
                new GroupResource("", "pods"),
                "gone",
                "p",
                "",
                pod,
                pod,
                "ann",
                List.of(),
                false);
        assertThat(admission.mutate(write, pod)).isSameAs(pod);
    }

    /** A cluster to be looked at. */
    private static final class Shelf implements Cluster {
        private final Map<ObjectId, Json.Obj> objects = new LinkedHashMap<>();

        void put(String resource, String key, String yaml) {
            ObjectId id = ObjectId.of(resource, key);
            objects.put(id, Tree.with(yaml(yaml), Json.of(id.name()), "metadata", "name"));
        }

        @Override
        public Optional<ServedResource> findResource(String apiVersion, String kind) {
            return Optional.empty();
        }

        @Override
        public List<ServedResource> resources() {
            return List.of();
        }

        @Override
        public Optional<Json.Obj> find(ObjectId id) {
            return Optional.ofNullable(objects.get(id));
        }

        @Override
        public List<Json.Obj> list(GroupResource resource, String namespace) {
            List<Json.Obj> found = new ArrayList<>();
            objects.forEach((id, object) -> {
                if (id.resource().equals(resource) && id.namespace().equals(namespace)) {
                    found.add(object);
                }
            });
            return found;
        }

        @Override
        public void create(GroupResource resource, String namespace, Json.Obj object) {
            throw new UnsupportedOperationException("admission only looks");
        }

        @Override
        public void update(ObjectId id, String subresource, UnaryOperator<Json.Obj> change) {
            throw new UnsupportedOperationException("admission only looks");
        }

        @Override
        public void delete(ObjectId id, String uid, String resourceVersion, Propagation propagation) {
            throw new UnsupportedOperationException("admission only looks");
        }

        @Override
        public void deleteAtOnce(ObjectId id, String uid) {
            throw new UnsupportedOperationException("admission only looks");
        }
    }
}
