package dev.konverge.client.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.Task;
import dev.konverge.base.VirtualPlatform;
import dev.konverge.client.testing.WebSocketPeer;
import dev.konverge.client.testing.WebSocketPeer.Frame;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** When a WebSocket is given up (RCMD-4), on virtual time. */
class WebSocketLivenessTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final byte[] MESSAGE = new byte[100];

    /** Either end of a connection whose pipes hold little. */
    private static final class Connection implements AutoCloseable {
        private final VirtualPlatform platform;
        private final SimulatedPipe toServer;
        private final SimulatedPipe toClient;
        final WebSocketPeer peer;
        final NetworkWebSocket channel;

        Connection(VirtualPlatform platform) {
            this.platform = platform;
            toServer = new SimulatedPipe(platform, 1000);
            toClient = new SimulatedPipe(platform, 1000);
            peer = new WebSocketPeer(new Socket(), toClient.output(), toServer.input());
            WebSocketStream stream = new WebSocketStream(
                    "",
                    new DataInputStream(toClient.input()),
                    new DataOutputStream(toServer.output()),
                    this::cut,
                    platform.random());
            channel = new NetworkWebSocket(
                    stream, new NetworkFailures(URI.create("https://server"), null, "server"), platform, () -> {});
        }

        private void cut() {
            toServer.cut();
            toClient.cut();
        }

        /** {@return a server that answers pings, and binary messages with the same} */
        Task echo() {
            return platform.start("echo", () -> {
                try {
                    while (true) {
                        Frame frame = peer.receive();
                        switch (frame.opcode()) {
                            case WebSocketPeer.PING -> peer.frame(true, WebSocketPeer.PONG, frame.payload());
                            case WebSocketPeer.BINARY -> peer.binary(new byte[] {1});
                            default -> {}
                        }
                    }
                } catch (IOException gone) {
                    return;
                }
            });
        }

        Duration now() {
            return Duration.ofNanos(platform.clock().nanoTime());
        }

        @Override
        public void close() {
            channel.close();
        }
    }

    private static void givesUp(ThrowingCallable work, String why) {
        assertThatThrownBy(work)
                .isInstanceOfSatisfying(
                        BrokenBodyException.class,
                        e -> assertThat(e.failure())
                                .hasRootCauseInstanceOf(SocketTimeoutException.class)
                                .rootCause()
                                .hasMessageContaining(why));
    }

    @Test
    void aPingDoesNotHoldUpWhoReceivesWhileAnotherSends() {
        VirtualPlatform.simulate(6, platform -> {
            try (Connection connection = new Connection(platform)) {
                // More than the server takes before it has got rid of what it has to say.
                Task sender = platform.start("sender", () -> connection.channel.send(new byte[3000]));
                platform.awaitQuiet();
                connection.peer.frame(true, WebSocketPeer.PING, new byte[] {7});
                connection.peer.binary(new byte[] {1});
                assertThat(connection.channel.receive()).contains(new byte[] {1});
                assertThat(connection.peer.receive().payload()).hasSize(3000);
                Frame pong = connection.peer.receive();
                assertThat(pong.opcode()).isEqualTo(WebSocketPeer.PONG);
                assertThat(pong.payload()).containsExactly(7);
                assertThat(connection.now()).isZero();
                assertThat(sender.join(SECOND)).isTrue();
            }
        });
    }

    @Test
    void whoOnlySendsOrTakesItsTimeIsNotGivenUp() {
        VirtualPlatform.simulate(1, platform -> {
            try (Connection connection = new Connection(platform)) {
                Task echo = connection.echo();
                for (int i = 0; i < 120; i++) {
                    connection.channel.send(MESSAGE);
                    platform.sleep(SECOND);
                }
                for (int i = 0; i < 3; i++) {
                    assertThat(connection.channel.receive()).isPresent();
                    platform.sleep(SECOND.multipliedBy(100));
                }
                connection.channel.close();
                echo.close();
            }
        });
    }

    @Test
    void aReceiverWaitsAsLongAsPongsCome() {
        VirtualPlatform.simulate(2, platform -> {
            try (Connection connection = new Connection(platform)) {
                Task echo = connection.echo();
                Task sender = platform.start("sender", () -> {
                    platform.sleep(SECOND.multipliedBy(300));
                    connection.channel.send(MESSAGE);
                });
                assertThat(connection.channel.receive()).isPresent();
                sender.close();
                connection.channel.close();
                echo.close();
            }
        });
    }

    @Test
    void aReceiverWhomNothingReachesIsGivenUp() {
        VirtualPlatform.simulate(3, platform -> {
            try (Connection connection = new Connection(platform)) {
                givesUp(connection.channel::receive, "nothing came");
                assertThat(connection.now()).isBetween(SECOND.multipliedBy(61), SECOND.multipliedBy(66));
            }
        });
    }

    @Test
    void aSenderWhoseMessagesNobodyTakesIsGivenUp() {
        VirtualPlatform.simulate(4, platform -> {
            try (Connection connection = new Connection(platform)) {
                givesUp(
                        () -> {
                            while (true) {
                                connection.channel.send(MESSAGE);
                            }
                        },
                        "could not be written");
                assertThat(connection.now()).isBetween(SECOND.multipliedBy(60), SECOND.multipliedBy(65));
            }
        });
    }

    @Test
    void aPingThatNobodyTakesIsGivenUpToo() {
        VirtualPlatform.simulate(5, platform -> {
            try (Connection connection = new Connection(platform)) {
                // What is left does not hold a ping.
                connection.channel.send(new byte[987]);
                platform.sleep(SECOND.multipliedBy(75));
                givesUp(() -> connection.channel.send(MESSAGE), "could not be written");
            }
        });
    }
}
