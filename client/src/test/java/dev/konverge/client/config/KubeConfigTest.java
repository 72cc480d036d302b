package dev.konverge.client.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.model.Json;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KubeConfigTest {
    private static final String TWO_CONTEXTS = """
            apiVersion: v1
            kind: Config
            current-context: dev
            clusters:
            - name: dev
              cluster:
                server: https://dev.example:6443
                certificate-authority: pki/ca.crt
                tls-server-name: api.internal
            - name: prod
              cluster:
                server: https://prod.example/k8s/?q=1#f
                insecure-skip-tls-verify: true
                proxy-url: socks5://proxy:1080
                disable-compression: true
            users:
            - name: ann
              user:
                token: s3cret-token
                as: jane
                as-uid: u1
                as-groups: [a, b]
                as-user-extra: {scopes: [x, z]}
            - name: bob
              user:
                username: bob
                password: s3cret-password
            contexts:
            - name: dev
              context: {cluster: dev, user: ann, namespace: team-a}
            - name: prod
              context: {cluster: prod, user: bob}
            """;

    @TempDir
    Path home;

    private Environment environment;

    @BeforeEach
    void makeEnvironment() {
        environment = environment(Map.of());
    }

    private Environment environment(Map<String, String> variables) {
        return new Environment(variables, home, home.resolve("serviceaccount"), false);
    }

    private Path write(String name, String text) throws IOException {
        Path file = home.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private ClientConfig resolve(String text, Overrides overrides) {
        return KubeConfig.parse(text, home.resolve("config")).resolve(environment, overrides);
    }

    private ClientConfig resolveUser(String user) {
        return resolve("""
                current-context: c
                clusters: [{name: c, cluster: {server: "https://c"}}]
                users: [{name: u, user: %s}]
                contexts: [{name: c, context: {cluster: c, user: u}}]
                """.formatted(user), Overrides.NONE);
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void theCurrentContextIsResolved() {
        ClientConfig config = resolve(TWO_CONTEXTS, Overrides.NONE);
        assertThat(config.server()).isEqualTo(URI.create("https://dev.example:6443"));
        assertThat(config.namespace()).isEqualTo("team-a");
        assertThat(config.credentials()).isEqualTo(new Credentials.Token("s3cret-token"));
        assertThat(config.tls().serverName()).isEqualTo("api.internal");
        assertThat(config.tls().trust())
                .as("KC-3: relative to the file")
                .isEqualTo(
                        new Trust.Authorities(PemSource.of(home.toAbsolutePath().resolve("pki/ca.crt"))));
        assertThat(config.impersonation())
                .isEqualTo(new Impersonation("jane", "u1", List.of("a", "b"), Map.of("scopes", List.of("x", "z"))));
        assertThat(config.proxy()).isEqualTo(new ProxyChoice.FromEnvironment());
        assertThat(config.compression()).isTrue();
        assertThat(config.rateLimit())
                .as("no client-side throttling by default")
                .isNull();
    }

    @ParameterizedTest
    @CsvSource({"clusters, cluster", "users, user", "contexts, context"})
    void twoEntriesOfOneNameAreRefused(String list, String kind) {
        // KC-12: client-go refuses them too; which of them is meant cannot be known.
        String text = "%s: [{name: a, %s: {}}, {name: b, %s: {}}, {name: a, %s: {}}]".formatted(list, kind, kind, kind);
        assertThatThrownBy(() -> KubeConfig.parse(text, home.resolve("config")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(home.resolve("config").toString())
                .hasMessageContaining("a second " + kind + " is called a");
    }

    @Test
    void anotherContextCanBeAskedFor() {
        ClientConfig config =
                resolve(TWO_CONTEXTS, Overrides.builder().context("prod").build());
        assertThat(config.server())
                .as("KC-6: the path is kept, query and fragment are not")
                .isEqualTo(URI.create("https://prod.example/k8s"));
        assertThat(config.namespace()).isEqualTo("default");
        assertThat(config.credentials()).isEqualTo(new Credentials.Basic("bob", "s3cret-password"));
        assertThat(config.tls().trust()).isEqualTo(new Trust.Anybody());
        assertThat(config.proxy()).isEqualTo(new ProxyChoice.Via(URI.create("socks5://proxy:1080")));
        assertThat(config.compression()).isFalse();
    }

    @Test
    void whatIsAskedForComesBeforeTheFile() {
        // KC-4
        ClientConfig config = resolve(
                TWO_CONTEXTS,
                Overrides.builder()
                        .server("https://other:1")
                        .insecure(true)
                        .namespace("ns")
                        .token("t2")
                        .impersonate(Impersonation.of("joe"))
                        .timeout("1m30s")
                        .build());
        assertThat(config.server()).isEqualTo(URI.create("https://other:1"));
        assertThat(config.tls().serverName()).as("forgotten with the server").isNull();
        assertThat(config.tls().trust()).as("replaces the authority").isEqualTo(new Trust.Anybody());
        assertThat(config.namespace()).isEqualTo("ns");
        assertThat(config.credentials()).isEqualTo(new Credentials.Token("t2"));
        assertThat(config.impersonation()).isEqualTo(Impersonation.of("joe"));
        assertThat(config.requestTimeout()).isEqualTo(Duration.ofSeconds(90));
        assertThat(resolve(
                                TWO_CONTEXTS,
                                Overrides.builder().user("bob").cluster("prod").build())
                        .credentials())
                .isInstanceOf(Credentials.Basic.class);
    }

    @Test
    void credentialsAreOnlyForServersThatAreSpokenToInSecret() {
        // KC-5
        ClientConfig config = resolve(
                TWO_CONTEXTS, Overrides.builder().server("http://plain:8080").build());
        assertThat(config.credentials()).isEqualTo(new Credentials.Anonymous());
        assertThat(config.impersonation())
                .as("no secret: and without it one acts as who may do more, such as the one behind kubectl proxy")
                .isEqualTo(new Impersonation("jane", "u1", List.of("a", "b"), Map.of("scopes", List.of("x", "z"))));
    }

    @Test
    void aHostAloneIsSecureIfTlsIsConfigured() {
        // RC-1
        assertThat(resolve(TWO_CONTEXTS, Overrides.builder().server("host:6443").build())
                        .server())
                .isEqualTo(URI.create("https://host:6443"));
        assertThat(KubeConfig.buildConfigFromFlags(environment, "host:8080", "").server())
                .isEqualTo(URI.create("http://host:8080"));
    }

    @Test
    void theFirstFileThatDefinesANameWins() throws Exception {
        // KC-1, KC-2
        Path first = write("a/one", """
                clusters: [{name: c, cluster: {server: "https://first"}}]
                contexts: [{name: x, context: {cluster: c}}]
                """);
        Path second = write("b/two", """
                current-context: x
                clusters: [{name: c, cluster: {server: "https://second", insecure-skip-tls-verify: true}}]
                users: [{name: u, user: {client-certificate: cert.pem, client-key: key.pem}}]
                """);
        String list = String.join(
                File.pathSeparator, first.toString(), home.resolve("missing").toString(), "", second.toString());
        KubeConfig merged = KubeConfig.load(environment(Map.of("KUBECONFIG", list)));
        assertThat(merged.currentContext()).isEqualTo("x");
        assertThat(merged.files()).containsExactly(first, second);
        ClientConfig config =
                merged.resolve(environment, Overrides.builder().user("u").build());
        assertThat(config.server()).isEqualTo(URI.create("https://first"));
        assertThat(config.tls().trust()).as("no field of the second").isEqualTo(new Trust.JavaRuntime());
        assertThat(config.tls().client())
                .as("KC-3: relative to the file that defines it")
                .isEqualTo(new Tls.ClientCertificate(
                        PemSource.of(home.toAbsolutePath().resolve("b/cert.pem")),
                        PemSource.of(home.toAbsolutePath().resolve("b/key.pem"))));
    }

    @Test
    void theFileInTheHomeDirectoryIsFound() throws Exception {
        write(".kube/config", TWO_CONTEXTS);
        assertThat(KubeConfig.detect(environment).namespace()).isEqualTo("team-a");
        assertThat(KubeConfig.buildConfigFromFlags(environment, null, null).namespace())
                .isEqualTo("team-a");
        assertThat(KubeConfig.buildConfigFromFlags(environment, "https://m", "").server())
                .isEqualTo(URI.create("https://m"));
    }

    @Test
    void aServerThatIsNamedWithoutAFileIsShownNothingOfAnyFile() throws Exception {
        // KC-8
        write(".kube/config", TWO_CONTEXTS);
        ClientConfig config = KubeConfig.buildConfigFromFlags(environment, "https://elsewhere", "");
        assertThat(config.server()).isEqualTo(URI.create("https://elsewhere"));
        assertThat(config.credentials()).isEqualTo(new Credentials.Anonymous());
        assertThat(config.impersonation()).isNull();
        assertThat(config.tls()).isEqualTo(Tls.STANDARD);
        assertThat(config.namespace()).isEqualTo("default");
    }

    @Test
    void anExplicitFileIsUsedAlone() throws Exception {
        write(".kube/config", TWO_CONTEXTS);
        Path explicit = write("mine", TWO_CONTEXTS.replace("team-a", "team-b"));
        assertThat(KubeConfig.buildConfigFromFlags(environment, "", explicit.toString())
                        .namespace())
                .isEqualTo("team-b");
    }

    @Test
    void inlineDataIsUsed() {
        ClientConfig config = resolve("""
                current-context: c
                clusters: [{name: c, cluster: {server: "https://c", certificate-authority-data: %s}}]
                users: [{name: u, user: {client-certificate-data: %s, client-key-data: %s}}]
                contexts: [{name: c, context: {cluster: c, user: u}}]
                """.formatted(base64("CA"), base64("CERT"), base64("KEY")), Overrides.NONE);
        assertThat(config.tls().trust()).isEqualTo(new Trust.Authorities(PemSource.of("CA")));
        assertThat(config.tls().client())
                .isEqualTo(new Tls.ClientCertificate(PemSource.of("CERT"), PemSource.of("KEY")));
        assertThat(config.tls().toString()).doesNotContain("KEY");
    }

    @Test
    void aTokenFileComesWithTheTokenBesideIt() {
        assertThat(resolveUser("{tokenFile: t, token: first}").credentials())
                .isEqualTo(new Credentials.TokenFile(home.toAbsolutePath().resolve("t"), "first"));
        assertThat(resolveUser("{tokenFile: /t}").credentials())
                .isEqualTo(new Credentials.TokenFile(Path.of("/t"), ""));
    }

    @Test
    void anExecPluginIsDescribed() {
        // EX-1, EX-2
        ClientConfig config = resolve("""
                current-context: c
                clusters:
                - name: c
                  cluster:
                    server: https://c
                    tls-server-name: other
                    extensions:
                    - name: client.authentication.k8s.io/exec
                      extension: {audience: x}
                users:
                - name: u
                  user:
                    exec:
                      apiVersion: client.authentication.k8s.io/v1
                      command: ./bin/login
                      args: [get, token]
                      env: [{name: A, value: B}]
                      installHint: get it
                      interactiveMode: Never
                      provideClusterInfo: true
                contexts: [{name: c, context: {cluster: c, user: u}}]
                """, Overrides.NONE);
        ExecPlugin plugin = ((Credentials.Exec) config.credentials()).plugin();
        assertThat(plugin.command())
                .isEqualTo(home.toAbsolutePath().resolve("bin/login").toString());
        assertThat(plugin.args()).containsExactly("get", "token");
        assertThat(plugin.env()).isEqualTo(Map.of("A", "B"));
        assertThat(plugin.version()).isEqualTo(ExecPlugin.Version.V1);
        assertThat(plugin.interactive()).isEqualTo(ExecPlugin.InteractiveMode.NEVER);
        assertThat(plugin.cluster())
                .isEqualTo(new ExecPlugin.ClusterFacts(
                        "https://c", "other", false, "", "", false, Json.parse("{\"audience\":\"x\"}")));
    }

    @Test
    void anExecPluginIsLookedForByNameAndMayAskUnlessToldOtherwise() {
        ClientConfig config = resolveUser("{exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: login}}");
        ExecPlugin plugin = ((Credentials.Exec) config.credentials()).plugin();
        assertThat(plugin.command()).isEqualTo("login");
        assertThat(plugin.interactive()).isEqualTo(ExecPlugin.InteractiveMode.IF_AVAILABLE);
        assertThat(plugin.cluster()).isNull();
    }

    @Test
    void aPluginIsNotConsultedIfThereAreOtherCredentials() {
        // EX-6
        String exec = "exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: login}";
        assertThat(resolveUser("{token: t, " + exec + "}").credentials()).isEqualTo(new Credentials.Token("t"));
        assertThat(resolveUser("{client-certificate: c, client-key: k, " + exec + "}")
                        .credentials())
                .isEqualTo(new Credentials.Anonymous());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{token: s3cret, username: u, password: s3cret} | both a token and a user name",
                "{client-certificate: c} | no client key",
                "{client-certificate: c, client-certificate-data: QQ==, client-key: k} | both client-certificate",
                "{as-groups: [a]} | without as",
                "{exec: {command: x, apiVersion: v1}} | apiVersion v1",
                "{exec: {apiVersion: client.authentication.k8s.io/v1, command: x}} | no interactiveMode",
                "{exec: {apiVersion: client.authentication.k8s.io/v1beta1}} | no command",
                "{auth-provider: {name: gcp}} | auth provider gcp is not supported",
            })
    void aUserThatContradictsItselfIsNamed(String user, String what) {
        assertThatThrownBy(() -> resolveUser(user))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(what)
                .hasMessageContaining("user u")
                .hasMessageContaining(home.resolve("config").toString())
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void anUnknownContextComesWithTheKnownOnes() {
        assertThatThrownBy(() -> resolve(
                        TWO_CONTEXTS, Overrides.builder().context("test").build()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("no context is called test")
                .hasMessageContaining("[dev, prod]");
        assertThatThrownBy(() ->
                        resolve(TWO_CONTEXTS.replace("current-context: dev", "current-context: gone"), Overrides.NONE))
                .hasMessageContaining("gone, the current one");
        assertThatThrownBy(() -> resolve(TWO_CONTEXTS.replace("current-context: dev", ""), Overrides.NONE))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("no current context")
                .hasMessageContaining("[dev, prod]");
    }

    @Test
    void aContextThatNamesWhatIsNotThereIsNamed() {
        assertThatThrownBy(() -> resolve(
                        TWO_CONTEXTS.replace("cluster: dev, user: ann", "cluster: dev, user: eve"), Overrides.NONE))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("no user is called eve, which context dev names")
                .hasMessageContaining("[ann, bob]");
        assertThatThrownBy(() -> resolve(
                        TWO_CONTEXTS.replace("cluster: dev, user: ann", "cluster: x, user: ann"), Overrides.NONE))
                .hasMessageContaining("no cluster is called x");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "clusters: {a: b} | line 2",
                "clusters: [{name: c, cluster: {server: 5}}] | expected a text",
                "clusters: [{name: c, cluster: {insecure-skip-tls-verify: maybe}}] | expected true or false",
                "users: [{name: u, user: {client-key-data: '!s3cret!'}}] | expected base64",
                "kind: Pod | expected Config",
                "token: [s3cret | line",
            })
    void aBrokenFileIsNamedWithItsLine(String line, String what) {
        Path file = home.resolve("broken");
        assertThatThrownBy(() -> KubeConfig.parse("apiVersion: v1\n" + line + "\n", file))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(file + ", line ")
                .hasMessageContaining(what)
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void whatIsNotThereIsNotOfferedAsAChoice() {
        assertThatThrownBy(() -> resolve(
                        "{current-context: c, contexts: [{name: c, context: {cluster: k, user: u}}]}", Overrides.NONE))
                .isInstanceOf(ConfigException.class)
                .hasMessageEndingWith("no cluster is called k, which context c names; add one: there is no cluster");
        assertThatThrownBy(() -> resolve("{current-context: c}", Overrides.NONE))
                .hasMessageEndingWith("no context is called c, the current one; add one: there is no context");
    }

    @Test
    void anEmptyFileIsNamed() {
        assertThatThrownBy(() -> resolve("", Overrides.NONE))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(home.resolve("config") + ": there is nothing in it; set KUBECONFIG");
    }

    @Test
    void missingConfigurationSaysWhereItWasLookedFor() {
        assertThatThrownBy(() -> KubeConfig.detect(environment))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(home.resolve(".kube").resolve("config").toString())
                .hasMessageContaining("KUBECONFIG");
        assertThatThrownBy(() -> KubeConfig.load(home.resolve("missing")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("no such file")
                .hasMessageContaining(home.resolve("missing").toString());
        assertThatThrownBy(() -> KubeConfig.load(home))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("is a directory");
    }

    @ParameterizedTest
    @CsvSource({"ftp://host", "https://", "'https://ho st'", "https://user:s3cret@ho st"})
    void whatIsNoAddressIsNamedWithoutItsPassword(String address) {
        assertThatThrownBy(() -> resolve(
                        TWO_CONTEXTS, Overrides.builder().server(address).build()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("not the address of a server")
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void nothingThatIsPrintedHoldsASecret() {
        KubeConfig file = KubeConfig.parse(TWO_CONTEXTS, home.resolve("config"));
        ClientConfig first = file.resolve(environment, Overrides.NONE);
        ClientConfig second =
                file.resolve(environment, Overrides.builder().context("prod").build());
        assertThat(List.of(
                                file,
                                file.users(),
                                file.clusters(),
                                first,
                                second,
                                first.credentials(),
                                second.credentials())
                        .toString())
                .contains("dev.example", "bob")
                .doesNotContain("s3cret");
        assertThat(new ProxyChoice.Via(URI.create("http://u:s3cret@p:1")).toString())
                .doesNotContain("s3cret");
    }

    @ParameterizedTest
    @CsvSource({"5,5000", "0,0", "1m30s,90000", "1.5h,5400000", "250ms,250"})
    void timeoutsAreSecondsOrGoDurations(String text, long millis) {
        // KC-7
        assertThat(GoDuration.parse(text)).isEqualTo(Duration.ofMillis(millis));
        assertThatThrownBy(() -> GoDuration.parse(text + "x")).isInstanceOf(ConfigException.class);
    }
}
