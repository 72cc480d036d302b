package dev.konverge.apiserver.access;

import static dev.konverge.apiserver.access.Subjects.ALICE;
import static dev.konverge.apiserver.access.Subjects.BOB;
import static dev.konverge.apiserver.access.Subjects.RBAC;
import static dev.konverge.apiserver.access.Subjects.rule;
import static dev.konverge.apiserver.access.Subjects.subject;
import static dev.konverge.apiserver.access.Subjects.told;
import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.ServerRequest;
import dev.konverge.apiserver.User;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Behaviour list H2: who may do what, and how those who may not are told, with the texts of a real server. */
class AccessTest {
    private final Subjects subjects = new Subjects();

    @AfterEach
    void end() {
        subjects.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "GET|/api/v1/namespaces/default/pods|pods is forbidden: User \"alice\" cannot list resource \"pods\" in API"
                        + " group \"\" in the namespace \"default\"",
                "GET|/api/v1/namespaces/default/pods?watch=1|pods is forbidden: User \"alice\" cannot watch resource"
                        + " \"pods\" in API group \"\" in the namespace \"default\"",
                "GET|/api/v1/watch/namespaces/default/pods|pods is forbidden: User \"alice\" cannot watch resource"
                        + " \"pods\" in API group \"\" in the namespace \"default\"",
                "GET|/api/v1/pods?fieldSelector=metadata.name%3Dx|pods \"x\" is forbidden: User \"alice\" cannot list"
                        + " resource \"pods\" in API group \"\" at the cluster scope",
                "GET|/api/v1/namespaces/default/pods/x|pods \"x\" is forbidden: User \"alice\" cannot get resource"
                        + " \"pods\" in API group \"\" in the namespace \"default\"",
                "GET|/api/v1/namespaces/default/pods/x/log|pods \"x\" is forbidden: User \"alice\" cannot get resource"
                        + " \"pods/log\" in API group \"\" in the namespace \"default\"",
                "GET|/api/v1/nodes|nodes is forbidden: User \"alice\" cannot list resource \"nodes\" in API group \"\" at"
                        + " the cluster scope",
                "DELETE|/api/v1/namespaces/foo|namespaces \"foo\" is forbidden: User \"alice\" cannot delete resource"
                        + " \"namespaces\" in API group \"\" in the namespace \"foo\"",
                "DELETE|/api/v1/namespaces/default/pods|pods is forbidden: User \"alice\" cannot deletecollection resource"
                        + " \"pods\" in API group \"\" in the namespace \"default\"",
                "POST|/api/v1/namespaces/default/pods/x/eviction|pods \"x\" is forbidden: User \"alice\" cannot create"
                        + " resource \"pods/eviction\" in API group \"\" in the namespace \"default\"",
                "PUT|/apis/apps/v1/namespaces/default/deployments/d/scale|deployments.apps \"d\" is forbidden: User"
                        + " \"alice\" cannot update resource \"deployments/scale\" in API group \"apps\" in the namespace"
                        + " \"default\"",
                "PATCH|/apis/apps/v1/namespaces/default/deployments/d|deployments.apps \"d\" is forbidden: User \"alice\""
                        + " cannot patch resource \"deployments\" in API group \"apps\" in the namespace \"default\"",
                "GET|/apis/nosuch.example.com/v1/foos|foos.nosuch.example.com is forbidden: User \"alice\" cannot list"
                        + " resource \"foos\" in API group \"nosuch.example.com\" at the cluster scope",
                "OPTIONS|/api/v1/namespaces/default/pods|pods is forbidden: User \"alice\" cannot  resource \"pods\" in"
                        + " API group \"\" in the namespace \"default\"",
                "GET|/metrics|forbidden: User \"alice\" cannot get path \"/metrics\"",
                "GET|/|forbidden: User \"alice\" cannot get path \"/\"",
                "POST|/nosuch%3Cb%3E|forbidden: User \"alice\" cannot post path \"/nosuch&lt;b&gt;\"",
            })
    void whoMayNotIsToldWhat(String method, String target, String message) { // H2
        assertThat(told(subjects.as(ALICE, method, target, ""))).isEqualTo("403 " + message);
    }

    @Test
    void aRefusalHasTheDetailsOfARealOne() { // H2
        assertThat(subjects.get(ALICE, "/apis/apps/v1/namespaces/default/deployments/d")
                        .at("details"))
                .hasToString("{\"name\":\"d\",\"group\":\"apps\",\"kind\":\"deployments\"}");
        assertThat(subjects.get(ALICE, "/metrics").at("details")).hasToString("{}");
    }

    @Test
    void everybodyMayLookAtHealthAndUsersAtWhatIsServed() { // H2
        assertThat(subjects.get(User.ANONYMOUS, "/healthz").status()).isEqualTo(200);
        assertThat(subjects.get(User.ANONYMOUS, "/version").status()).isEqualTo(200);
        assertThat(told(subjects.get(User.ANONYMOUS, "/api")))
                .isEqualTo("403 forbidden: User \"system:anonymous\" cannot get path \"/api\"");
        assertThat(subjects.get(ALICE, "/api").status()).isEqualTo(200);
        assertThat(subjects.get(ALICE, "/apis/apps/v1").status()).isEqualTo(200);
        assertThat(subjects.get(ALICE, "/openapi/v3").status()).isEqualTo(200);
    }

    @Test
    void aRoleHoldsInItsNamespaceFromTheNextRequestOn() { // H2
        subjects.role("default", "reader", rule("get,list", "", "pods"));
        assertThat(subjects.get(ALICE, "/api/v1/namespaces/default/pods").status())
                .isEqualTo(403);
        subjects.bind("default", "readers", "Role", "reader", subject("Group", "dev"));
        assertThat(subjects.get(ALICE, "/api/v1/namespaces/default/pods").status())
                .isEqualTo(200);
        assertThat(subjects.get(ALICE, "/api/v1/namespaces/default/pods/x").status())
                .isEqualTo(404);
        assertThat(subjects.get(ALICE, "/api/v1/namespaces/kube-system/pods").status())
                .isEqualTo(403);
        assertThat(subjects.get(ALICE, "/api/v1/pods").status()).isEqualTo(403);
        assertThat(subjects.get(BOB, "/api/v1/namespaces/default/pods").status())
                .isEqualTo(403);
        subjects.driver.delete(RBAC + "/namespaces/default/rolebindings/readers");
        assertThat(subjects.get(ALICE, "/api/v1/namespaces/default/pods").status())
                .isEqualTo(403);
    }

    @Test
    void aClusterRoleHoldsWhereItIsBound() { // H2
        subjects.made("roles", "", "{\"metadata\":{\"name\":\"reader\"},\"rules\":[" + rule("list", "*", "*") + "]}");
        subjects.bind("default", "b", "ClusterRole", "reader", subject("User", "alice"));
        assertThat(subjects.get(ALICE, "/apis/apps/v1/namespaces/default/deployments")
                        .status())
                .isEqualTo(200);
        assertThat(subjects.get(ALICE, "/apis/apps/v1/deployments").status()).isEqualTo(403);
        subjects.bind("", "b", "ClusterRole", "reader", subject("User", "bob"));
        assertThat(subjects.get(BOB, "/apis/apps/v1/deployments").status()).isEqualTo(200);
    }

    @Test
    void aRoleMayBeForSomeObjectsOnly() { // H2
        subjects.role(
                "default",
                "r",
                "{\"verbs\":[\"get\",\"list\",\"watch\"],\"apiGroups\":[\"\"],\"resources\":[\"configmaps\"],"
                        + "\"resourceNames\":[\"a\"]}");
        subjects.bind("default", "b", "Role", "r", subject("User", "alice"));
        String maps = "/api/v1/namespaces/default/configmaps";
        assertThat(subjects.get(ALICE, maps + "/a").status()).isEqualTo(404);
        assertThat(subjects.get(ALICE, maps + "/b").status()).isEqualTo(403);
        assertThat(subjects.get(ALICE, maps).status()).isEqualTo(403);
        assertThat(subjects.get(ALICE, maps + "?fieldSelector=metadata.name=a").status())
                .isEqualTo(200);
        assertThat(subjects.get(ALICE, maps + "?fieldSelector=metadata.name!=a").status())
                .isEqualTo(403);
    }

    @Test
    void aSubresourceHasARuleOfItsOwn() { // H2
        subjects.role("default", "r", rule("get,update", "apps", "deployments,*/scale"));
        subjects.bind("default", "b", "Role", "r", subject("User", "alice"));
        String deployment = "/apis/apps/v1/namespaces/default/deployments/d";
        assertThat(subjects.get(ALICE, deployment).status()).isEqualTo(404);
        assertThat(subjects.get(ALICE, deployment + "/scale").status()).isEqualTo(404);
        assertThat(subjects.get(ALICE, deployment + "/status").status()).isEqualTo(403);
    }

    @Test
    void pathsAreAllowedByTheirBeginning() { // H2
        subjects.made(
                "roles",
                "",
                "{\"metadata\":{\"name\":\"p\"},\"rules\":[{\"verbs\":[\"get\"],\"nonResourceURLs\":[\"/logs/*\"]}]}");
        subjects.bind("", "p", "ClusterRole", "p", subject("User", "alice"));
        assertThat(subjects.get(ALICE, "/logs/a").status()).isEqualTo(404);
        assertThat(subjects.get(ALICE, "/logs").status()).isEqualTo(403);
        assertThat(subjects.as(ALICE, "POST", "/logs/a", "{}").status()).isEqualTo(403);
    }

    @Test
    void aBindingCanNameAServiceAccount() { // H2
        subjects.role("default", "r", rule("list", "", "pods"));
        subjects.bind(
                "default",
                "b",
                "Role",
                "r",
                "{\"kind\":\"ServiceAccount\",\"name\":\"robot\",\"namespace\":\"elsewhere\"}");
        User robot = new User("system:serviceaccount:elsewhere:robot", "", List.of(), Map.of());
        assertThat(subjects.get(robot, "/api/v1/namespaces/default/pods").status())
                .isEqualTo(200);
    }

    @Test
    void aBindingToARoleThatIsNotThereIsMentioned() { // H2
        subjects.bind("default", "b", "Role", "nosuch", subject("User", "bob"));
        assertThat(told(subjects.get(BOB, "/api/v1/namespaces/default/pods")))
                .isEqualTo("403 pods is forbidden: User \"bob\" cannot list resource \"pods\" in API group \"\" in the"
                        + " namespace \"default\": RBAC: role.rbac.authorization.k8s.io \"nosuch\" not found");
    }

    @Test
    void whoMayChangeMayNotThereforeCreate() { // H2
        subjects.role("default", "r", rule("get,patch,update", "coordination.k8s.io", "leases"));
        subjects.bind("default", "b", "Role", "r", subject("User", "alice"));
        String lease = "{\"apiVersion\":\"coordination.k8s.io/v1\",\"kind\":\"Lease\",\"metadata\":{\"name\":\"l\"}}";
        String target = "/apis/coordination.k8s.io/v1/namespaces/default/leases/l";
        String refusal = "403 leases.coordination.k8s.io \"l\" is forbidden: User \"alice\" cannot create resource"
                + " \"leases\" in API group \"coordination.k8s.io\" in the namespace \"default\"";
        assertThat(told(subjects.as(ALICE, "PUT", target, lease))).isEqualTo(refusal);
        assertThat(told(subjects.driver.send(ServerRequest.of("PATCH", target + "?fieldManager=m")
                        .withUser(ALICE)
                        .withBody("application/apply-patch+yaml", lease.getBytes(StandardCharsets.UTF_8)))))
                .isEqualTo(refusal);
        assertThat(subjects.as(User.ADMIN, "PUT", target, lease).status()).isEqualTo(201);
        assertThat(subjects.driver
                        .send(ServerRequest.of("PATCH", target)
                                .withUser(ALICE)
                                .withBody("application/merge-patch+json", "{}".getBytes(StandardCharsets.UTF_8)))
                        .status())
                .isEqualTo(200);
    }
}
