package dev.konverge.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.Platform;
import dev.konverge.base.TaskMonitor;
import dev.konverge.client.testing.Bounded;
import dev.konverge.client.transport.Headers;
import dev.konverge.client.transport.TransportException;
import dev.konverge.client.transport.WebSocketChannel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class ExecSessionTest {
    /** The server's end of a WebSocket, as a script. */
    private static final class Script implements WebSocketChannel {
        private final String protocol;
        private final List<String> sent = new ArrayList<>();
        private final LinkedBlockingQueue<Optional<byte[]>> incoming = new LinkedBlockingQueue<>();
        private boolean closed;
        private boolean echo;

        Script(String protocol) {
            this.protocol = protocol;
        }

        Script says(int channel, String text) {
            return says(channel, text.getBytes(StandardCharsets.UTF_8));
        }

        Script says(int channel, byte[] content) {
            byte[] message = new byte[content.length + 1];
            message[0] = (byte) channel;
            System.arraycopy(content, 0, message, 1, content.length);
            incoming.add(Optional.of(message));
            return this;
        }

        Script ends() {
            incoming.add(Optional.empty());
            return this;
        }

        @Override
        public String subprotocol() {
            return protocol;
        }

        @Override
        public void send(byte[] message) {
            sent.add((message[0] & 0xFF) + ":"
                    + new String(message, 1, message.length - 1, StandardCharsets.ISO_8859_1));
            if (echo) {
                says(0, Arrays.copyOfRange(message, 1, message.length));
            }
        }

        @Override
        public Optional<byte[]> receive() throws InterruptedException {
            return incoming.take();
        }

        @Override
        public void close() {
            closed = true;
            incoming.add(Optional.empty());
        }
    }

    private static final String SUCCESS =
            "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Success\"}";

    private final List<String> offered = new ArrayList<>();

    private FakeTransport transport(WebSocketChannel channel) {
        return new FakeTransport(request -> {
                    throw new AssertionError("no request expected");
                })
                .opening(protocols -> {
                    offered.addAll(protocols);
                    return channel;
                });
    }

    private static PodClient pods(FakeTransport transport) {
        return ClientSet.on(transport, Platform.real()).pods().in("default");
    }

    @Test
    void aCommandsStreamsAreTakenApartAndItsExitCodeIsTold() {
        // RCMD-1 to RCMD-3
        Script script = new Script("v5.channel.k8s.io")
                .says(1, "")
                .says(1, "out")
                .says(2, "err")
                .says(9, "from the future")
                .says(1, "put")
                .says(
                        3,
                        "{\"kind\":\"Status\",\"status\":\"Failure\",\"reason\":\"NonZeroExitCode\",\"details\":{\"causes\":"
                                + "[{\"reason\":\"ExitCode\",\"message\":\"42\"}]}}");
        FakeTransport transport = transport(script);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        try (ExecSession session = pods(transport)
                .exec("web", ExecOptions.of("sh", "-c", "exit 42").withContainer("main"))) {
            assertThat(session.waitFor(out, err)).isEqualTo(42);
            assertThat(session.next()).isEmpty();
        }
        assertThat(out).hasToString("output");
        assertThat(err).hasToString("err");
        assertThat(offered).containsExactly("v5.channel.k8s.io", "v4.channel.k8s.io");
        assertThat(transport.request(0).method()).isEqualTo("GET");
        assertThat(transport.request(0).target())
                .isEqualTo("/api/v1/namespaces/default/pods/web/exec?command=sh&command=-c&command=exit%2042"
                        + "&container=main&stdout=true&stderr=true");
        assertThat(script.closed).isTrue();
    }

    @Test
    void inputEndsOnItsOwnAndTheTerminalCanChange() throws IOException {
        // RCMD-1: 255 half-closes a channel; RCMD-2: resize.
        Script script = new Script("v5.channel.k8s.io").says(3, SUCCESS);
        try (ExecSession session = pods(transport(script))
                .exec("web", ExecOptions.of("cat").withStdin(true).withTty(true))) {
            session.resize(80, 24);
            session.send("abc".getBytes(StandardCharsets.UTF_8));
            try (var stdin = session.stdin()) {
                stdin.write('d');
            }
            assertThat(session.next()).contains(new ExecOutput.Exited(0));
        }
        assertThat(script.sent).containsExactly("4:{\"Width\":80,\"Height\":24}", "0:abc", "0:d", "255:\0");
    }

    @Test
    void longInputIsSentInParts() {
        // RCMD-4: 32 KiB.
        Script script = new Script("v5.channel.k8s.io");
        try (ExecSession session =
                pods(transport(script)).attach("web", ExecOptions.attach().withStdin(true))) {
            session.send(new byte[70_000]);
        }
        assertThat(script.sent).extracting(String::length).containsExactly(32_770, 32_770, 70_000 - 65_536 + 2);
    }

    @Test
    void anOldServerCannotBeToldThatInputHasEnded() {
        Script script = new Script("v4.channel.k8s.io");
        try (ExecSession session =
                pods(transport(script)).exec("web", ExecOptions.of("cat").withStdin(true))) {
            assertThatThrownBy(session::closeStdin)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("v4.channel.k8s.io");
        }
    }

    @Test
    void aSessionWithoutAnEndIsAFailureUnlessWeClosedIt() {
        Script script = new Script("v5.channel.k8s.io").says(1, "x").ends();
        try (ExecSession session = pods(transport(script)).exec("web", ExecOptions.of("true"))) {
            assertThat(session.next()).isPresent();
            assertThatThrownBy(session::next)
                    .isInstanceOf(ApiException.class)
                    .hasMessageContaining("without saying how the command did");
        }
        ExecSession closed = pods(transport(new Script("v5.channel.k8s.io"))).exec("web", ExecOptions.of("true"));
        closed.close();
        assertThat(closed.next()).isEmpty();
    }

    @Test
    void aCommandThatCannotBeRunIsAFailure() {
        Script script = new Script("v5.channel.k8s.io")
                .says(3, FakeTransport.failure(500, "InternalError", "container not found"));
        try (ExecSession session = pods(transport(script)).exec("web", ExecOptions.of("true"))) {
            assertThatThrownBy(session::next)
                    .isInstanceOf(ApiException.ServerError.class)
                    .hasMessageContaining("container not found");
        }
    }

    @Test
    void aRefusedUpgradeIsWhatTheServerSaid() {
        FakeTransport transport = new FakeTransport(request -> {
                    throw new AssertionError();
                })
                .opening(protocols -> {
                    throw new TransportException.UpgradeRefused(
                            new TransportException.Problem(URI.create("https://k8s.test"), "no upgrade", "", null),
                            403,
                            Headers.NONE.with("Content-Type", "application/json"),
                            FakeTransport.failure(403, "Forbidden", "cannot exec")
                                    .getBytes(StandardCharsets.UTF_8));
                });
        assertThatThrownBy(() -> pods(transport).exec("web", ExecOptions.of("true")))
                .isInstanceOf(ApiException.Forbidden.class)
                .hasMessageContaining("pods/exec")
                .hasMessageContaining("cannot exec");
    }

    private static byte[] port(int port) {
        return new byte[] {(byte) port, (byte) (port >> 8)};
    }

    @Test
    void aConnectionToAPodBeginsWithItsPortOnBothChannels() throws IOException {
        Script script = new Script("v4.channel.k8s.io")
                .says(0, port(8080))
                .says(1, port(8080))
                .says(0, "hel")
                .says(0, "lo")
                .ends();
        FakeTransport transport = transport(script);
        try (PodConnection connection = pods(transport).connect("web", 8080)) {
            connection.output().write("hi".getBytes(StandardCharsets.UTF_8));
            assertThat(connection.input().readAllBytes()).asString().isEqualTo("hello");
        }
        assertThat(script.sent).containsExactly("0:hi");
        assertThat(transport.request(0).target())
                .isEqualTo("/api/v1/namespaces/default/pods/web/portforward?ports=8080");
        assertThat(offered).containsExactly("v4.channel.k8s.io");
    }

    @Test
    void whatThePodRefusesIsAnIoException() {
        Script script = new Script("v4.channel.k8s.io")
                .says(0, port(8080))
                .says(1, port(8080))
                .says(1, "connection refused in pod");
        try (PodConnection connection = pods(transport(script)).connect("web", 8080)) {
            assertThatThrownBy(() -> connection.input().read())
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("connection refused in pod");
        }
        assertThatThrownBy(() -> pods(transport(script)).connect("web", 0)).hasMessageContaining("65535");
    }

    @Test
    void aLocalPortLeadsToThePod() throws IOException {
        Script script = new Script("v4.channel.k8s.io").says(0, port(80)).says(1, port(80));
        script.echo = true;
        try (PortForward forward = pods(transport(script)).forward("web", 0, 80)) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), forward.localPort())) {
                socket.getOutputStream().write("ping".getBytes(StandardCharsets.UTF_8));
                InputStream in = socket.getInputStream();
                assertThat(in.readNBytes(4)).asString().isEqualTo("ping");
            }
        }
        assertThat(script.closed).isTrue();
    }

    private PortForward forward(Script script, ServerSocket listener, Duration quiet) throws IOException {
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        PodClient pods = pods(transport(script));
        return PortForward.start(Platform.real(), listener, () -> pods.connect("web", 80), "web", quiet);
    }

    private static Script echo() {
        Script script = new Script("v4.channel.k8s.io").says(0, port(80)).says(1, port(80));
        script.echo = true;
        return script;
    }

    private static void ping(Socket socket) throws IOException {
        socket.getOutputStream().write("ping".getBytes(StandardCharsets.UTF_8));
        assertThat(socket.getInputStream().readNBytes(4)).asString().isEqualTo("ping");
    }

    @Test
    void aPodThatSaysNothingToALocalSideThatIsDoneIsLeft() throws IOException {
        Script script = echo();
        try (PortForward forward = forward(script, new ServerSocket(), Duration.ofMillis(20));
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), forward.localPort())) {
            ping(socket);
            assertThat(forward.open()).as("both ends").isEqualTo(2);
            socket.shutdownOutput();
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
            Bounded.until(() -> forward.open() == 0, "nothing is kept of what is over");
            assertThat(script.closed).isTrue();
        }
    }

    @Test
    void aConnectionThatCannotBeTakenIsNotTheLast() throws IOException {
        AtomicBoolean failed = new AtomicBoolean();
        ServerSocket once = new ServerSocket() {
            @Override
            public Socket accept() throws IOException {
                if (failed.compareAndSet(false, true)) {
                    throw new IOException("too many open files");
                }
                return super.accept();
            }
        };
        try (PortForward forward = forward(echo(), once, Duration.ofMinutes(1));
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), forward.localPort())) {
            ping(socket);
            assertThat(failed).isTrue();
        }
    }

    @Test
    void aConnectionThatIsBeingOpenedWhenForwardingEndsIsNoFailure() throws Exception {
        List<Throwable> failures = new CopyOnWriteArrayList<>();
        TaskMonitor monitor = new TaskMonitor() {
            @Override
            public void failed(String task, Throwable failure) {
                failures.add(failure);
            }

            @Override
            public void stuck(String task, List<StackTraceElement> where) {
                failures.add(new AssertionError(task + " is stuck"));
            }
        };
        CountDownLatch asked = new CountDownLatch(1);
        Supplier<PodConnection> hanging = () -> {
            asked.countDown();
            try {
                new CountDownLatch(1).await();
                throw new AssertionError("nobody opens the latch");
            } catch (InterruptedException e) {
                throw CancelledException.of(new Operation("get", "pods/portforward", "default/web"), e);
            }
        };
        ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Platform platform = Platform.real(monitor);
        try (PortForward forward = PortForward.start(platform, listener, hanging, "web", Duration.ofMinutes(1));
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), forward.localPort())) {
            Bounded.await(asked);
            assertThat(socket.isConnected()).isTrue();
        }
        assertThat(failures).isEmpty();
    }
}
