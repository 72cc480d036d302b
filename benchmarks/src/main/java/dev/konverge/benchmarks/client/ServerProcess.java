package dev.konverge.benchmarks.client;

import dev.konverge.benchmarks.JavaCommand;
import dev.konverge.benchmarks.ReadyServer;
import dev.konverge.benchmarks.TemporaryFolder;
import dev.konverge.benchmarks.UsageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The server of a benchmark in a process of its own, with a certificate that is good for one run: a {@link CannedServer}, or another one
 * that prints its ports when it is ready and ends with its standard input.
 */
public final class ServerProcess implements AutoCloseable {
    private final TemporaryFolder folder;
    private final Process process;
    private final String[] ports;

    private ServerProcess(TemporaryFolder folder, Process process, String[] ports) {
        this.folder = folder;
        this.process = process;
        this.ports = ports;
    }

    static ServerProcess start(int pods) {
        return start(CannedServer.class, List.of("-Xmx1g"), List.of(Integer.toString(pods)));
    }

    /**
     * Starts a server and waits until it is ready.
     *
     * @param main its main class, whose first argument is the key store
     * @param flags options of its JVM
     * @param arguments its other arguments
     */
    public static ServerProcess start(Class<?> main, List<String> flags, List<String> arguments) {
        try {
            TemporaryFolder folder = TemporaryFolder.create();
            Path store = folder.resolve("server.p12");
            keytool(List.of(
                    "-genkeypair",
                    "-keyalg",
                    // As most clusters have it.
                    "RSA",
                    "-keysize",
                    "2048",
                    "-dname",
                    "CN=localhost",
                    "-ext",
                    "SAN=dns:localhost,ip:127.0.0.1",
                    "-validity",
                    "2",
                    "-alias",
                    "server",
                    "-storetype",
                    "PKCS12",
                    "-keystore",
                    store.toString(),
                    "-storepass",
                    CannedServer.PASSWORD));
            keytool(List.of(
                    "-exportcert",
                    "-rfc",
                    "-alias",
                    "server",
                    "-keystore",
                    store.toString(),
                    "-storepass",
                    CannedServer.PASSWORD,
                    "-file",
                    folder.resolve("ca.pem").toString()));
            List<String> all = Stream.concat(Stream.of(store.toString()), arguments.stream())
                    .toList();
            ReadyServer server = ReadyServer.start(JavaCommand.with(flags).running(main.getName(), all));
            return new ServerProcess(folder, server.process(), server.line().split(" "));
        } catch (IOException e) {
            throw new UsageException("the server of the benchmark could not be started: " + e.getMessage());
        }
    }

    private static void keytool(List<String> arguments) throws IOException {
        List<String> command = Stream.concat(Stream.of(JavaCommand.tool("keytool")), arguments.stream())
                .toList();
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                throw new IOException("keytool: " + out.strip());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** {@return where clients find it} */
    public String url() {
        return "https://127.0.0.1:" + port(0);
    }

    /** {@return the port that it printed at that place} */
    public int port(int place) {
        return Integer.parseInt(ports[place]);
    }

    /** {@return the file with the certificate that clients have to trust} */
    public Path authority() {
        return folder.resolve("ca.pem");
    }

    @Override
    public void close() {
        process.destroyForcibly();
        folder.close();
    }
}
