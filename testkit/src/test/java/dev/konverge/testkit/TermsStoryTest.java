package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.Clock;
import dev.konverge.client.transport.HttpRequest;
import dev.konverge.client.transport.HttpResponse;
import dev.konverge.client.transport.Transport;
import dev.konverge.client.transport.TransportException;
import dev.konverge.controller.ControllerBuilder;
import dev.konverge.controller.Manager;
import dev.konverge.controller.Monitor;
import dev.konverge.controller.Outcome;
import dev.konverge.controller.leader.Election;
import dev.konverge.informer.Notification;
import dev.konverge.model.Json;
import dev.konverge.model.Key;
import dev.konverge.model.MergePatch;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.workqueue.QueueMetrics;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A replica that leads, loses the lease to another, and leads again: what the other had put off is not forgotten. */
@WithCluster
class TermsStoryTest {
    private static final Key LEASE = Key.of("default", "terms");

    /** Whether the first replica reaches its lease. */
    private final AtomicBoolean cut = new AtomicBoolean();

    /** The names and causes that the first replica was called with. */
    private final List<String> calls = new ArrayList<>();

    /** How many keys wait for a worker of the first replica. */
    private final WaitingCount waiting = new WaitingCount();

    private static final class WaitingCount implements Monitor, QueueMetrics {
        private Optional<QueueMetrics.Gauges> gauges = Optional.empty();

        int count() {
            return gauges.orElseThrow().depth();
        }

        @Override
        public Optional<QueueMetrics.Provider> queues() {
            return Optional.of((queue, figures) -> {
                gauges = Optional.of(figures);
                return this;
            });
        }

        @Override
        public void added(int count) {}

        @Override
        public void retried() {}

        @Override
        public void waited(Duration duration) {}

        @Override
        public void worked(Duration duration) {}
    }

    private HttpResponse sendUnlessCut(HttpRequest request, Transport onward) throws InterruptedException {
        if (cut.get() && request.target().contains("/leases")) {
            throw new TransportException.Refused(
                    new TransportException.Problem(URI.create("https://one"), "cut off", "", null));
        }
        return onward.send(request);
    }

    private Manager.Running first(TestCluster cluster, Consumer<ControllerBuilder<Deployment>> more) {
        return cluster.run(Manager.builder(
                        cluster.platform(), new InterceptedTransport(cluster.transport(), this::sendUnlessCut))
                .controller(Deployment.TYPE, c -> {
                    c.name("terms").reconcile((deployment, scope) -> {
                        calls.add(deployment.key().name() + " "
                                + scope.causes().all().toString().replaceAll("@\\d+", ""));
                        return Outcome.done();
                    });
                    more.accept(c);
                })
                .monitor(waiting)
                .leaderElection(LEASE, Election.as("one"))
                .build());
    }

    /** A replica that has to come back to every object, and does not live to. */
    private static Manager.Running second(TestCluster cluster) {
        return cluster.run(cluster.manager()
                .controller(
                        Deployment.TYPE,
                        c -> c.name("terms")
                                .reconcile((deployment, scope) -> Outcome.requeueAfter(Duration.ofHours(1))))
                .leaderElection(LEASE, Election.as("two"))
                .build());
    }

    /** Has the second lead for a while, and forgets what the first was called for before. */
    private void loseAndLeadAgain(TestCluster cluster, Manager.Running first) {
        cluster.eventually(() -> assertThat(first.isLeading()).isTrue());
        cluster.advance(Duration.ofSeconds(10));
        Manager.Running second = second(cluster);
        cut.set(true);
        cluster.eventually(() -> assertThat(second.isLeading()).isTrue());
        cluster.advance(Duration.ofMinutes(1));
        calls.clear();
        cut.set(false);
        second.close();
        cluster.eventually(() -> assertThat(first.isLeading()).isTrue());
        cluster.advance(Duration.ofSeconds(10));
    }

    /** LE-6: the new leader of client-go is a new process, which lists everything. */
    @Test
    void inEachTermEveryObjectIsLookedAt(TestCluster cluster) {
        cluster.create(Mirror.deployment("web", 1));
        cluster.create(Mirror.deployment("shop", 1));
        Manager.Running first = first(cluster, c -> {});
        cluster.eventually(() -> assertThat(calls)
                .as("in its first term it has seen them by themselves")
                .containsExactlyInAnyOrder(
                        "web [Deployment default/web added]", "shop [Deployment default/shop added]"));
        loseAndLeadAgain(cluster, first);
        assertThat(calls).containsExactlyInAnyOrder("web [a new term]", "shop [a new term]");
    }

    @Test
    void whatAFilterKeepsOutStaysOutAndWhatAnotherKindWakesIsWoken(TestCluster cluster) {
        cluster.create(Mirror.deployment("web", 1));
        cluster.create(Mirror.deployment("shop", 1));
        cluster.create(ConfigMap.builder()
                .metadata(m -> m.namespace("default").name("shop"))
                .build());
        Manager.Running first = first(
                cluster,
                c -> c.filter(notification -> !(notification instanceof Notification.Added<Deployment>))
                        .watches(ConfigMap.TYPE, map -> List.of(map.key())));
        loseAndLeadAgain(cluster, first);
        assertThat(calls).containsExactly("shop [a new term]");
    }

