package dev.konverge.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.VirtualPlatform;
import dev.konverge.controller.testing.TinyServer;
import dev.konverge.model.Yaml;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.model.core.v1.Node;
import dev.konverge.model.core.v1.Pod;
import dev.konverge.model.core.v1.Secret;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PermissionsTest {
    private final VirtualPlatform platform = new VirtualPlatform(1);
    private final TinyServer server = new TinyServer(platform);

    @AfterEach
    void nothingIsLeft() {
        platform.close();
    }

    private ManagerBuilder manager() {
        return Manager.builder(platform, server.link())
                .controller(
                        Pod.TYPE,
                        c -> c.owns(ConfigMap.TYPE)
                                .reads(Secret.TYPE)
                                .watches(Node.TYPE, node -> List.of())
                                .reconcile((pod, scope) -> Outcome.done())
                                .onDelete((pod, scope) -> Outcome.done()));
    }

    @Test
    void whatAManagerDeclaresItMayDoEverywhereAndItsLeaseItMayHoldAtHome() {
        Permissions permissions =
                manager().home("here").leaderElection("it").build().permissions();
        assertThat(Yaml.parseAll(permissions.yaml("m"))).isEqualTo(Yaml.parseAll("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: m}
                rules:
                  - {apiGroups: [""], resources: [configmaps], verbs: [create, get, list, patch, watch]}
                  - {apiGroups: [""], resources: [nodes, secrets], verbs: [get, list, watch]}
                  - {apiGroups: [""], resources: [pods], verbs: [get, list, patch, watch]}
                  - {apiGroups: [""], resources: [pods/finalizers], verbs: [update]}
                  - {apiGroups: [""], resources: [pods/status], verbs: [patch]}
                  - {apiGroups: [events.k8s.io], resources: [events], verbs: [create, patch]}
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata: {name: m, namespace: here}
                rules:
                  - {apiGroups: [coordination.k8s.io], resources: [leases], verbs: [create]}
                  - {apiGroups: [coordination.k8s.io], resources: [leases], resourceNames: [it], verbs: [get, update]}
                """));
    }

    @Test
    void aManagerOfSomeNamespacesMayDoNothingElsewhereButReadWhatIsInNone() {
        Permissions permissions = manager()
                .namespaces("a", "b")
                .home("a")
                .leaderElection("it")
                .build()
                .permissions();
        assertThat(permissions.everywhere()).singleElement().satisfies(rule -> {
            assertThat(rule.resources()).containsExactly("nodes");
            assertThat(rule.verbs()).containsExactly("get", "list", "watch");
        });
        assertThat(permissions.within()).containsOnlyKeys("a", "b");
        assertThat(permissions.within().get("a"))
                .hasSize(8)
                .containsAll(permissions.within().get("b"));
    }

    @Test
    void whoLeadsIsToldWhereTheLeaseIsAlsoIfNothingElseIsDoneThere() {
        Permissions permissions = manager()
                .namespaces("a")
                .home("elsewhere")
                .leaderElection("it")
                .build()
                .permissions();
        assertThat(permissions.within().get("elsewhere"))
                .extracting(rule -> rule.resources().getFirst())
                .containsExactly("leases", "leases", "events");
    }
}
