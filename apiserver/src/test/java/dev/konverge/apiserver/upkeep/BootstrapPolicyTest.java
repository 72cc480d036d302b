package dev.konverge.apiserver.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.ApiServer;
import dev.konverge.apiserver.Driver;
import dev.konverge.apiserver.Profile;
import dev.konverge.apiserver.Running;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.base.VirtualPlatform;
import dev.konverge.model.Json;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Behaviour list H2: what every cluster begins with. */
class BootstrapPolicyTest {
    private static final String ROLES = "/apis/rbac.authorization.k8s.io/v1/clusterroles";

    private static List<Json.Obj> of(String kind, boolean whole) {
        return BootstrapPolicy.objects(whole).stream()
                .filter(object -> Tree.text(object, "kind").equals(kind))
                .toList();
    }

    @Test
    void thereAreAsManyAsOnARealServer() {
        assertThat(of("ClusterRole", true)).hasSize(69);
        assertThat(of("ClusterRoleBinding", true)).hasSize(50);
        assertThat(of("Role", true)).hasSize(7);
        assertThat(of("RoleBinding", true)).hasSize(7);
    }

    @Test
    void everyBindingHasItsRole() {
        for (boolean whole : new boolean[] {true, false}) {
            Set<String> roles = new HashSet<>();
            BootstrapPolicy.objects(whole)
                    .forEach(object ->
                            roles.add(Tree.text(object, "kind") + " " + Tree.text(object, "metadata", "namespace") + "/"
                                    + Tree.text(object, "metadata", "name")));
            for (String kind : List.of("Role", "ClusterRole")) {
                for (Json.Obj binding : of(kind + "Binding", whole)) {
                    assertThat(roles)
                            .contains(kind + " " + Tree.text(binding, "metadata", "namespace") + "/"
                                    + Tree.text(binding, "roleRef", "name"));
                }
            }
        }
    }

    @Test
    void theRolesForUsersGatherTheirRules() {
        try (VirtualPlatform platform = new VirtualPlatform(1)) {
            Driver driver = new Driver(ApiServer.create(platform, Profile.PLAIN));
            assertThat(driver.get(ROLES + "/view").at("rules")).isEqualTo(Json.Null.INSTANCE);
            Running running = driver.server().start();
            try {
                platform.awaitQuiet();
                int before = rules(driver, "view");
                assertThat(before).isEqualTo(12);
                assertThat(rules(driver, "edit")).isGreaterThan(before);
                assertThat(rules(driver, "admin")).isGreaterThan(rules(driver, "edit"));
                driver.post(
                        ROLES,
                        "{\"metadata\":{\"name\":\"foos\",\"labels\":{\"rbac.authorization.k8s.io/aggregate-to-view\":"
                                + "\"true\"}},\"rules\":[{\"verbs\":[\"get\"],\"apiGroups\":[\"example.com\"],"
                                + "\"resources\":[\"foos\"]}]}");
                platform.awaitQuiet();
                assertThat(driver.get(ROLES + "/view").at("rules.0.apiGroups")).hasToString("[\"example.com\"]");
                assertThat(rules(driver, "view")).isEqualTo(before + 1);
                driver.delete(ROLES + "/foos");
                platform.awaitQuiet();
                assertThat(rules(driver, "view")).isEqualTo(before);
            } finally {
                running.close();
            }
        }
    }

    private static int rules(Driver driver, String role) {
        return ((Json.Arr) driver.get(ROLES + "/" + role).at("rules")).items().size();
    }

    @Test
    void theObjectsOfPriorityAndFairnessAreThere() {
        try (VirtualPlatform platform = new VirtualPlatform(1)) {
            Driver driver = new Driver(ApiServer.create(platform, Profile.PLAIN));
            String group = "/apis/flowcontrol.apiserver.k8s.io/v1/";
            assertThat(driver.get(group + "prioritylevelconfigurations").names())
                    .containsExactly(
                            "catch-all",
                            "exempt",
                            "global-default",
                            "leader-election",
                            "node-high",
                            "system",
                            "workload-high",
                            "workload-low");
            assertThat(driver.get(group + "flowschemas").names()).hasSize(11);
            assertThat(driver.get(group + "flowschemas/probes").text("status.conditions.0.message"))
                    .isEqualTo(
                            "This FlowSchema references the PriorityLevelConfiguration object named \"exempt\" and it"
                                    + " exists");
        }
    }
}
