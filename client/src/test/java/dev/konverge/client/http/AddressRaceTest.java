package dev.konverge.client.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.Platform;
import dev.konverge.client.testing.Bounded;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class AddressRaceTest {
    private final Platform platform = Platform.real();

    private static InetAddress address(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static InetAddress[] addresses(String... texts) {
        InetAddress[] addresses = new InetAddress[texts.length];
        for (int i = 0; i < texts.length; i++) {
            addresses[i] = address(texts[i]);
        }
        return addresses;
    }

    private Socket connect(int port, String... texts) throws Exception {
        return AddressRace.connect(addresses(texts), port, Duration.ofSeconds(20), platform, socket -> {});
    }

    @Test
    void bothFamiliesAreTriedInTurnBeginningWithTheFirst() {
        assertThat(AddressRace.alternating(addresses("fd00::1", "fd00::2", "fd00::3", "10.0.0.1", "10.0.0.2")))
                .containsExactly(addresses("fd00::1", "10.0.0.1", "fd00::2", "10.0.0.2", "fd00::3"));
        assertThat(AddressRace.alternating(addresses("10.0.0.1", "fd00::1", "fd00::2")))
                .containsExactly(addresses("10.0.0.1", "fd00::1", "fd00::2"));
    }

    @Test
    void theSecondWinsIfTheFirstRefuses() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 50, address("127.0.0.2"));
                Socket socket = connect(server.getLocalPort(), "127.0.0.1", "127.0.0.2")) {
            assertThat(socket.getInetAddress()).isEqualTo(address("127.0.0.2"));
        }
    }

    @Test
    void onlyOneConnectionIsLeftOpen() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 50, address("0.0.0.0"));
                Socket socket = connect(server.getLocalPort(), "127.0.0.1", "127.0.0.2", "127.0.0.3")) {
            // Whichever it is: on a slow machine several run.
            while (true) {
                try (Socket accepted = server.accept()) {
                    if (accepted.getPort() == socket.getLocalPort()) {
                        return;
                    }
                    assertThat(isClosedByClient(accepted)).isTrue();
                }
            }
        }
    }

    private static boolean isClosedByClient(Socket accepted) throws IOException {
        try {
            return accepted.getInputStream().read() < 0;
        } catch (IOException reset) {
            return true;
        }
    }

    @Test
    void theFirstFailureIsToldIfAllRefuse() throws Exception {
        int port;
        try (ServerSocket server = new ServerSocket(0, 50, address("127.0.0.1"))) {
            port = server.getLocalPort();
        }
        assertThatThrownBy(() -> connect(port, "127.0.0.1", "127.0.0.2")).isInstanceOf(ConnectException.class);
        assertThatThrownBy(() -> connect(port, "127.0.0.1")).isInstanceOf(ConnectException.class);
    }

    @Test
    void anInterruptEndsTheRace() throws Exception {
        List<SocketChannel> inFront = new ArrayList<>();
        try (ServerSocket server = new ServerSocket(0, 1, address("127.0.0.1"))) {
            // Nobody is let in, so that those who come when there is no more room wait.
            for (int i = 0; i < 8; i++) {
                SocketChannel channel = SocketChannel.open();
                inFront.add(channel);
                channel.configureBlocking(false);
                channel.connect(server.getLocalSocketAddress());
            }
            CompletableFuture<Throwable> failure = new CompletableFuture<>();
            Thread caller = Thread.ofPlatform().start(() -> {
                try (Socket socket = connect(server.getLocalPort(), "127.0.0.1", "127.0.0.1", "127.0.0.1")) {
                    failure.complete(new AssertionError("connected to " + socket));
                } catch (Throwable e) {
                    failure.complete(e);
                }
            });
            Bounded.untilIn(caller, "AddressRace", "await");
            caller.interrupt();
            assertThat(Bounded.get(failure)).isInstanceOf(InterruptedException.class);
        } finally {
            for (SocketChannel channel : inFront) {
                channel.close();
            }
        }
    }

    @Test
    void aSingleAddressIsGivenUpByClosingItsSocket() {
        List<Socket> begun = new ArrayList<>();
        assertThatThrownBy(() ->
                        AddressRace.connect(addresses("127.0.0.1"), 1, Duration.ofSeconds(20), platform, socket -> {
                            begun.add(socket);
                            closeQuietly(socket);
                        }))
                .isInstanceOf(SocketException.class);
        assertThat(begun).hasSize(1);
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
