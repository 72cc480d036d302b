package dev.konverge.benchmarks.controller;

import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import dev.konverge.benchmarks.AtEnd;
import dev.konverge.benchmarks.Orders;
import dev.konverge.client.ClientSet;
import dev.konverge.client.ResourceClient;
import dev.konverge.samples.foo.SampleController;
import dev.konverge.samples.foo.v1alpha1.Foo;
import dev.konverge.testkit.RealCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * As {@link FooServer}, with the real API server: a new one, with an empty etcd, for each trial. Foos are created over the wire by this process, while the
 * controller is at work.
 *
 * <p>Used by one thread, the one that obeys; any may close it.
 */
public final class RealFooServer implements FooHost, AutoCloseable {
    /** So many at once keep a server of two cores busy without making it the only thing that is. */
    private static final int CREATORS = 4;

    private final Platform platform;
    private final Path folder;
    private final Path kubeconfig;

    /** Held by who begins or ends a trial. */
    private final ReentrantLock changing = new ReentrantLock();

    private @Nullable Stage stage;
    private boolean closed;

    /** One trial. */
    private record Stage(RealCluster cluster, ClientSet load, FooTally tally, Task counting) implements AutoCloseable {
        @Override
        public void close() {
            counting.close();
            cluster.close();
        }
    }

    /**
     * Starts none: a trial does.
     *
     * @param folder an empty one, for its log
     * @param kubeconfig the file that clients find it with
     */
    RealFooServer(Platform platform, Path folder, Path kubeconfig) throws IOException {
        this.platform = platform;
        this.folder = folder;
        this.kubeconfig = kubeconfig;
        Files.writeString(policy(), AuditLog.POLICY);
    }

    /** Takes the file to write a kubeconfig to; prints the port of its {@linkplain FooControl control}; ends with its standard input. */
    public static void main(String[] args) throws IOException {
        Path folder = Files.createTempDirectory("konverge-bench-audit");
        try (var server = new RealFooServer(Platform.real(), folder, Path.of(args[0]));
                Orders control = Orders.serve(new FooControl(server))) {
            AtEnd.close(server::abandon);
            System.out.println(control.port());
            while (System.in.read() >= 0) {
                // Whoever started this process holds the other end.
            }
        }
    }

    private Path policy() {
        return folder.resolve("policy.yaml");
    }

    private Path audit() {
        return folder.resolve("audit.log");
    }

    private Stage begin() {
        try {
            Files.deleteIfExists(audit());
            RealCluster cluster = RealCluster.builder()
                    .apiServerArguments(
                            "--audit-policy-file=" + policy(),
                            "--audit-log-path=" + audit(),
                            // Megabytes: it is read while it is written, so there must not be a second one.
                            "--audit-log-maxsize=100000")
                    .start();
            try {
                return begin(cluster);
            } catch (IOException | RuntimeException | Error failure) {
                cluster.close();
                throw failure;
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("the files of a real server cannot be written", failure);
        }
    }

    private Stage begin(RealCluster cluster) throws IOException {
        cluster.apply(SampleController.definition());
        Files.writeString(kubeconfig, cluster.kubeconfig());
        var tally = new FooTally(platform);
        var log = new AuditLog(tally);
        return new Stage(
                cluster,
                cluster.connect(cluster.configFor(AuditLog.LOAD, "system:masters")),
                tally,
                platform.start("audit", () -> log.follow(audit(), platform)));
    }

    @Override
    public Platform platform() {
        return platform;
    }

    @Override
    public FooTally tally() {
        return stage().tally();
    }

    private Stage stage() {
        Stage now = stage;
        if (now == null) {
            throw new IllegalStateException("no trial has begun");
        }
        return now;
    }

    @Override
    public void reset() {
        changing.lock();
        try {
            end();
            if (!closed) {
                stage = begin();
            }
        } finally {
            changing.unlock();
        }
    }

    private void end() {
        Stage last = stage;
        stage = null;
        if (last != null) {
            last.close();
        }
    }

    @Override
    public void create(int count) throws InterruptedException {
        ResourceClient<Foo> foos = stage().load().resource(Foo.TYPE).in("default");
        var next = new AtomicInteger();
        var created = new AtomicInteger();
        List<Task> creators = new ArrayList<>();
        for (int i = 0; i < CREATORS; i++) {
            creators.add(platform.start("load " + i, () -> {
                for (int foo = next.getAndIncrement(); foo < count; foo = next.getAndIncrement()) {
                    foos.create(foo("foo-" + foo));
                    created.incrementAndGet();
                }
            }));
        }
        for (Task creator : creators) {
            while (!creator.join(Task.STOP_BOUND)) {
                // However long it takes.
            }
        }
        if (created.get() < count) {
            throw new IllegalStateException("of " + count + " Foos " + created + " could be created");
        }
    }

    private static Foo foo(String name) {
        return Foo.builder()
                .metadata(m -> m.name(name))
                .spec(s -> s.deploymentName(name).replicas(1))
                .build();
    }

    /** Closes it in the middle of whatever it does, which without its processes comes to an end at once. */
    private void abandon() throws IOException {
        ProcessHandle.current().children().forEach(ProcessHandle::destroyForcibly);
        close();
    }

    @Override
    public void close() throws IOException {
        changing.lock();
        try {
            closed = true;
            end();
            Files.deleteIfExists(audit());
            Files.deleteIfExists(policy());
            Files.deleteIfExists(folder);
        } finally {
            changing.unlock();
        }
    }
}
