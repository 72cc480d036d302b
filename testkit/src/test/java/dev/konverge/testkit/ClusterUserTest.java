package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.apiserver.User;
import dev.konverge.client.ApiException;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.model.core.v1.Pod;
import org.junit.jupiter.api.Test;

class ClusterUserTest {
    private static final String ROLE = """
            apiVersion: rbac.authorization.k8s.io/v1
            kind: Role
            metadata: {name: robot, namespace: default}
            rules: [{apiGroups: [""], resources: [configmaps], verbs: [get, list]}]
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: RoleBinding
            metadata: {name: robot, namespace: default}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: robot}
            subjects: [{kind: ServiceAccount, name: robot, namespace: default}]
            """;

    @Test
    void aUserMayDoWhatItsRolesSay() {
        try (TestCluster cluster = TestCluster.virtual(1)) {
            ClusterUser robot = cluster.as(User.named("system:serviceaccount:default:robot"));
            assertThatThrownBy(() -> robot.clients()
                            .resource(ConfigMap.TYPE)
                            .in("default")
                            .list())
                    .isInstanceOf(ApiException.Forbidden.class);
            cluster.apply(ROLE);
            assertThat(robot.clients()
                            .resource(ConfigMap.TYPE)
                            .in("default")
                            .list()
                            .items())
                    .isEmpty();
            assertThatThrownBy(() ->
                            robot.clients().resource(Pod.TYPE).in("default").list())
                    .isInstanceOf(ApiException.Forbidden.class)
                    .hasMessageContaining("User \"system:serviceaccount:default:robot\" cannot list resource \"pods\"");
        }
    }

    @Test
    void theClusterRolesForUsersAreThere() {
        try (TestCluster cluster = TestCluster.virtual(1)) {
            cluster.apply("""
                    apiVersion: rbac.authorization.k8s.io/v1
                    kind: ClusterRoleBinding
                    metadata: {name: viewers}
                    roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view}
                    subjects: [{apiGroup: rbac.authorization.k8s.io, kind: Group, name: guests}]
                    """);
            ClusterUser guest = cluster.as(User.named("gina", "guests"));
            assertThat(guest.clients().resource(Pod.TYPE).list().items()).isEmpty();
            assertThat(guest.user().groups()).containsExactly("guests", "system:authenticated");
        }
    }
}
