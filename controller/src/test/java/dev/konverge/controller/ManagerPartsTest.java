package dev.konverge.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.VirtualPlatform;
import dev.konverge.controller.testing.TinyServer;
import dev.konverge.controller.testing.TinyServer.Fault;
import dev.konverge.model.core.v1.ConfigMap;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** In which order the parts of a manager end, and that all of them do. */
class ManagerPartsTest {
    private final VirtualPlatform platform = new VirtualPlatform(1);
    private final List<String> ends = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        platform.close();
    }

    private ManagerBuilder manager() {
        TinyServer.Link link = new TinyServer(platform).link();
        link.fault(Fault.REFUSE);
        return Manager.builder(platform, link)
                .controller(ConfigMap.TYPE, c -> c.reconcile((map, scope) -> Outcome.done()))
                .closing(() -> ends.add("connections, beside " + platform.liveTasks()));
    }

    @Test
    void aStartThatFailsEndsWhatHasBegunBeforeItsConnections() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            ManagerBuilder builder =
                    manager().monitoring(new InetSocketAddress(taken.getInetAddress(), taken.getLocalPort()));

            assertThatThrownBy(() -> builder.build().start()).hasMessageContaining("" + taken.getLocalPort());
        }
        assertThat(ends).containsExactly("connections, beside []");
    }

    @Test
    void aRunThatIsClosedEndsItsConnectionsLast() {
        manager().build().start().close();

        assertThat(ends).containsExactly("connections, beside []");
    }

    @Test
    void whatCannotBeClosedIsToldAtTheEnd() {
        Manager.Running running = manager()
                .closing(() -> {
                    throw new IOException("on purpose");
                })
                .build()
                .start();

        assertThatThrownBy(running::close).hasStackTraceContaining("on purpose");
        assertThat(platform.liveTasks()).isEmpty();
    }

    @Test
    void whatTheBuilderIsToldLaterDoesNotChangeWhatItHasBuilt() {
        ManagerBuilder builder = manager();
        ManagerSettings built = builder.settings();
        builder.namespace("another")
                .controller(ConfigMap.TYPE, c -> c.name("another").reconcile((map, scope) -> Outcome.done()));

        assertThat(built.controllers()).hasSize(1);
        assertThat(built.namespaces()).isEmpty();
    }
}
