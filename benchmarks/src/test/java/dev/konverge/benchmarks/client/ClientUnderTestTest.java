package dev.konverge.benchmarks.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every contender gets what the others get from the server that all are measured against. */
@Timeout(180)
class ClientUnderTestTest {
    private static final int PODS = 12;

    @Test
    void everyContenderReadsWritesListsAndWatches() throws Exception {
        try (ServerProcess server = ServerProcess.start(PODS)) {
            for (ClientUnderTest client : List.of(
                    new KonvergeClient(server.url(), server.authority()),
                    new Fabric8Client(server.url(), server.authority()),
                    new OfficialClient(server.url(), server.authority()))) {
                try (client) {
                    client.get();
                    client.update();
                    assertThat(client.list())
                            .as(client.getClass().getSimpleName())
                            .isEqualTo(PODS);
                    client.watch().close();
                }
            }
        }
    }
}
