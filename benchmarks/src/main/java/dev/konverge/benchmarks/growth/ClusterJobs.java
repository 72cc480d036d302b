package dev.konverge.benchmarks.growth;

import dev.konverge.apiserver.ServerRequest;
import dev.konverge.client.ResourceClient;
import dev.konverge.client.WatchOptions;
import dev.konverge.client.WatchStream;
import dev.konverge.informer.EventHandler;
import dev.konverge.informer.ListerWatcher;
import dev.konverge.informer.SharedInformer;
import dev.konverge.model.ResourceVersion;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.samples.foo.SampleController;
import dev.konverge.samples.foo.v1alpha1.Foo;
import dev.konverge.testkit.TestCluster;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The jobs that take a server, and mostly clients of it, all in this process. */
final class ClusterJobs {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final int CHANGES = 100;

    private ClusterJobs() {}

    static Job.Prepared create(int objects) {
        return onCluster(TestCluster.real(), cluster -> fill(cluster, objects));
    }

    static Job.Prepared list(int objects) throws InterruptedException {
        TestCluster cluster = TestCluster.real();
        fill(cluster, objects);
        ResourceClient<ConfigMap> maps =
                cluster.clients().resource(ConfigMap.TYPE).in("default");
        return lasting(
                cluster, there -> Jobs.expect(objects, maps.list().items().size()));
    }

    static Job.Prepared sync(int objects) throws InterruptedException {
        TestCluster cluster = TestCluster.real();
        fill(cluster, objects);
        return lasting(cluster, there -> {
            SharedInformer<ConfigMap> informer = informer(there);
            SharedInformer.Running running = informer.start();
            try {
                informer.awaitSynced(Duration.ofMinutes(5));
                Jobs.expect(objects, informer.indexer().size());
            } finally {
                running.close();
            }
        });
    }

    static Job.Prepared events(int objects) throws InterruptedException {
        TestCluster cluster = TestCluster.real();
        fill(cluster, objects);
        var heard = new CountDownLatch(objects);
        SharedInformer<ConfigMap> informer = informer(cluster);
        informer.addHandler(EventHandler.<ConfigMap>functions().onUpdate((before, after) -> heard.countDown()));
        SharedInformer.Running running = informer.start();
        informer.awaitSynced(Duration.ofMinutes(5));
        return new Job.Prepared() {
            @Override
            public @Nullable Object run() throws InterruptedException {
                for (int i = 0; i < objects; i++) {
                    change(cluster, i, 0);
                }
                await(heard);
                return null;
            }

            @Override
            public void close() {
                running.close();
                cluster.close();
            }
        };
    }

    static Job.Prepared latency(int objects) throws InterruptedException {
        TestCluster cluster = TestCluster.real();
        fill(cluster, objects);
        var heard = new Semaphore(0);
        SharedInformer<ConfigMap> informer = informer(cluster);
        informer.addHandler(EventHandler.<ConfigMap>functions().onUpdate((before, after) -> heard.release()));
        SharedInformer.Running running = informer.start();
        informer.awaitSynced(Duration.ofMinutes(5));
        // No change may repeat the one before it, which the server would not tell.
        var value = new AtomicInteger();
        return Job.Prepared.lasting(new Job.Prepared() {
            @Override
            public @Nullable Object run() throws InterruptedException {
                for (int i = 0; i < CHANGES; i++) {
                    change(cluster, i * 31 % objects, value.incrementAndGet());
                    Jobs.expect(1, heard.tryAcquire(5, TimeUnit.MINUTES) ? 1 : 0);
                }
                return null;
            }

            @Override
            public void close() {
                running.close();
                cluster.close();
            }
        });
    }

    static Job.Prepared requests(int callers) throws InterruptedException {
        TestCluster cluster = TestCluster.real();
        fill(cluster, 1);
        return lasting(cluster, there -> {
            ResourceClient<ConfigMap> maps =
                    there.clients().resource(ConfigMap.TYPE).in("default");
            var answered = new CountDownLatch(callers);
            for (int i = 0; i < callers; i++) {
                there.platform().start("caller", () -> {
                    maps.get("map-0");
                    answered.countDown();
                });
            }
            await(answered);
        });
    }

