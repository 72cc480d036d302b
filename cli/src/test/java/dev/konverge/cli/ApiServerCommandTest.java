package dev.konverge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class ApiServerCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder = Path.of("");

    @Test
    void wrongArgumentsAreToldInOneLine() {
        assertThat(run("apiserver", "--port", "many")).isEqualTo(2);
        assertThat(run("apiserver", "--port", "70000")).isEqualTo(2);
        assertThat(run("apiserver", "--prot", "1")).isEqualTo(2);
        assertThat(run("apiserver", "now")).isEqualTo(2);
        assertThat(run("apiserver", "--kubeconfig", folder.toString())).isEqualTo(2);

        assertThat(err.toString().lines())
                .hasSize(5)
                .anySatisfy(line -> assertThat(line).contains("--port", "many"))
                .anySatisfy(line -> assertThat(line).contains("there is no port 70000"))
                .anySatisfy(line -> assertThat(line).contains("--prot"))
                .anySatisfy(line -> assertThat(line).contains("now"))
                .anySatisfy(line -> assertThat(line).contains("is a folder"));
    }

    @Test
    void usersThatCannotBeReadAreTold() throws IOException {
        Path broken = Files.writeString(folder.resolve("tokens.csv"), "secret,ann\n");
        assertThat(run("apiserver", "--token-auth-file", folder.resolve("none").toString()))
                .isEqualTo(2);
        assertThat(run("apiserver", "--token-auth-file", broken.toString())).isEqualTo(2);
        assertThat(run("apiserver", "--http", "--token-auth-file", broken.toString()))
                .isEqualTo(2);
        Path binary = Files.write(folder.resolve("binary"), new byte[] {(byte) 0xff, 0});
        assertThat(run("apiserver", "--token-auth-file", binary.toString())).isEqualTo(2);
        assertThat(run("apiserver", "--authorization-mode", "ABAC")).isEqualTo(2);
        assertThat(run("apiserver", "--anonymous-auth=maybe")).isEqualTo(2);

        assertThat(err.toString()).doesNotContain("secret");
        assertThat(err.toString().lines())
                .hasSize(6)
                .anySatisfy(line -> assertThat(line).endsWith("binary' has something in it that is no text in UTF-8."))
                .anySatisfy(line -> assertThat(line).contains("there is no file", "none"))
                .anySatisfy(line -> assertThat(line).contains("tokens.csv", "line 1 of the tokens has 2 fields"))
                .anySatisfy(line -> assertThat(line).contains("--http, which takes no credentials"))
                .anySatisfy(line -> assertThat(line).contains("there is no authorization mode 'ABAC'"))
                .anySatisfy(line -> assertThat(line).contains("--anonymous-auth"));
    }

    @Test
    void aPortInUseIsTold() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(run("apiserver", "--port", Integer.toString(taken.getLocalPort())))
                    .isEqualTo(2);
            assertThat(err.toString())
                    .contains(
                            "cannot listen on 127.0.0.1:" + taken.getLocalPort(),
                            "in use",
                            "Another --port may be free");
        }
    }

    @Test
    void aKubeconfigOfSomebodyElseIsNotOverwritten() throws IOException {
        Path precious = Files.writeString(folder.resolve("config"), "apiVersion: v1\nkind: Config\n");

        assertThat(run("apiserver", "--kubeconfig", precious.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("exists and was not written by 'konverge'");
        assertThat(precious).hasContent("apiVersion: v1\nkind: Config\n");
    }

    @Test
    void itServesUntilItIsStoppedAndCleansUp() throws Exception {
        Path kubeconfig = folder.resolve("deep/kubeconfig");
        Platform platform = Platform.real();
        LinkedBlockingQueue<Integer> code = new LinkedBlockingQueue<>();
        try (Task running = platform.start(
                "konverge", () -> code.add(run("apiserver", "--http", "--kubeconfig", kubeconfig.toString())))) {
            URI server = awaitServer(platform, kubeconfig);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kubeconfig)))
                    .isEqualTo("rw-------");
            try (HttpClient client = HttpClient.newHttpClient()) {
                HttpResponse<String> answer = client.send(
                        HttpRequest.newBuilder(server.resolve("/api/v1/namespaces/default"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
                assertThat(answer.statusCode()).isEqualTo(200);
                assertThat(answer.body()).contains("\"kind\":\"Namespace\"");
            }
            running.interrupt();
            assertThat(code.poll(5, TimeUnit.MINUTES)).isZero();
        }
        assertThat(kubeconfig).doesNotExist();
        assertThat(out.toString()).contains("export KUBECONFIG=" + kubeconfig);
    }

    private static URI awaitServer(Platform platform, Path kubeconfig) throws Exception {
        long deadline = platform.clock().deadlineAfter(Duration.ofMinutes(5));
        while (!Files.exists(kubeconfig)) {
            assertThat(platform.clock().nanoTime()).isLessThan(deadline);
            platform.sleep(Duration.ofMillis(20));
        }
        @Nullable String server = null;
        for (String line : List.copyOf(Files.readAllLines(kubeconfig))) {
            if (line.strip().startsWith("server:")) {
                server = line.strip().substring("server:".length()).strip();
            }
        }
        return URI.create(String.valueOf(server));
    }

    private int run(String... args) {
        return Main.run(new PrintWriter(out, true), new PrintWriter(err, true), Map.of(), args);
    }
}
