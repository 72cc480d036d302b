package dev.konverge.benchmarks.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.apiserver.ApiServer;
import dev.konverge.apiserver.Listening;
import dev.konverge.apiserver.Profile;
import dev.konverge.apiserver.SocketOptions;
import dev.konverge.base.Platform;
import java.io.EOFException;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What is measured is real only if the load reads its answers to the end and notices those that are refusals. */
class WireTest {
    private final ApiServer server = ApiServer.create(Platform.real(), Profile.BARE);

    private Wire open(Listening listening) throws Exception {
        return Wire.open(listening.uri().getPort(), listening.token(), Wire.trusting());
    }

    @Test
    void oneConnectionTakesOneAnswerAfterTheOther() throws Exception {
        var objects = new SmallObjects(0);
        try (Listening listening = server.listen(SocketOptions.USUAL);
                Wire wire = open(listening)) {
            for (int i = 0; i < 100; i++) {
                wire.exchange("POST", SmallObjects.PATH, objects.next(), "201");
            }
            long bytes = wire.exchange("GET", SmallObjects.PATH, "", "200");
            assertThat(bytes).as("a list that does not fit into the buffer").isGreaterThan(1 << 15);
            assertThat(wire.exchange("GET", SmallObjects.PATH + "/m-100", "", "200"))
                    .isPositive();
        }
    }

    @Test
    void anAnswerOtherThanTheExpectedOneIsAFailure() throws Exception {
        try (Listening listening = server.listen(SocketOptions.USUAL);
                Wire wire = open(listening)) {
            assertThatThrownBy(() -> wire.exchange("GET", SmallObjects.PATH + "/nobody", "", "200"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("404");
        }
    }

    @Test
    void aWatchCountsEachEventOnce() throws Exception {
        Wire wire;
        try (Listening listening = server.listen(SocketOptions.USUAL)) {
            wire = open(listening);
            wire.watch(SmallObjects.PATH + "?watch=true&resourceVersion=0&labelSelector=seen");
            SmallObjects.fill(server, 300);
            var told = new AtomicInteger();
            wire.awaitEvents(200, told::incrementAndGet);
            wire.awaitEvents(100, told::incrementAndGet);
            assertThat(told).hasValue(300);
        }
        try (wire) {
            assertThatThrownBy(() -> wire.awaitEvents(1, () -> {}))
                    .as("the watch has ended with its server, and nothing was left over")
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void aWatchThatEndsIsAFailure() throws Exception {
        try (Listening listening = server.listen(SocketOptions.USUAL);
                Wire wire = open(listening)) {
            SmallObjects.fill(server, 3);
            wire.watch(SmallObjects.PATH + "?watch=true&resourceVersion=0&timeoutSeconds=1");
            assertThatThrownBy(() -> wire.awaitEvents(4, () -> {})).isInstanceOf(EOFException.class);
        }
    }
}