    static Job.Prepared watchers(int watchers) throws InterruptedException {
        TestCluster cluster = TestCluster.real();
        fill(cluster, 1);
        var streams = new ArrayList<WatchStream<ConfigMap>>();
        var heard = new CountDownLatch(watchers * CHANGES);
        ResourceClient<ConfigMap> maps =
                cluster.clients().resource(ConfigMap.TYPE).in("default");
        ResourceVersion version = maps.list().version();
        for (int i = 0; i < watchers; i++) {
            WatchStream<ConfigMap> stream = maps.watch(WatchOptions.from(version));
            streams.add(stream);
            cluster.platform().start("watcher", () -> {
                while (stream.next().isPresent()) {
                    heard.countDown();
                }
            });
        }
        return new Job.Prepared() {
            @Override
            public @Nullable Object run() throws InterruptedException {
                for (int i = 0; i < CHANGES; i++) {
                    change(cluster, 0, i);
                }
                await(heard);
                return null;
            }

            @Override
            public void close() {
                streams.forEach(WatchStream::close);
                cluster.close();
            }
        };
    }

    static Job.Prepared foos(int foos) {
        TestCluster cluster = TestCluster.real();
        cluster.apply(SampleController.definition());
        List<Foo> wanted = new ArrayList<>();
        for (int i = 0; i < foos; i++) {
            String name = "foo-" + i;
            wanted.add(Foo.builder()
                    .metadata(m -> m.namespace("default").name(name))
                    .spec(s -> s.deploymentName(name).replicas(1))
                    .build());
        }
        return onCluster(cluster, there -> {
            var converged = new CountDownLatch(foos);
            SharedInformer<Foo> informer = SharedInformer.builder(
                            there.platform(), ListerWatcher.of(there.clients().resource(Foo.TYPE)))
                    .build();
            informer.addHandler(EventHandler.<Foo>functions().onUpdate((before, after) -> {
                if (before.status() == null && after.status() != null) {
                    converged.countDown();
                }
            }));
            SharedInformer.Running running = informer.start();
            SampleController.Running controller = SampleController.startOnRuntime(there.platform(), there.transport());
            try {
                wanted.forEach(there::create);
                await(converged);
            } finally {
                controller.close();
                running.close();
            }
        });
    }

    // ---- the parts

    private interface OnCluster {
        void run(TestCluster cluster) throws InterruptedException;
    }

    private static Job.Prepared onCluster(TestCluster cluster, OnCluster job) {
        return new Job.Prepared() {
            @Override
            public @Nullable Object run() throws InterruptedException {
                job.run(cluster);
                return null;
            }

            @Override
            public void close() {
                cluster.close();
            }
        };
    }

    /** The server is afterwards as it was before. */
    private static Job.Prepared lasting(TestCluster cluster, OnCluster job) {
        return Job.Prepared.lasting(onCluster(cluster, job));
    }

    private static SharedInformer<ConfigMap> informer(TestCluster cluster) {
        return SharedInformer.builder(
                        cluster.platform(),
                        ListerWatcher.of(
                                cluster.clients().resource(ConfigMap.TYPE).in("default")))
                .build();
    }

    private static void fill(TestCluster cluster, int objects) throws InterruptedException {
        for (int i = 0; i < objects; i++) {
            send(
                    cluster,
                    201,
                    ServerRequest.of("POST", MAPS)
                            .withJson("{\"metadata\":{\"name\":\"map-" + i + "\"},\"data\":{\"value\":\"none\"}}"));
        }
    }

    private static void change(TestCluster cluster, int object, int value) throws InterruptedException {
        send(
                cluster,
                200,
                ServerRequest.of("PATCH", MAPS + "/map-" + object)
                        .withBody(
                                "application/merge-patch+json",
                                ("{\"data\":{\"value\":\"" + value + "\"}}").getBytes(StandardCharsets.UTF_8)));
    }

    private static void send(TestCluster cluster, int wanted, ServerRequest request) throws InterruptedException {
        Jobs.expect(wanted, cluster.server().handle(request).status());
    }

    private static void await(CountDownLatch latch) throws InterruptedException {
        if (!latch.await(5, TimeUnit.MINUTES)) {
            throw new IllegalStateException("still " + latch.getCount() + " to come after five minutes");
        }
    }
}