    @Test
    void aMappingThatThrowsCostsNoTerm(TestCluster cluster) {
        cluster.create(Mirror.deployment("web", 1));
        cluster.create(ConfigMap.builder()
                .metadata(m -> m.namespace("default").name("odd"))
                .build());
        Manager.Running first = first(
                cluster,
                c -> c.watches(ConfigMap.TYPE, map -> {
                    throw new IllegalStateException("whose is " + map.key());
                }));
        loseAndLeadAgain(cluster, first);
        assertThat(calls).containsExactly("web [a new term]");
    }

    /** Sleeps for that long, whoever may interrupt it. */
    private static void oversleep(TestCluster cluster, Duration duration) {
        Clock clock = cluster.platform().clock();
        long end = clock.deadlineAfter(duration);
        boolean interrupted = false;
        for (long now = clock.nanoTime(); now < end; now = clock.nanoTime()) {
            try {
                cluster.platform().sleep(Duration.ofNanos(end - now));
            } catch (InterruptedException notNow) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aTermThatDidNotStopInTimeTakesNothingFromTheNext(TestCluster cluster) {
        AtomicBoolean slow = new AtomicBoolean();
        for (String name : List.of("one", "two")) {
            cluster.create(ConfigMap.builder()
                    .metadata(m -> m.namespace("default").name(name))
                    .build());
        }
        Manager.Running first = first(
                cluster,
                c -> c.watches(ConfigMap.TYPE, map -> {
                    if (slow.getAndSet(false)) {
                        cut.set(true);
                        oversleep(cluster, Duration.ofMinutes(1));
                    }
                    return List.of();
                }));
        cluster.eventually(() -> assertThat(first.isLeading()).isTrue());
        cluster.advance(Duration.ofSeconds(10));
        cut.set(true);
        cluster.eventually(() -> assertThat(first.isLeading()).isFalse());
        slow.set(true);
        cut.set(false);
        cluster.eventually(() -> assertThat(first.isLeading()).isTrue());
        cluster.eventually(() -> assertThat(first.isLeading()).isFalse());
        assertThat(slow).as("what is looked at when a term begins was slow").isFalse();
        cut.set(false);
        cluster.eventually(() -> assertThat(first.isLeading()).isTrue());
        cluster.advance(Duration.ofMinutes(2));

        cluster.create(Mirror.deployment("late", 1));
        cluster.advance(Duration.ofSeconds(10));
        assertThat(calls).containsExactly("late [Deployment default/late added]");
        assertThatThrownBy(cluster::close).hasStackTraceContaining("task terms did not stop");
    }

    private static void delete(TestCluster cluster, String name) {
        cluster.clients().resource(Deployment.TYPE).in("default").delete(name);
    }

    /** Makes objects and deletes them, and changes one that stays. */
    private static void comeAndGo(TestCluster cluster) {
        for (int i = 0; i < 20; i++) {
            cluster.create(Mirror.deployment("passing-" + i, 1));
        }
        cluster.advance(Duration.ofSeconds(1));
        for (int i = 0; i < 20; i++) {
            delete(cluster, "passing-" + i);
        }
        cluster.clients()
                .resource(Deployment.TYPE)
                .in("default")
                .patch("web", new MergePatch(Json.parse("{\"spec\":{\"replicas\":2}}")));
        cluster.advance(Duration.ofSeconds(1));
    }

    @Test
    void whoStandsByKeepsNoKeysAndLooksAtWhatIsThereWhenItLeads(TestCluster cluster) {
        Manager.Running second = second(cluster);
        cluster.eventually(() -> assertThat(second.isLeading()).isTrue());
        cluster.create(Mirror.deployment("web", 1));
        Manager.Running first = first(cluster, c -> {});
        cluster.advance(Duration.ofSeconds(1));
        cluster.create(Mirror.deployment("shop", 1));
        comeAndGo(cluster);
        assertThat(first.hasSynced()).isTrue();
        assertThat(waiting.count()).isZero();
        second.close();
        cluster.eventually(() -> assertThat(first.isLeading()).isTrue());
        cluster.advance(Duration.ofSeconds(10));
        assertThat(calls)
                .containsExactlyInAnyOrder(
                        "web [Deployment default/web added]", "shop [Deployment default/shop added]");
    }

    @Test
    void whoStandsByRemembersOnlyThoseGoneObjectsThatItHasWorkedOn(TestCluster cluster) {
        List<String> gone = new ArrayList<>();
        cluster.create(Mirror.deployment("web", 1));
        cluster.create(Mirror.deployment("shop", 1));
        Manager.Running first = first(cluster, c -> c.onGone(key -> gone.add(key.name())));
        cluster.eventually(() -> assertThat(calls).hasSize(2));
        Manager.Running second = second(cluster);
        cut.set(true);
        cluster.eventually(() -> assertThat(second.isLeading()).isTrue());
        cluster.advance(Duration.ofMinutes(1));
        comeAndGo(cluster);
        delete(cluster, "shop");
        cluster.advance(Duration.ofSeconds(1));
        assertThat(waiting.count()).isEqualTo(1);
        assertThat(gone).isEmpty();
        calls.clear();
        cut.set(false);
        second.close();
        cluster.eventually(() -> assertThat(first.isLeading()).isTrue());
        cluster.advance(Duration.ofSeconds(10));
        assertThat(gone).containsExactly("shop");
        assertThat(calls).containsExactly("web [a new term]");
    }
}
