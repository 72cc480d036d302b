package dev.konverge.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.ApiServer;
import dev.konverge.apiserver.Listening;
import dev.konverge.apiserver.Profile;
import dev.konverge.apiserver.SecretFile;
import dev.konverge.apiserver.SocketOptions;
import dev.konverge.apiserver.TokenFile;
import dev.konverge.apiserver.User;
import dev.konverge.base.Platform;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Users, roles and what kubectl says about them: behaviour list H1 to H4. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KubectlAccessTest {
    private @Nullable Listening listening;
    private @Nullable Kubectl admin;
    private @Nullable Kubectl alice;

    private Path home = Path.of("");

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        home = folder;
        Path program = KubectlProgram.find().orElse(null);
        Assumptions.assumeTrue(
                program != null,
                "there is no kubectl in KUBEBUILDER_ASSETS, in the cache that hack/kubernetes/build fills, or on the PATH");
        SocketOptions options = SocketOptions.USUAL.withTokens(TokenFile.parse("bob-token,bob,1002,\"dev,qa\"\n"));
        listening = ApiServer.create(Platform.real(), Profile.CLUSTER).listen(options);
        Path all = home.resolve("admin");
        SecretFile.write(all, listening.kubeconfig());
        Path some = home.resolve("alice");
        SecretFile.write(some, listening.kubeconfig(User.named("alice", "dev")));
        admin = new KubectlProgram(Objects.requireNonNull(program), all, home);
        alice = new KubectlProgram(Objects.requireNonNull(program), some, home);
        awaitRest();
    }

    @AfterAll
    void stop() {
        if (listening != null) {
            listening.close();
        }
    }

    private void awaitRest() throws InterruptedException {
        assertThat(Objects.requireNonNull(listening).running().awaitRest(Duration.ofSeconds(30)))
                .isTrue();
    }

    private String admin(String... arguments) throws Exception {
        return done(Objects.requireNonNull(admin), arguments);
    }

    private String alice(String... arguments) throws Exception {
        return done(Objects.requireNonNull(alice), arguments);
    }

    private static String done(Kubectl kubectl, String... arguments) throws Exception {
        Kubectl.Result result = kubectl.run(arguments);
        assertThat(result.code()).as(List.of(arguments) + ": " + result).isZero();
        return result.out().strip();
    }

    private Kubectl.Result failed(String... arguments) throws Exception {
        Kubectl.Result result = Objects.requireNonNull(alice).run(arguments);
        assertThat(result.code()).as(List.of(arguments) + ": " + result).isEqualTo(1);
        return result;
    }

    @Test
    void kubectlTellsWhoAmI() throws Exception { // H3
        assertThat(alice("auth", "whoami"))
                .containsPattern("Username +alice")
                .containsPattern("Groups +\\[dev system:authenticated]");
        assertThat(admin(
                        "auth",
                        "whoami",
                        "--as",
                        "carol",
                        "--as-group",
                        "g",
                        "-o",
                        "jsonpath={.status.userInfo.groups}"))
                .isEqualTo("[\"g\",\"system:authenticated\"]");
        assertThat(alice("auth", "whoami", "--token", "bob-token", "-o", "jsonpath={.status.userInfo}"))
                .isEqualTo(
                        "{\"groups\":[\"dev\",\"qa\",\"system:authenticated\"],\"uid\":\"1002\",\"username\":\"bob\"}");
    }

    @Test
    void aRoleMadeWithKubectlLetsAUserIn() throws Exception { // H2, H3
        admin("create", "namespace", "team");
        assertThat(failed("get", "pods", "-n", "team").err())
                .contains(
                        "Error from server (Forbidden): pods is forbidden: User \"alice\" cannot list resource \"pods\" in"
                                + " API group \"\" in the namespace \"team\"");
        assertThat(failed("auth", "can-i", "list", "pods", "-n", "team").out().strip())
                .isEqualTo("no");
        admin("create", "role", "reader", "-n", "team", "--verb=get,list,watch", "--resource=pods,pods/log");
        admin("create", "rolebinding", "readers", "-n", "team", "--role=reader", "--group=dev");
        assertThat(alice("auth", "can-i", "list", "pods", "-n", "team")).isEqualTo("yes");
        assertThat(alice("auth", "can-i", "get", "pods", "--subresource=log", "-n", "team"))
                .isEqualTo("yes");
        assertThat(failed("auth", "can-i", "list", "pods").out().strip()).isEqualTo("no");
        alice("get", "pods", "-n", "team");
        assertThat(alice("auth", "can-i", "--list", "-n", "team").lines().map(line -> line.replaceAll(" +", " ")))
                .contains(
                        "Resources Non-Resource URLs Resource Names Verbs",
                        "selfsubjectreviews.authentication.k8s.io [] [] [create]",
                        "pods/log [] [] [get list watch]",
                        "pods [] [] [get list watch]",
                        " [/healthz] [] [get]");
        assertThat(admin("auth", "can-i", "*", "*")).isEqualTo("yes");
        assertThat(admin("auth", "can-i", "list", "pods", "-n", "team", "--as", "dora", "--as-group", "dev"))
                .isEqualTo("yes");
    }

    @Test
    void theRolesForUsersAreWholeAndCanBeAddedTo() throws Exception { // H2
        admin("create", "namespace", "shared");
        admin("create", "rolebinding", "v", "-n", "shared", "--clusterrole=view", "--user=alice");
        assertThat(alice("auth", "can-i", "list", "deployments.apps", "-n", "shared"))
                .isEqualTo("yes");
        assertThat(failed("auth", "can-i", "list", "secrets", "-n", "shared")
                        .out()
                        .strip())
                .isEqualTo("no");
        assertThat(failed("auth", "can-i", "list", "roles", "-n", "shared")
                        .out()
                        .strip())
                .isEqualTo("no");
        admin("create", "clusterrole", "role-viewer", "--verb=list", "--resource=roles.rbac.authorization.k8s.io");
        admin("label", "clusterrole", "role-viewer", "rbac.authorization.k8s.io/aggregate-to-view=true");
        awaitRest();
        assertThat(alice("auth", "can-i", "list", "roles", "-n", "shared")).isEqualTo("yes");
    }

    @Test
    void authReconcileAndServiceAccountsWork() throws Exception { // H1, H2
        admin("create", "namespace", "robots");
        admin("create", "serviceaccount", "robot", "-n", "robots");
        Path policy = home.resolve("policy.yaml");
        Files.writeString(policy, """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: RoleBinding
                metadata: {name: robot, namespace: robots}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: edit}
                subjects: [{kind: ServiceAccount, name: robot, namespace: robots}]
                """);
        assertThat(admin("auth", "reconcile", "-f", policy.toString()))
                .contains("rolebinding.rbac.authorization.k8s.io/robot reconciled");
        String token = admin("create", "token", "robot", "-n", "robots");
        assertThat(alice("--token", token, "auth", "can-i", "create", "deployments.apps", "-n", "robots"))
                .isEqualTo("yes");
        alice("--token", token, "create", "configmap", "c", "-n", "robots", "--from-literal=a=b");
        assertThat(failed("--token", token, "create", "configmap", "c", "-n", "default", "--from-literal=a=b")
                        .err())
                .contains(
                        "User \"system:serviceaccount:robots:robot\" cannot create resource \"configmaps\" in API group \"\""
                                + " in the namespace \"default\"");
    }

    @Test
    void quotasAreShown() throws Exception { // Q6
        admin("create", "namespace", "small");
        admin("create", "quota", "q", "-n", "small", "--hard=configmaps=5,pods=1");
        awaitRest();
        assertThat(admin("get", "quota", "-n", "small", "--no-headers")).matches("q +configmaps: 1/5, pods: 0/1 +.*");
        assertThat(admin("describe", "quota", "q", "-n", "small")).containsPattern("pods +0 +1");
    }
}
