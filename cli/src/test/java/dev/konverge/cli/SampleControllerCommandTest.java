package dev.konverge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.Listening;
import dev.konverge.apiserver.SocketOptions;
import dev.konverge.apiserver.fault.Fault;
import dev.konverge.apiserver.fault.Injection;
import dev.konverge.apiserver.fault.Match;
import dev.konverge.model.Yaml;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.samples.foo.SampleController;
import dev.konverge.samples.foo.v1alpha1.Foo;
import dev.konverge.testkit.TestCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The sample controller as a program: whom its flags lead to, and what it says where they lead nowhere. */
@Timeout(300)
class SampleControllerCommandTest {
    /** Nobody listens there. */
    private static final String NOBODY = "http://127.0.0.1:1";

    @TempDir
    private Path folder = Path.of("");

    /** The two forms of the program. */
    enum Form {
        MACHINERY,
        RUNTIME
    }

    /** Starts it where there is no kubeconfig, whatever the machine of this test has. */
    private Program start(Form form, String... flags) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("sample-controller"));
        if (form == Form.RUNTIME) {
            arguments.add("--runtime");
        }
        arguments.addAll(Arrays.asList(flags));
        Map<String, String> nothing = Map.of(
                "HOME", folder.toString(), "KUBECONFIG", "", "KUBERNETES_SERVICE_HOST", "", "KONVERGE_DEBUG", "");
        return Program.start(nothing, Main.class, arguments.toArray(String[]::new));
    }

    /** A server with Foos, one of which has no deployment until somebody is at work. */
    private static TestCluster clusterWithAFoo() {
        TestCluster cluster = TestCluster.real();
        cluster.apply(SampleController.definition());
        cluster.create(Foo.builder()
                .metadata(m -> m.namespace("default").name("example"))
                .spec(s -> s.deploymentName("example").replicas(1))
                .build());
        return cluster;
    }

    /** Fails unless the program says that it works there, does, and ends when it is asked to. */
    private void worksOn(TestCluster cluster, Listening listening, Form form, String... flags) throws Exception {
        try (Program program = start(form, flags)) {
            program.readUpTo("The sample controller is at work on " + listening.uri());
            cluster.eventually(() -> assertThat(cluster.find(Deployment.TYPE, "default", "example"))
                    .isPresent());
            program.signal();
            assertThat(program.exitCode()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void theMasterIsTheServerWhereThereIsNoKubeconfig(Form form) throws Exception {
        try (TestCluster cluster = clusterWithAFoo();
                Listening listening = cluster.server().listen(SocketOptions.USUAL.withoutSecurity())) {
            worksOn(cluster, listening, form, "--master", listening.uri().toString());
        }
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void theMasterTakesThePlaceOfTheKubeconfigsServerAndNothingElse(Form form) throws Exception {
        try (TestCluster cluster = clusterWithAFoo();
                Listening listening = cluster.server().listen(SocketOptions.USUAL)) {
            // Whom to trust and who one is still come from the file.
            String elsewhere = listening.kubeconfig().replace(listening.uri().toString(), "https://127.0.0.1:1");
            assertThat(elsewhere).contains("server: https://127.0.0.1:1");
            Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), elsewhere);
            String master = listening.uri().toString();
            worksOn(cluster, listening, form, "--kubeconfig", kubeconfig.toString(), "--master", master);
        }
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void aServerThatIsNotThereIsToldInWordsAndAskedAgain(Form form) throws Exception {
        try (Program program = start(form, "--master", NOBODY)) {
            String told = program.readUpTo(NOBODY + ": connection refused");
            assertThat(told).contains("The sample controller is at work on " + NOBODY);
            program.signal();
            assertThat(told + program.readToEnd()).doesNotContain("\tat ");
            assertThat(program.exitCode()).isZero();
        }
    }

    @Test
    void theRightsThatItNeedsArePrintedWithoutAServer() throws Exception {
        try (Program program = start(Form.RUNTIME, "--permissions")) {
            String printed = program.readToEnd();
            assertThat(program.exitCode()).isZero();
            assertThat(Yaml.parseAll(printed)).singleElement().isEqualTo(Yaml.parse("""
                    apiVersion: rbac.authorization.k8s.io/v1
                    kind: ClusterRole
                    metadata: {name: sample-controller}
                    rules:
                      - {apiGroups: [apps], resources: [deployments], verbs: [create, get, list, patch, watch]}
                      - {apiGroups: [events.k8s.io], resources: [events], verbs: [create, patch]}
                      - {apiGroups: [samplecontroller.k8s.io], resources: [foos], verbs: [get, list, watch]}
                      - {apiGroups: [samplecontroller.k8s.io], resources: [foos/finalizers], verbs: [update]}
                      - {apiGroups: [samplecontroller.k8s.io], resources: [foos/status], verbs: [patch]}
                    """));
        }
        assertThat(refused(Form.MACHINERY, "--permissions")).contains("--permissions goes with --runtime");
    }

    @Test
    void aPlanForAServerThatIsNotThereEndsInOneLine() throws Exception {
        assertThat(refused(Form.RUNTIME, "--plan", "--master", NOBODY))
                .contains(NOBODY + ": connection refused; check that a server runs there");
    }

    @Test
    void aPlanThatIsNotWholeNamesWhatFailedAndDoesNotSucceed() throws Exception {
        try (TestCluster cluster = clusterWithAFoo();
                Listening listening = cluster.server().listen(SocketOptions.USUAL.withoutSecurity());
                Injection conflicts = cluster.faults().inject(Match.writes(), new Fault.Conflict());
                Program program = start(
                        Form.RUNTIME, "--plan", "--master", listening.uri().toString())) {
            assertThat(program.readToEnd())
                    .containsPattern("konverge: not everything could be planned:\n\\S+ default/example: .*409.*\n$")
                    .doesNotContain("Nothing would change", "\tat ");
            assertThat(program.exitCode()).isEqualTo(1);
            assertThat(conflicts.hits()).isPositive();
        }
    }

    @Test
    void theFirstSignalEndsAPlan() throws Exception {
        try (TestCluster cluster = clusterWithAFoo();
                Listening listening = cluster.server().listen(SocketOptions.USUAL.withoutSecurity());
                Injection held = cluster.faults().inject(Match.verbs("list"), new Fault.PauseBefore());
                Program program = start(
                        Form.RUNTIME, "--plan", "--master", listening.uri().toString())) {
            assertThat(held.awaitHits(1, Duration.ofMinutes(2))).isTrue();
            program.signal();
            assertThat(program.exitCode()).isEqualTo(128 + 15);
        }
    }

    @Test
    void aMasterThatIsNoAddressIsToldInOneLine() throws Exception {
        for (String wrong : List.of("http://", "https://127.0.0.1:99999")) {
            assertThat(refused(Form.MACHINERY, "--master", wrong))
                    .startsWith("konverge: the command line: not the address of a server: " + wrong)
                    .contains("write it like https://host:6443");
        }
        assertThat(refused(Form.RUNTIME, "--master", "ftp://me:secret@somewhere"))
                .startsWith("konverge: the command line: not the address of a server: ftp://somewhere;")
                .as("a password is not repeated")
                .doesNotContain("secret");
    }

    @Test
    void aKubeconfigThatIsNotThereIsToldInOneLine() throws Exception {
        Path missing = folder.resolve("missing");
        String told = "konverge: " + missing + ": no such file; check the path\n";
        assertThat(refused(Form.RUNTIME, "--kubeconfig", missing.toString())).isEqualTo(told);
        assertThat(refused(Form.MACHINERY, "--kubeconfig", missing.toString(), "--master", NOBODY))
                .as("a file that was named is wanted, even if its server is not")
                .isEqualTo(told);
        assertThat(refused(Form.MACHINERY))
                .startsWith("konverge: " + folder.resolve(".kube/config") + ": no configuration was found")
                .contains("set KUBECONFIG");
    }

    /** {@return all that it writes before it ends as one does that was called in the wrong way} */
    private String refused(Form form, String... flags) throws Exception {
        try (Program program = start(form, flags)) {
            String all = program.readToEnd();
            assertThat(program.exitCode()).as(all).isEqualTo(2);
            assertThat(all).hasLineCount(1).doesNotContain("\tat ");
            return all;
        }
    }
}
