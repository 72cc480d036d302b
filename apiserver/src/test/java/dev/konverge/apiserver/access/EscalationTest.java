package dev.konverge.apiserver.access;

import static dev.konverge.apiserver.access.Subjects.ALICE;
import static dev.konverge.apiserver.access.Subjects.RBAC;
import static dev.konverge.apiserver.access.Subjects.rule;
import static dev.konverge.apiserver.access.Subjects.subject;
import static dev.konverge.apiserver.access.Subjects.told;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Behaviour list H2: nobody gives away what they do not have. */
class EscalationTest {
    private final Subjects subjects = new Subjects();

    @AfterEach
    void end() {
        subjects.close();
    }

    @Test
    void nobodyGrantsWhatTheyDoNotHave() { // H2
        mayWriteRoles();
        subjects.role("default", "r", rule("get,list", "", "pods"));
        subjects.bind("default", "r", "Role", "r", subject("Group", "dev"));
        String roles = RBAC + "/namespaces/default/roles";
        assertThat(subjects.as(
                                ALICE,
                                "POST",
                                roles,
                                "{\"metadata\":{\"name\":\"own\"},\"rules\":[" + rule("get", "", "pods") + "]}")
                        .status())
                .isEqualTo(201);
        assertThat(told(subjects.as(
                        ALICE,
                        "POST",
                        roles,
                        "{\"metadata\":{\"name\":\"r2\"},\"rules\":[" + rule("get,delete", ",apps", "pods,secrets")
                                + "]}")))
                .isEqualTo("403 roles.rbac.authorization.k8s.io \"r2\" is forbidden: user \"alice\" (groups=[\"dev\""
                        + " \"qa\" \"system:authenticated\"]) is attempting to grant RBAC permissions not currently held:\n"
                        + "{APIGroups:[\"\"], Resources:[\"pods\"], Verbs:[\"delete\"]}\n"
                        + "{APIGroups:[\"\"], Resources:[\"secrets\"], Verbs:[\"get\" \"delete\"]}\n"
                        + "{APIGroups:[\"apps\"], Resources:[\"pods\"], Verbs:[\"get\" \"delete\"]}\n"
                        + "{APIGroups:[\"apps\"], Resources:[\"secrets\"], Verbs:[\"get\" \"delete\"]}");
        assertThat(told(subjects.as(
                        ALICE,
                        "POST",
                        RBAC + "/clusterroles",
                        "{\"metadata\":{\"name\":\"r4\"},\"aggregationRule\":{\"clusterRoleSelectors\":["
                                + "{\"matchLabels\":{\"x\":\"y\"}}]}}")))
                .isEqualTo("403 clusterroles.rbac.authorization.k8s.io \"r4\" is forbidden: must have cluster-admin"
                        + " privileges to use the aggregationRule");
    }

    @Test
    void whoMayMakeAnObjectMayHaveItsOwnerWaitForIt() { // G5
        subjects.role("default", "r", rule("create", "", "configmaps"));
        subjects.bind("default", "r", "Role", "r", subject("User", "alice"));
        String maps = "/api/v1/namespaces/default/configmaps";
        String uid = subjects.driver
                .post(maps, "{\"metadata\":{\"name\":\"owner\"}}")
                .text("metadata.uid");
        assertThat(subjects.as(
                                ALICE,
                                "POST",
                                maps,
                                "{\"metadata\":{\"name\":\"child\",\"ownerReferences\":[{\"apiVersion\":\"v1\",\"kind\":"
                                        + "\"ConfigMap\",\"name\":\"owner\",\"uid\":\"" + uid
                                        + "\",\"blockOwnerDeletion\":true}]}}")
                        .status())
                .isEqualTo(201);
    }

    @Test
    void nobodyBindsARoleThatHasMoreThanThey() { // H2
        mayWriteRoles();
        String bindings = RBAC + "/clusterrolebindings";
        String binding = "{\"metadata\":{\"name\":\"b\"},\"roleRef\":{\"kind\":\"ClusterRole\",\"name\":\"NAME\"},"
                + "\"subjects\":[" + subject("User", "carol") + "]}";
        assertThat(told(subjects.as(ALICE, "POST", bindings, binding.replace("NAME", "cluster-admin"))))
                .isEqualTo("403 clusterrolebindings.rbac.authorization.k8s.io \"b\" is forbidden: user \"alice\""
                        + " (groups=[\"dev\" \"qa\" \"system:authenticated\"]) is attempting to grant RBAC permissions not"
                        + " currently held:\n{APIGroups:[\"*\"], Resources:[\"*\"], Verbs:[\"*\"]}\n"
                        + "{NonResourceURLs:[\"*\"], Verbs:[\"*\"]}");
        assertThat(told(subjects.as(ALICE, "POST", bindings, binding.replace("NAME", "nosuch"))))
                .isEqualTo("404 clusterrolebindings.rbac.authorization.k8s.io \"nosuch\" not found");
        assertThat(subjects.as(ALICE, "POST", bindings, binding.replace("NAME", "system:discovery"))
                        .status())
                .isEqualTo(201);
    }

    @Test
    void whoMayEscalateOrBindGrantsAnything() { // H2
        mayWriteRoles();
        subjects.made(
                "roles",
                "",
                "{\"metadata\":{\"name\":\"more\"},\"rules\":["
                        + rule("escalate,bind", "rbac.authorization.k8s.io", "clusterroles") + "]}");
        subjects.bind("", "more", "ClusterRole", "more", subject("User", "alice"));
        assertThat(subjects.as(
                                ALICE,
                                "POST",
                                RBAC + "/clusterroles",
                                "{\"metadata\":{\"name\":\"r\"},\"rules\":[" + rule("*", "*", "*") + "]}")
                        .status())
                .isEqualTo(201);
        assertThat(subjects.as(
                                ALICE,
                                "POST",
                                RBAC + "/clusterrolebindings",
                                "{\"metadata\":{\"name\":\"b\"},\"roleRef\":{\"kind\":\"ClusterRole\",\"name\":\"r\"}}")
                        .status())
                .isEqualTo(201);
    }

    private void mayWriteRoles() {
        subjects.made(
                "roles",
                "",
                "{\"metadata\":{\"name\":\"writer\"},\"rules\":["
                        + rule("get,list,create,update,patch,delete", "rbac.authorization.k8s.io", "*") + "]}");
        subjects.bind("", "writer", "ClusterRole", "writer", subject("User", "alice"));
    }
}
