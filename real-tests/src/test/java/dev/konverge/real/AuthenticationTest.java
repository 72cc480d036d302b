package dev.konverge.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.client.ApiException;
import dev.konverge.client.ClientSet;
import dev.konverge.client.config.ClientConfig;
import dev.konverge.client.config.Credentials;
import dev.konverge.client.config.ExecPlugin;
import dev.konverge.client.config.Impersonation;
import dev.konverge.client.config.KubeConfig;
import dev.konverge.client.config.PemSource;
import dev.konverge.client.config.Tls;
import dev.konverge.model.Json;
import dev.konverge.model.authentication.v1.SelfSubjectReview;
import dev.konverge.model.authentication.v1.TokenRequest;
import dev.konverge.model.authentication.v1.UserInfo;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.model.core.v1.ServiceAccount;
import dev.konverge.testkit.RealCluster;
import dev.konverge.testkit.WithRealCluster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every way in which the server can be started to know its users. */
@WithRealCluster
class AuthenticationTest {
    @TempDir
    private Path folder = Path.of("");

    private static UserInfo whoAmI(ClientSet clients) {
        SelfSubjectReview review = clients.resource(SelfSubjectReview.TYPE)
                .create(SelfSubjectReview.builder().build());
        return Objects.requireNonNull(Objects.requireNonNull(review.status()).userInfo());
    }

    private static UserInfo whoAmI(RealCluster cluster, ClientConfig config) {
        return whoAmI(cluster.connect(config));
    }

    private static ClientConfig with(RealCluster cluster, Credentials credentials) {
        return cluster.anonymous().toBuilder().credentials(credentials).build();
    }

    @Test
    void aClientCertificateNamesUserAndGroups(RealCluster cluster) {
        UserInfo user = whoAmI(cluster, cluster.configFor("alice", "devs", "ops"));
        assertThat(user.username()).isEqualTo("alice");
        assertThat(user.groups()).contains("devs", "ops", "system:authenticated");
    }

    @Test
    void aClientCertificateMayBeInFiles(RealCluster cluster) throws IOException {
        ClientConfig config = cluster.configFor("bob");
        Tls.ClientCertificate certificate = Objects.requireNonNull(config.tls().client());
        Path pem = Files.write(folder.resolve("pem"), certificate.certificates().read());
        Path key = Files.write(folder.resolve("key"), certificate.key().read());
        ClientConfig inFiles = cluster.anonymous().toBuilder()
                .clientCertificate(PemSource.of(pem), PemSource.of(key))
                .build();
        assertThat(whoAmI(cluster, inFiles).username()).isEqualTo("bob");
    }

    @Test
    void aStaticTokenIsTheAdministrators(RealCluster cluster) {
        assertThat(whoAmI(cluster, with(cluster, new Credentials.Token(cluster.token())))
                        .username())
                .isEqualTo("admin");
        assertThat(whoAmI(cluster, KubeConfig.load(cluster.kubeconfigFile()).resolve())
                        .username())
                .isEqualTo("admin");
    }

    @Test
    void aTokenFileIsReadAgainWhenItsTokenIsRejected(RealCluster cluster) throws IOException {
        Path file = Files.writeString(folder.resolve("token"), "outdated");
        ClientSet clients = cluster.connect(with(cluster, new Credentials.TokenFile(file, "")));
        assertThatThrownBy(() -> whoAmI(clients)).isInstanceOf(ApiException.Unauthorized.class);
        Files.writeString(file, cluster.token());
        assertThat(whoAmI(clients).username()).isEqualTo("admin");
    }

    @Test
    void aServiceAccountsTokenIsBoundAndExpires(RealCluster cluster) {
        String namespace = Namespaces.make(cluster);
        cluster.create(ServiceAccount.builder()
                .metadata(m -> m.namespace(namespace).name("robot"))
                .build());
        TokenRequest answer = cluster.clients()
                .serviceAccounts()
                .in(namespace)
                .requestToken(
                        "robot",
                        TokenRequest.builder()
                                .spec(s -> s.expirationSeconds(3600L))
                                .build());
        String token =
                Objects.requireNonNull(Objects.requireNonNull(answer.status()).token());
        ClientSet robot = cluster.connect(with(cluster, new Credentials.Token(token)));
        assertThat(whoAmI(robot).username()).isEqualTo("system:serviceaccount:" + namespace + ":robot");
        assertThatThrownBy(() -> robot.resource(ConfigMap.TYPE).in(namespace).list())
                .isInstanceOf(ApiException.Forbidden.class)
                .hasMessageContaining(
                        "cannot list resource \"configmaps\" in API group \"\" in the namespace \"" + namespace + "\"");
        // With its account goes the token, within the seconds that the server remembers it.
        cluster.clients().serviceAccounts().in(namespace).delete("robot");
        cluster.eventually(() -> assertThatThrownBy(() -> whoAmI(robot)).isInstanceOf(ApiException.Unauthorized.class));
    }

