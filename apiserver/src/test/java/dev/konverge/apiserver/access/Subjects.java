package dev.konverge.apiserver.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.Driver;
import dev.konverge.apiserver.Driver.Answer;
import dev.konverge.apiserver.ServerRequest;
import dev.konverge.apiserver.User;
import dev.konverge.base.VirtualPlatform;
import java.util.List;
import java.util.Map;

/** A server, two users who may do nothing special, and what it takes to let them. */
final class Subjects implements AutoCloseable {
    static final String RBAC = "/apis/rbac.authorization.k8s.io/v1";
    static final User ALICE = new User("alice", "1", List.of("dev", "qa", "system:authenticated"), Map.of());
    static final User BOB = new User("bob", "2", List.of("system:authenticated"), Map.of());

    private final VirtualPlatform platform = new VirtualPlatform(1);
    final Driver driver = Driver.of(platform);

    Answer as(User user, String method, String target, String body) {
        ServerRequest request = ServerRequest.of(method, target).withUser(user);
        return driver.send(body.isEmpty() ? request : request.withJson(body));
    }

    Answer get(User user, String target) {
        return as(user, "GET", target, "");
    }

    static String told(Answer answer) {
        return answer.status() + " " + answer.text("message");
    }

    void role(String namespace, String name, String rules) {
        made("roles", namespace, "{\"metadata\":{\"name\":\"" + name + "\"},\"rules\":[" + rules + "]}");
    }

    void bind(String namespace, String name, String roleKind, String role, String subject) {
        made(
                "rolebindings",
                namespace,
                "{\"metadata\":{\"name\":\"" + name + "\"},\"roleRef\":{\"kind\":\"" + roleKind + "\",\"name\":\""
                        + role + "\"},\"subjects\":[" + subject + "]}");
    }

    /** Makes a role or a binding; without a namespace, one for the cluster. */
    void made(String plural, String namespace, String json) {
        String path =
                namespace.isEmpty() ? RBAC + "/cluster" + plural : RBAC + "/namespaces/" + namespace + "/" + plural;
        Answer answer = driver.post(path, json);
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
    }

    static String subject(String kind, String name) {
        return "{\"kind\":\"" + kind + "\",\"name\":\"" + name + "\"}";
    }

    static String rule(String verbs, String groups, String resources) {
        return "{\"verbs\":[" + quoted(verbs) + "],\"apiGroups\":[" + quoted(groups) + "],\"resources\":["
                + quoted(resources) + "]}";
    }

    private static String quoted(String names) {
        return "\"" + names.replace(",", "\",\"") + "\"";
    }

    @Override
    public void close() {
        platform.close();
    }
}
