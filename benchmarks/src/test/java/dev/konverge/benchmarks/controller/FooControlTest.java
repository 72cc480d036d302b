package dev.konverge.benchmarks.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Task;
import dev.konverge.base.VirtualPlatform;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FooControlTest {
    private static final String FOOS = "/apis/samplecontroller.k8s.io/v1alpha1/namespaces/default/foos";
    private static final String DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
    private static final String EVENTS = "/apis/events.k8s.io/v1/namespaces/default/events";

    /** A server that only counts; Foos take no time. */
    private record Counting(VirtualPlatform platform, FooTally tally) implements FooHost {
        @Override
        public void reset() {}

        @Override
        public void create(int count) {}

        void ask(String method, String path, int code) {
            tally.count(method, path, false, code, platform.clock().now());
        }
    }

    /** Writes a deployment and a status at once, and the event about them after so long. */
    private static void controlOneFoo(Counting server, Duration event) throws InterruptedException {
        server.platform().sleep(Duration.ofMillis(300));
        server.ask("POST", DEPLOYMENTS, 201);
        server.ask("PUT", FOOS + "/foo-0/status", 200);
        server.platform().sleep(event);
        server.ask("POST", EVENTS, 201);
    }

    private static String obey(FooControl control, String order) throws InterruptedException {
        return control.obey(order.split(" ", -1));
    }

    @Test
    void whatHasSettledHadItsLastRequestThenAndTheSilenceAfterItIsNotCounted() throws InterruptedException {
        try (var platform = new VirtualPlatform(1)) {
            var server = new Counting(platform, new FooTally(platform));
            var control = new FooControl(server);
            platform.advance(Duration.ofSeconds(5));
            server.ask("GET", FOOS, 200);
            obey(control, "converge 1");
            Task controller = platform.start("controller", () -> controlOneFoo(server, Duration.ofMillis(900)));
            assertThat(obey(control, "converged 1")).isEqualTo("300000");
            assertThat(obey(control, "settled")).isEqualTo("1200000 3 1 1 1");
            assertThat(platform.clock().now())
                    .isAfterOrEqualTo(VirtualPlatform.EPOCH.plus(Duration.ofMillis(5000 + 1200 + 1500)));
            controller.close();
        }
    }

    @Test
    void aPauseThatIsTooShortIsNoEnd() throws InterruptedException {
        try (var platform = new VirtualPlatform(1)) {
            var server = new Counting(platform, new FooTally(platform));
            var control = new FooControl(server);
            obey(control, "converge 1");
            Task controller = platform.start("controller", () -> controlOneFoo(server, Duration.ofMillis(1400)));
            assertThat(obey(control, "converged 1")).isEqualTo("300000");
            assertThat(obey(control, "settled")).isEqualTo("1700000 3 1 1 1");
            controller.close();
        }
    }

    @Test
    void whoAsksAgainAndAgainIsRestless() throws InterruptedException {
        try (var platform = new VirtualPlatform(1)) {
            var server = new Counting(platform, new FooTally(platform));
            var control = new FooControl(server);
            obey(control, "converge 1");
            Task controller = platform.start("controller", () -> {
                while (true) {
                    controlOneFoo(server, Duration.ofSeconds(1));
                }
            });
            assertThat(obey(control, "converged 1")).isEqualTo("300000");
            assertThat(obey(control, "settled")).isEqualTo(FooControl.RESTLESS);
            controller.close();
        }
    }

    @Test
    void theServerTellsHowLongItHasCompiled() throws InterruptedException {
        try (var platform = new VirtualPlatform(1)) {
            var control = new FooControl(new Counting(platform, new FooTally(platform)));
            assertThat(Long.parseLong(obey(control, "compiled"))).isPositive();
        }
    }

    @Test
    void whoHasNotConvergedIsAskedAgain() throws InterruptedException {
        try (var platform = new VirtualPlatform(1)) {
            var control = new FooControl(new Counting(platform, new FooTally(platform)));
            obey(control, "converge 1");
            assertThat(obey(control, "converged 1")).isEqualTo(FooControl.NOT_YET + " 0");
        }
    }
}