    private ExecPlugin plugin(String name, String status) throws IOException {
        Path answer = Files.writeString(
                folder.resolve(name),
                "{\"apiVersion\":\"client.authentication.k8s.io/v1\",\"kind\":\"ExecCredential\",\"status\":" + status
                        + "}");
        return new ExecPlugin(
                "/bin/cat",
                List.of(answer.toString()),
                Map.of(),
                ExecPlugin.Version.V1,
                "",
                ExecPlugin.InteractiveMode.NEVER,
                null);
    }

    private static String quoted(PemSource source) {
        return Json.of(new String(source.read(), StandardCharsets.US_ASCII)).toString();
    }

    @Test
    void anExecPluginGivesATokenOrACertificate(RealCluster cluster) throws IOException {
        ExecPlugin token = plugin("token", "{\"token\":\"" + cluster.token() + "\"}");
        assertThat(whoAmI(cluster, with(cluster, new Credentials.Exec(token))).username())
                .isEqualTo("admin");
        Tls.ClientCertificate carol =
                Objects.requireNonNull(cluster.configFor("carol").tls().client());
        ExecPlugin certificate = plugin(
                "certificate",
                "{\"clientCertificateData\":" + quoted(carol.certificates()) + ",\"clientKeyData\":"
                        + quoted(carol.key()) + "}");
        assertThat(whoAmI(cluster, with(cluster, new Credentials.Exec(certificate)))
                        .username())
                .isEqualTo("carol");
    }

    @Test
    void anExecPluginIsAskedAgainWhenItsTokenIsRejected(RealCluster cluster) throws IOException {
        ClientSet clients =
                cluster.connect(with(cluster, new Credentials.Exec(plugin("token", "{\"token\":\"outdated\"}"))));
        assertThatThrownBy(() -> whoAmI(clients)).isInstanceOf(ApiException.Unauthorized.class);
        plugin("token", "{\"token\":\"" + cluster.token() + "\"}");
        assertThat(whoAmI(clients).username()).isEqualTo("admin");
    }

    @Test
    void anAdministratorMayBeSomebodyElse(RealCluster cluster) {
        Impersonation dave = new Impersonation("dave", "", List.of("guests"), Map.of("scopes", List.of("a", "b")));
        ClientConfig config = cluster.config().toBuilder().impersonation(dave).build();
        UserInfo user = whoAmI(cluster, config);
        assertThat(user.username()).isEqualTo("dave");
        assertThat(user.groups()).contains("guests");
        assertThat(user.extra()).containsEntry("scopes", List.of("a", "b"));
        ClientConfig presumptuous = cluster.configFor("eve").toBuilder()
                .impersonation(Impersonation.of("admin"))
                .build();
        assertThatThrownBy(() -> whoAmI(cluster, presumptuous))
                .isInstanceOf(ApiException.Forbidden.class)
                .hasMessageContaining("cannot impersonate");
    }

    @Test
    void whoShowsNothingIsAnonymousAndMaySeeLittle(RealCluster cluster) {
        ClientSet anonymous = cluster.connect(cluster.anonymous());
        assertThat(anonymous.discovery().serverVersion().major()).isEqualTo("1");
        assertThat(anonymous.discovery().isReady()).isTrue();
        assertThatThrownBy(
                        () -> anonymous.resource(ConfigMap.TYPE).in("default").list())
                .isInstanceOf(ApiException.Forbidden.class)
                .hasMessageContaining("User \"system:anonymous\" cannot list resource");
    }

    @Test
    void passwordsAndUnknownTokensAreRejected(RealCluster cluster) {
        // The server has forgotten passwords long ago: whoever sends one is not unknown but anonymous.
        ClientConfig password = with(cluster, new Credentials.Basic("admin", "secret"));
        assertThatThrownBy(() -> cluster.connect(password)
                        .resource(ConfigMap.TYPE)
                        .in("default")
                        .list())
                .isInstanceOf(ApiException.Forbidden.class)
                .hasMessageContaining("system:anonymous");
        assertThatThrownBy(() -> whoAmI(cluster, with(cluster, new Credentials.Token("unknown"))))
                .isInstanceOf(ApiException.Unauthorized.class);
    }

    @Test
    void aServerWithAnotherAuthorityIsNotTrusted(RealCluster cluster) {
        ClientConfig careless =
                ClientConfig.builder(cluster.uri()).token(cluster.token()).build();
        assertThatThrownBy(() -> whoAmI(cluster, careless)).isInstanceOf(ApiException.Unreachable.class);
    }
}
