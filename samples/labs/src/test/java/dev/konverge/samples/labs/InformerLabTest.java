package dev.konverge.samples.labs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.apiserver.ApiServer;
import dev.konverge.apiserver.Listening;
import dev.konverge.apiserver.Profile;
import dev.konverge.apiserver.SocketOptions;
import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import dev.konverge.client.ClientSet;
import dev.konverge.client.config.KubeConfig;
import dev.konverge.client.transport.Transports;
import dev.konverge.model.core.v1.Container;
import dev.konverge.model.core.v1.Pod;
import dev.konverge.model.core.v1.PodSpec;
import dev.konverge.model.core.v1.PodStatus;
import dev.konverge.model.core.v1.Service;
import dev.konverge.model.core.v1.ServicePort;
import dev.konverge.model.core.v1.ServiceSpec;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The labs that follow what happens, against the embedded server. */
@Timeout(120)
class InformerLabTest {
    private final Platform platform = Platform.real();

    /** Hands out what is printed, line by line. */
    private static final class Lines extends Writer {
        private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        private final StringBuilder begun = new StringBuilder();

        @Override
        public void write(char[] text, int from, int length) {
            begun.append(text, from, length);
            int end;
            while ((end = begun.indexOf("\n")) >= 0) {
                lines.add(begun.substring(0, end).strip());
                begun.delete(0, end + 1);
            }
        }

        String next() throws InterruptedException {
            String line = lines.poll(60, TimeUnit.SECONDS);
            assertThat(line).as("a line").isNotNull();
            return line == null ? "" : line;
        }

        /** Waits for a line, whatever comes before it. */
        void await(String expected) throws InterruptedException {
            for (String line = next(); !line.equals(expected); line = next()) {
                assertThat(line).isNotEmpty();
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    private interface Scene {
        void play(ClientSet clients, Lines lines) throws InterruptedException;
    }

    private void run(String name, Scene scene) throws InterruptedException {
        ApiServer server = ApiServer.create(platform, Profile.BARE);
        try (Listening listening = server.listen(SocketOptions.USUAL.withoutSecurity());
                Transports transports = new Transports(platform)) {
            ClientSet clients = ClientSet.connect(
                    transports,
                    platform,
                    KubeConfig.parse(listening.kubeconfig(), Path.of("config")).resolve());
            clients.resource(Pod.TYPE).create(pod("first"));
            Lab lab = Lab.all().stream()
                    .filter(each -> each.name().equals(name))
                    .findFirst()
                    .orElseThrow();
            Lines lines = new Lines();
            Task task = platform.start("lab", () -> lab.run(clients, "default", List.of(), new PrintWriter(lines)));
            scene.play(clients, lines);
            task.interrupt();
            assertThat(task.join(Duration.ofSeconds(60)))
                    .as("an interrupt ends it")
                    .isTrue();
        }
    }

    private static Pod pod(String name) {
        return Pod.builder()
                .metadata(m -> m.namespace("default").name(name))
                .spec(PodSpec.builder()
                        .containers(
                                List.of(Container.builder().name("c").image("i").build()))
                        .build())
                .build();
    }

    private static Service service(String name) {
        return Service.builder()
                .metadata(m -> m.namespace("default").name(name))
                .spec(ServiceSpec.builder()
                        .ports(List.of(ServicePort.builder().port(80).build()))
                        .build())
                .build();
    }

    private static void runs(ClientSet clients, String name) {
        Pod pod = clients.pods().in("default").get(name);
        clients.pods()
                .updateStatus(pod.toBuilder()
                        .status(PodStatus.builder().phase("Running").build())
                        .build());
    }

    @Test
    void severalInformersPrintWhatHappens() throws InterruptedException {
        run("informer", (clients, lines) -> {
            lines.await("synced: 1 pods, 1 services");
            clients.pods().create(pod("web"));
            lines.await("pod default/web added: Pending");
            runs(clients, "web");
            lines.await("pod default/web updated: Pending -> Running");
            clients.resource(Service.TYPE).create(service("shop"));
            lines.await("service default/shop added: ClusterIP");
            clients.resource(Service.TYPE).in("default").delete("shop");
            lines.await("service default/shop deleted");
        });
    }

    @Test
    void aQueueOfKeysLeadsToTheStateOfEachPod() throws InterruptedException {
        run("informer-workqueue", (clients, lines) -> {
            lines.await("pod default/first is Pending on <none>");
            runs(clients, "first");
            lines.await("pod default/first is Running on <none>");
            clients.pods()
                    .in("default")
                    .delete(
                            dev.konverge.model.Key.of("default", "first"),
                            dev.konverge.model.DeleteOptions.builder()
                                    .gracePeriodSeconds(0L)
                                    .build());
            lines.await("pod default/first does not exist any more");
        });
    }

    @Test
    void theTimeIsGivenInSeconds() {
        assertThat(FollowTime.of(List.of("5")).duration()).isEqualTo(Duration.ofSeconds(5));
        assertThat(FollowTime.of(List.of()).duration()).isGreaterThan(Duration.ofDays(300));
        for (List<String> wrong : List.of(List.of("x"), List.of("-1"), List.of("1", "2"))) {
            assertThatThrownBy(() -> FollowTime.of(wrong)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
