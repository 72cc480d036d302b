package dev.konverge.benchmarks.apiserver;

import dev.konverge.benchmarks.JavaCommand;
import dev.konverge.benchmarks.Settings;
import dev.konverge.benchmarks.Workload;
import dev.konverge.testkit.RealProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;

/** What happens in the child process, by the name of the work. */
final class ApiServerWorkloads {
    private static final List<String> SERVER_FLAGS = List.of("-Xmx2g");
    private static final Pattern TOKEN = Pattern.compile("token: *\"?([^\"\\s]+)");

    private ApiServerWorkloads() {}

    static Workload of(String id, Settings settings) {
        try {
            if (id.startsWith(ApiServerBench.OF_MOCK)) {
                return ofMock(id.substring(ApiServerBench.OF_MOCK.length()), settings);
            }
            return id.startsWith(ApiServerBench.OF_REAL)
                    ? ofReal(id.substring(ApiServerBench.OF_REAL.length()), settings)
                    : ofOurs(id, settings);
        } catch (IOException | GeneralSecurityException | InterruptedException e) {
            throw new IllegalStateException("the workload " + id + " could not be made", e);
        }
    }

    private static Workload ofOurs(String id, Settings settings)
            throws IOException, GeneralSecurityException, InterruptedException {
        int objects = settings.number(ApiServerBench.OBJECTS, 1000);
        return switch (id) {
            case "start" -> InProcess.start();
            case "start-process" -> ProcessStart.of(ServerUnderTest.ours(SERVER_FLAGS, 0));
            case "start-launcher" -> new ProcessStart(ApiServerWorkloads::launch);
            case "list" -> loads(objects).list(objects);
            case "retained" -> InProcess.retained(objects);
            default ->
                id.startsWith("write-")
                        ? InProcess.writes(number(id), settings.number(ApiServerBench.STORED, number(id)))
                        : onTheWire(id, loads(0));
        };
    }

    private static WireLoads loads(int objects) throws IOException, GeneralSecurityException {
        return new WireLoads(ServerUnderTest.start(ServerUnderTest.ours(SERVER_FLAGS, objects)));
    }

    private static Workload onTheWire(String id, WireLoads loads) throws IOException {
        int number = number(id);
        return switch (id.substring(0, id.indexOf('-'))) {
            case "create" -> loads.creates(number);
            case "http2" -> loads.createsOverHttp2(number);
            case "fanout" -> loads.fanOut(number);
            default -> throw new IllegalArgumentException(id);
        };
    }

    private static int number(String id) {
        return Integer.parseInt(id.substring(id.indexOf('-') + 1));
    }

    private static Workload ofReal(String id, Settings settings)
            throws IOException, GeneralSecurityException, InterruptedException {
        int objects = settings.number(ApiServerBench.OBJECTS, 1000);
        return switch (id) {
            case "start-process" -> ProcessStart.ofReal();
            case "list" ->
                new WireLoads(ServerUnderTest.startReal()).fill(objects).list(objects);
            default -> onTheWire(id, new WireLoads(ServerUnderTest.startReal()));
        };
    }

    private static Workload ofMock(String id, Settings settings) throws IOException, GeneralSecurityException {
        List<String> command = new JavaCommand(settings.text(ApiServerBench.MOCK_CLASS_PATH), SERVER_FLAGS)
                .running("dev.konverge.peers.mock.Main", List.of());
        return id.equals("start-process")
                ? ProcessStart.of(command)
                : onTheWire(id, new WireLoads(ServerUnderTest.start(command)));
    }

    /** The way users start it: by the launcher, which finds the JDK and looks whether anything has to be built. */
    private static AutoCloseable launch() throws IOException, GeneralSecurityException {
        SSLContext context = Wire.trusting();
        Path root = Path.of(System.getProperty("konverge.root", "")).toAbsolutePath();
        Path folder = Files.createTempDirectory("konverge-bench");
        Path kubeconfig = folder.resolve("kubeconfig");
        Process process = ProcessStart.started(RealProgram.guarded(
                List.of(root.resolve("konverge").toString(), "apiserver", "--kubeconfig", kubeconfig.toString())));
        try {
            String line = ProcessStart.firstLine(process);
            int port =
                    Integer.parseInt(line.substring(line.lastIndexOf(':') + 1).strip());
            Matcher token = TOKEN.matcher(Files.readString(kubeconfig));
            if (!token.find()) {
                throw new IOException("there is no token in the kubeconfig");
            }
            ProcessStart.answer(port, token.group(1), context);
            return () -> ProcessStart.end(process);
        } catch (IOException | RuntimeException e) {
            process.destroyForcibly();
            throw e;
        } finally {
            Files.deleteIfExists(kubeconfig);
            Files.deleteIfExists(folder);
        }
    }
}
