package dev.konverge.fidelity;

import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import dev.konverge.fidelity.compare.Explanations;
import dev.konverge.fidelity.compare.Normaliser;
import dev.konverge.fidelity.play.Player;
import dev.konverge.fidelity.play.Site;
import dev.konverge.fidelity.play.Transcript;
import dev.konverge.fidelity.scenario.Scenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntConsumer;

/** Plays scenarios on two servers, several at a time, and compares what they answer. */
public final class Fidelity {
    private static final int AT_A_TIME = 8;

    private final Platform platform;
    private final Site real;
    private final Site ours;
    /** Tells the namespaces of this run from those of an earlier one on the same server. */
    private final String run;

    /** A comparison of two servers. They stay the caller's. */
    public Fidelity(Platform platform, Site real, Site ours) {
        this.platform = platform;
        this.real = real;
        this.ours = ours;
        this.run = String.format("f%04x", platform.random().nextInt(0x10000));
    }

    /**
     * {@return what came of the scenarios, in their order}
     *
     * @param progress is told now and then how many are done
     */
    public Report run(List<Scenario> scenarios, IntConsumer progress) throws InterruptedException {
        Explanations known = Suite.explanations();
        AtomicReferenceArray<Outcome> outcomes = new AtomicReferenceArray<>(scenarios.size());
        AtomicInteger next = new AtomicInteger();
        AtomicInteger done = new AtomicInteger();
        List<Task> tasks = new ArrayList<>();
        try {
            for (int i = 0; i < AT_A_TIME; i++) {
                tasks.add(platform.start("scenarios", () -> {
                    for (int at = next.getAndIncrement(); at < scenarios.size(); at = next.getAndIncrement()) {
                        outcomes.set(at, outcome(scenarios.get(at), at, known));
                        progress.accept(done.incrementAndGet());
                    }
                }));
            }
            for (Task task : tasks) {
                while (!task.join(Duration.ofMinutes(1))) {}
            }
        } finally {
            tasks.forEach(Task::close);
        }
        List<Outcome> all = new ArrayList<>();
        for (int i = 0; i < outcomes.length(); i++) {
            all.add(Objects.requireNonNull(outcomes.get(i), "a scenario could not be played"));
        }
        return new Report(all);
    }

    private Outcome outcome(Scenario scenario, int number, Explanations known) throws InterruptedException {
        String namespace = String.format("%s-%05d", run, number);
        return Outcome.of(
                scenario,
                transcript(platform, real, scenario, namespace),
                transcript(platform, ours, scenario, namespace),
                known);
    }

    /** {@return what a server answers to a scenario, normalised} */
    static Transcript transcript(Platform platform, Site server, Scenario scenario, String namespace)
            throws InterruptedException {
        return Normaliser.normalised(
                new Player(platform, server).play(scenario, namespace),
                namespace,
                platform.clock().now());
    }
}
