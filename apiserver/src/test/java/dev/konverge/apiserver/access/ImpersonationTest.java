package dev.konverge.apiserver.access;

import static dev.konverge.apiserver.access.Subjects.ALICE;
import static dev.konverge.apiserver.access.Subjects.rule;
import static dev.konverge.apiserver.access.Subjects.subject;
import static dev.konverge.apiserver.access.Subjects.told;
import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.Driver.Answer;
import dev.konverge.apiserver.ServerRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Behaviour list H4: acting as somebody else. */
class ImpersonationTest {
    private final Subjects subjects = new Subjects();

    @AfterEach
    void end() {
        subjects.close();
    }

    @Test
    void aMasterCanBeAnybody() { // H4
        assertThat(get(
                        as("bob").withHeader("Impersonate-Group", "a").withHeader("Impersonate-Uid", "77"),
                        "Impersonate-Extra-Acme.com%2fProject",
                        "z"))
                .hasToString("{\"username\":\"bob\",\"uid\":\"77\",\"groups\":[\"a\",\"system:authenticated\"],"
                        + "\"extra\":{\"acme.com/project\":[\"z\"]}}");
        assertThat(whoAmI(as("system:serviceaccount:default:foo")))
                .hasToString(
                        "{\"username\":\"system:serviceaccount:default:foo\",\"groups\":[\"system:serviceaccounts\","
                                + "\"system:serviceaccounts:default\",\"system:authenticated\"]}");
        assertThat(whoAmI(as("bob").withHeader("Impersonate-Group", "system:authenticated")))
                .hasToString("{\"username\":\"bob\",\"groups\":[\"system:authenticated\"]}");
        assertThat(told(subjects.driver.send(as("system:anonymous"))))
                .isEqualTo("403 selfsubjectreviews.authentication.k8s.io is forbidden: User \"system:anonymous\" cannot"
                        + " create resource \"selfsubjectreviews\" in API group \"authentication.k8s.io\" at the cluster"
                        + " scope");
    }

    private Object get(ServerRequest request, String header, String value) {
        return whoAmI(request.withHeader(header, value));
    }

    private static ServerRequest as(String name) {
        return ServerRequest.of("POST", "/apis/authentication.k8s.io/v1/selfsubjectreviews")
                .withJson("{}")
                .withHeader("Impersonate-User", name);
    }

    private Object whoAmI(ServerRequest request) {
        Answer answer = subjects.driver.send(request);
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return answer.at("status.userInfo");
    }

    @Test
    void toBeSomebodyElseNeedsTheRightTo() { // H4
        ServerRequest list =
                ServerRequest.of("GET", "/api/v1/namespaces/default/pods").withUser(ALICE);
        assertThat(told(subjects.driver.send(list.withHeader("Impersonate-User", "bob"))))
                .isEqualTo(
                        "403 pods is forbidden: User \"alice\" cannot impersonate-on:user-info:list resource \"pods\" in"
                                + " API group \"\" in the namespace \"default\"");
        assertThat(told(subjects.driver.send(list.withHeader("Impersonate-Group", "g"))))
                .isEqualTo("400 requested &user.DefaultInfo{Name:\"\", UID:\"\", Groups:[]string{\"g\"},"
                        + " Extra:map[string][]string(nil)} without impersonating a user name");
        subjects.made(
                "roles",
                "",
                "{\"metadata\":{\"name\":\"imp\"},\"rules\":[{\"verbs\":[\"impersonate\"],\"apiGroups\":[\"\"],"
                        + "\"resources\":[\"users\"],\"resourceNames\":[\"bob\"]}]}");
        subjects.bind("", "imp", "ClusterRole", "imp", subject("User", "alice"));
        assertThat(whoAmI(as("bob").withUser(ALICE)))
                .hasToString("{\"username\":\"bob\",\"groups\":[\"system:authenticated\"]}");
        assertThat(told(subjects.driver.send(as("carol").withUser(ALICE))))
                .isEqualTo(
                        "403 users \"carol\" is forbidden: User \"alice\" cannot impersonate resource \"users\" in API"
                                + " group \"\" at the cluster scope");
        assertThat(told(subjects.driver.send(as("bob").withUser(ALICE).withHeader("Impersonate-Group", "g"))))
                .isEqualTo("403 groups \"g\" is forbidden: User \"alice\" cannot impersonate resource \"groups\" in API"
                        + " group \"\" at the cluster scope");
        assertThat(told(subjects.driver.send(as("bob").withUser(ALICE).withHeader("Impersonate-Uid", "5"))))
                .isEqualTo(
                        "403 uids.authentication.k8s.io \"5\" is forbidden: User \"alice\" cannot impersonate resource"
                                + " \"uids\" in API group \"authentication.k8s.io\" at the cluster scope");
        assertThat(told(subjects.driver.send(as("bob").withUser(ALICE).withHeader("Impersonate-Extra-scopes", "g"))))
                .isEqualTo(
                        "403 userextras.authentication.k8s.io \"g\" is forbidden: User \"alice\" cannot impersonate"
                                + " resource \"userextras/scopes\" in API group \"authentication.k8s.io\" at the cluster scope");
        assertThat(told(subjects.driver.send(
                        as("system:serviceaccount:default:foo").withUser(ALICE))))
                .isEqualTo("403 serviceaccounts \"foo\" is forbidden: User \"alice\" cannot impersonate resource"
                        + " \"serviceaccounts\" in API group \"\" in the namespace \"default\"");
    }

    @Test
    void aConstrainedImpersonatorActsOnlyAsAllowed() { // H4
        subjects.made(
                "roles",
                "",
                "{\"metadata\":{\"name\":\"who\"},\"rules\":[{\"verbs\":[\"impersonate:serviceaccount\"],"
                        + "\"apiGroups\":[\"authentication.k8s.io\"],\"resources\":[\"serviceaccounts\"]}]}");
        subjects.made(
                "roles",
                "",
                "{\"metadata\":{\"name\":\"what\"},\"rules\":[" + rule("impersonate-on:serviceaccount:list", "", "pods")
                        + "]}");
        subjects.bind("", "who", "ClusterRole", "who", subject("User", "alice"));
        subjects.bind("", "what", "ClusterRole", "what", subject("User", "alice"));
        subjects.role("default", "r", rule("list", "", "pods,secrets"));
        subjects.bind("default", "r", "Role", "r", subject("User", "system:serviceaccount:default:foo"));
        ServerRequest base = ServerRequest.of("GET", "/api/v1/namespaces/default/pods")
                .withUser(ALICE)
                .withHeader("Impersonate-User", "system:serviceaccount:default:foo");
        assertThat(subjects.driver.send(base).status()).isEqualTo(200);
        ServerRequest secrets = ServerRequest.of("GET", "/api/v1/namespaces/default/secrets")
                .withUser(ALICE)
                .withHeader("Impersonate-User", "system:serviceaccount:default:foo");
        assertThat(told(subjects.driver.send(secrets)))
                .isEqualTo("403 secrets is forbidden: User \"alice\" cannot impersonate-on:serviceaccount:list resource"
                        + " \"secrets\" in API group \"\" in the namespace \"default\"");
    }
}
