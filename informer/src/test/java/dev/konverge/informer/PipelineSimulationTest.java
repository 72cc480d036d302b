package dev.konverge.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.VirtualPlatform;
import dev.konverge.client.WatchEvent;
import dev.konverge.model.Key;
import dev.konverge.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/**
 * The whole way from a server to handlers under virtual time, with everything that can go wrong on it drawn at random, user code
 * included: at quiet the copy is what the server has, transformed, every index is what it would be from scratch, every handler was
 * told a history that leads there, also those that fail, and no thread is left.
 */
class PipelineSimulationTest {
    private static final int RUNS = Integer.getInteger("konverge.informer.runs", 10_000);
    private static final int STEPS = 25;
    private static final List<Throwable> TROUBLE = List.of(
            Refusals.gone(),
            Refusals.throttled(),
            Refusals.internal(),
            Refusals.unavailable(),
            Refusals.refused(),
            Refusals.unreadable(),
            Refusals.forbidden(),
            new IllegalStateException("a defect"),
            new AssertionError("an error"));

    @Test
    void atQuietTheCopyIsWhatTheServerHas() {
        int[] judgements = {0};
        for (int seed = 0; seed < RUNS; seed++) {
            VirtualPlatform.simulate(seed, platform -> {
                Run run = new Run(platform);
                run.run();
                judgements[0] += run.judgements;
            });
        }
        assertThat(judgements[0]).as("judged with no time to heal").isGreaterThan(RUNS / 2);
    }

    /** What a handler makes of what it is told: it must always fit what it was told before. */
    private static final class Historian implements EventHandler<ConfigMap> {
        final Map<Key, ConfigMap> seen = new HashMap<>();
        private final boolean knowsAll;
        boolean synced;

        /** @param knowsAll whether nothing is deleted that was not added: else there are objects that the copy never has (PD-2) */
        Historian(boolean knowsAll) {
            this.knowsAll = knowsAll;
        }

        @Override
        public void onAdd(ConfigMap object, boolean initial) {
            assertThat(seen.put(object.key(), object)).as("added again").isNull();
            assertThat(initial && synced).as("initial after synced").isFalse();
        }

        @Override
        public void onUpdate(ConfigMap before, ConfigMap after) {
            assertThat(seen.put(after.key(), after))
                    .as("changed from something else")
                    .isEqualTo(before);
        }

        @Override
        public void onDelete(DeletedObject<ConfigMap> deleted) {
            boolean known = seen.remove(deleted.key()) != null;
            assertThat(known || !knowsAll).as("deleted, never added").isTrue();
        }

        @Override
        public void onSynced() {
            assertThat(synced).as("synced again").isFalse();
            synced = true;
        }
    }

    private record Joined(Historian historian, Registration registration) {}

    private static final class Run {
        private final VirtualPlatform platform;
        private final RandomGenerator random;
        private final FakeServer server;
        private final List<Joined> joined = new ArrayList<>();
        private final List<Throwable> failures = new ArrayList<>();
        private int judgements;
        private final UserCode code;
        private final SharedInformer<ConfigMap> informer;

        Run(VirtualPlatform platform) {
            this.platform = platform;
            this.random = platform.random();
            this.server = new FakeServer(platform);
            if (random.nextInt(3) == 0) {
                server.listing();
            }
            if (random.nextInt(3) == 0) {
                server.paging();
            }
            var order = random.nextInt(4) == 0
                    ? SharedInformerBuilder.Order.BY_OBJECT
                    : SharedInformerBuilder.Order.OF_ARRIVAL;
            this.code = new UserCode(random, order);
            var builder = SharedInformer.builder(platform, server)
                    .order(order)
                    .transform(code::transform)
                    .watchErrorHandler(failure -> {
                        if (random.nextInt(4) == 0) {
                            throw new IllegalStateException("the failure handler fails too");
                        }
                    })
                    .policy(ReflectorPolicy.STANDARD
                            .withStreaming(random.nextBoolean())
                            .withPageSize(random.nextInt(3))
                            .withInternalErrorRetry(Duration.ofSeconds(random.nextInt(2) * 30L))
                            .withSelfCheckPeriod(Duration.ofMinutes(random.nextInt(3))));
            if (random.nextBoolean()) {
                builder.resyncPeriod(Duration.ofSeconds(20 + random.nextInt(200)));
            }
            this.informer = builder.build();
        }

