package dev.konverge.controller;

import dev.konverge.base.Platform;
import dev.konverge.client.ClientSet;
import dev.konverge.controller.event.EventRecorder;
import dev.konverge.model.Key;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All controllers of one run of a manager, and the tasks beside them, which begin and end together. */
final class Crew {
    private static final Logger LOG = LoggerFactory.getLogger(Crew.class);

    private final Platform platform;
    private final List<ControllerUnit<?>> units;
    private final OwnTasks own;

    private Crew(Platform platform, List<ControllerUnit<?>> units, OwnTasks own) {
        this.platform = platform;
        this.own = own;
        this.units = List.copyOf(units);
    }

    /**
     * {@return the controllers that a manager was given, none of them at work yet}
     *
     * @param events gives a controller of that name what it records events with
     */
    static Crew of(ManagerSettings settings, Informers informers, Function<String, EventRecorder> events, Plan plan) {
        List<ControllerUnit<?>> units = new ArrayList<>();
        for (ControllerBuilder<?> controller : settings.controllers()) {
            units.add(new ControllerUnit<>(
                    controller,
                    new ControllerUnit.Surroundings(
                            settings.platform(),
                            informers,
                            events.apply(controller.name),
                            plan,
                            settings.candidacy().isPresent() && !plan.isDryRun(),
                            settings.monitor().queues(),
                            new GuardedReconcileMetrics(
                                    controller.name, settings.monitor().reconciles(controller.name)),
                            GuardedTracer.around(settings.tracer()))));
        }
        return new Crew(settings.platform(), units, OwnTasks.of(settings, false));
    }

    /** Begins to hear what happens outside the cluster. {@return what ends it} */
    AutoCloseable hear() {
        List<Waker.Door> doors =
                units.stream().flatMap(unit -> unit.hear().stream()).toList();
        return () -> doors.forEach(Waker.Door::close);
    }

    /** Looks once at every object of every controller. */
    void runOnce(ClientSet clients) throws InterruptedException {
        for (ControllerUnit<?> unit : units) {
            unit.runOnce(clients);
        }
    }

    /**
     * Works until it is interrupted. May be called again then, with other clients: whoever is left behind keeps those of the time
     * that it began in.
     *
     * @throws IllegalStateException if a controller has ended by itself; the others were stopped
     */
    void run(ClientSet clients) throws InterruptedException {
        // Each of them waits for its workers first when it is stopped, within less time.
        try (Ensemble all = new Ensemble(platform)) {
            for (ControllerUnit<?> unit : units) {
                all.start(unit.name(), () -> unit.run(clients));
            }
            if (!own.isEmpty()) {
                all.start("own tasks", () -> own.run(clients));
            }
            all.await();
        }
    }

    /** Lets no reconcile begin any more, and those that have begun end, for that long. */
    void finish(Duration patience) {
        units.forEach(ControllerUnit::finish);
        long deadline = platform.clock().deadlineAfter(patience);
        try {
            for (ControllerUnit<?> unit : units) {
                if (!unit.awaitFinished(deadline)) {
                    return;
                }
            }
        } catch (InterruptedException hurried) {
            // Who closes it is in a hurry: so be it.
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for whoever did not stop when the others did, for that long. */
    void awaitLeftBehind(Duration patience) throws InterruptedException {
        long deadline = platform.clock().deadlineAfter(patience);
        for (ControllerUnit<?> unit : units) {
            unit.awaitFinished(deadline);
        }
        own.awaitLeftBehind(deadline);
    }

    List<String> names() {
        return units.stream().map(ControllerUnit::name).toList();
    }

    /** {@return whether every cache has everything that was there at the start} */
    boolean hasSynced() {
        return units.stream().allMatch(ControllerUnit::hasSynced);
    }

    /** {@return whether an object waits for a worker} */
    boolean hasWaiting() {
        for (ControllerUnit<?> unit : units) {
            if (unit.hasWaiting()) {
                return true;
            }
        }
        return false;
    }

    /** {@return what is being reconciled, by the name of its controller} */
    Map<String, Set<Key>> unfinished() {
        Map<String, Set<Key>> all = new TreeMap<>();
        for (ControllerUnit<?> unit : units) {
            Set<Key> keys = unit.atWork().keySet();
            if (!keys.isEmpty()) {
                all.put(unit.name(), keys);
            }
        }
        return all;
    }

    /** Names in the log what is still being reconciled, though it was interrupted. */
    void tellOfUnfinished() {
        for (ControllerUnit<?> unit : units) {
            unit.atWork()
                    .forEach(
                            (key, since) -> LOG.atError()
                                    .addKeyValue("controller", unit.name())
                                    .addKeyValue("key", key)
                                    .addKeyValue("seconds", since.toSeconds())
                                    .log(
                                            "a reconcile does not stop, though it was interrupted; it is left behind, and cannot write any more"));
        }
    }
}