        void run() throws InterruptedException {
            for (int i = random.nextInt(4); i > 0; i--) {
                change();
            }
            join();
            code.addIndex(informer);
            SharedInformer.Running running = informer.start();
            try {
                for (int i = 0; i < STEPS; i++) {
                    step();
                }
                server.holdsMarks(false);
                judgeWithoutTimeToHeal();
                code.calmDown();
                assertThat(platform.runUntil(this::isQuiet, Duration.ofHours(2)))
                        .as("quiet")
                        .isTrue();
                Map<Key, ConfigMap> kept = code.kept(server.state());
                code.judgeIndexes(informer.indexer(), kept);
                joined.forEach(each -> {
                    assertThat(each.historian.seen).isEqualTo(kept);
                    assertThat(each.historian.synced).isTrue();
                    assertThat(each.registration.hasSynced()).isTrue();
                    assertThat(each.registration.backlog()).isZero();
                });
                assertThat(server.openWatches()).isLessThanOrEqualTo(1);
            } finally {
                running.close();
            }
            assertThat(platform.liveTasks()).isEmpty();
            assertThat(server.openWatches()).isZero();
            assertThat(failures).isEmpty();
        }

        /**
         * With a watch open and nothing under way the copy is right at this very moment: a self-check, a resync or the next list would make
         * good what was lost, and nobody would know.
         */
        private void judgeWithoutTimeToHeal() throws InterruptedException {
            if (code.indexesFail) {
                return;
            }
            assertThat(platform.runUntil(() -> informer.hasSynced() && server.openWatches() == 1, Duration.ofHours(2)))
                    .as("a watch is open")
                    .isTrue();
            judgeIfFollowing();
        }

        private void judgeIfFollowing() throws InterruptedException {
            platform.awaitQuiet();
            if (informer.hasSynced() && server.isFollowed() && !code.indexesFail) {
                Map<Key, ConfigMap> kept = code.kept(server.state());
                assertThat(copy()).as("with no time passing").isEqualTo(kept);
                code.judgeIndexes(informer.indexer(), kept);
                judgements++;
            }
        }

        private Map<Key, ConfigMap> copy() {
            Map<Key, ConfigMap> copy = new HashMap<>();
            informer.indexer().list().forEach(object -> copy.put(object.key(), object));
            return copy;
        }

        private boolean isQuiet() {
            return informer.hasSynced()
                    && server.openWatches() == 1
                    && copy().equals(code.kept(server.state()))
                    && joined.stream()
                            .allMatch(each -> each.registration.hasSynced() && each.registration.backlog() == 0);
        }

        private void step() throws InterruptedException {
            switch (random.nextInt(23)) {
                case 0 -> server.endWatches();
                case 1 -> server.breakWatches(trouble());
                case 2 -> server.failLists(trouble());
                case 3 -> server.failWatches(trouble());
                case 4 -> server.forget();
                case 5 -> server.bookmark();
                case 6 -> join();
                case 7 -> leave();
                case 8 -> platform.advance(Duration.ofSeconds(random.nextInt(100)));
                case 9 -> platform.advance(Duration.ofMinutes(random.nextInt(20)));
                case 10 -> informer.relist();
                case 11 ->
                    server.send(new WatchEvent.Modified<>(ConfigMap.builder().build()));
                case 12, 13 -> judgeIfFollowing();
                case 14 -> server.holdsMarks(random.nextBoolean());
                case 15 -> code.addIndex(informer);
                default -> change();
            }
        }

        private Throwable trouble() {
            return TROUBLE.get(random.nextInt(TROUBLE.size()));
        }

        private void change() {
            String name = "o" + random.nextInt(6);
            String namespace = random.nextBoolean() ? "ns" : "other";
            if (random.nextInt(3) == 0) {
                server.delete(namespace, name);
            } else {
                server.put(namespace, name, "v" + random.nextInt(100));
            }
        }

        private void join() {
            Historian historian = new Historian(!code.refuses && !code.indexesFail);
            HandlerOptions options = random.nextBoolean()
                    ? HandlerOptions.NONE
                    : HandlerOptions.NONE.withResyncPeriod(Duration.ofSeconds(random.nextInt(8) * 50L));
            EventHandler<ConfigMap> handler = code.mayFail(EventHandler.of(notification -> {
                try {
                    historian.on(notification);
                } catch (AssertionError e) {
                    failures.add(e);
                }
            }));
            joined.add(new Joined(historian, informer.addHandler(handler, options)));
        }

        private void leave() throws InterruptedException {
            if (joined.size() > 1) {
                Registration leaving = joined.remove(random.nextInt(joined.size())).registration;
                if (random.nextBoolean()) {
                    informer.removeHandler(leaving);
                } else {
                    informer.shutDownHandler(leaving);
                }
            }
        }
    }
}
