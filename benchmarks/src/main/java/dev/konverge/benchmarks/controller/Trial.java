package dev.konverge.benchmarks.controller;

import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import dev.konverge.benchmarks.AtEnd;
import dev.konverge.benchmarks.Metrics;
import dev.konverge.benchmarks.Orders;
import dev.konverge.testkit.RealProgram;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;

/**
 * One round of one contender, as a program: starts the contender's controller, has the server make Foos, prints what that took, and ends
 * the controller.
 */
public final class Trial {
    /** Seconds from the first Foo until all have a deployment and a status. */
    static final String CONVERGED = "converged";

    /** Seconds from the first Foo until the controller has nothing more to say: who writes events late has not done with them before. */
    static final String SETTLED = "settled";

    /** Processor seconds of the controller from the first Foo until it has nothing more to say, a thousand Foos. */
    static final String PROCESSOR = "cpu";

    /** Requests a Foo, of which those that are no events. */
    static final String REQUESTS = "requests";

    static final String REQUESTS_BUT_EVENTS = "requests-but-events";

    /** Megabytes of memory before there are Foos, and when all have converged. */
    static final String IDLE = "idle";

    static final String MEMORY = "memory";

    /** Seconds from the start of the process to its first write. */
    static final String FIRST_WRITE = "first-write";

    /** What is measured. */
    enum Task {
        CONVERGE,
        /** As the one before, with more Foos: the memory before there are any is known by then. */
        CONVERGE_MORE,
        /** As the one before, for a controller that learns something for its next start, and does so when it ends. */
        TRAIN,
        /** As the first one, without waiting before. */
        WARM,
        FIRST_WRITE
    }

    private static final double MICROS_A_SECOND = 1e6;
    private static final double THOUSAND = 1000;

    /** After so long a controller has done what it does at its start, but for giving back memory. */
    private static final Duration UNTIL_QUIET = Duration.ofSeconds(5);

    private static final Duration STARTS_WITHIN = Duration.ofMinutes(3);
    private static final Duration STUCK_AFTER = Duration.ofMinutes(2);
    private static final Duration ENDS_WITHIN = Duration.ofMinutes(2);

    private final Platform platform = Platform.real();
    private final Map<String, Double> metrics = new LinkedHashMap<>();
    private final Orders.Client server;
    private final TrialProgress progress;

    Trial(Orders.Client server, TrialProgress progress) {
        this.server = server;
        this.progress = progress;
    }

    /** Takes the port of the server's control, the task, the number of Foos, how long to idle, whose controller it is, and its command. */
    public static void main(String[] args) throws Exception {
        List<String> command = List.of(args).subList(5, args.length);
        try (var server = new Orders.Client(Integer.parseInt(args[0]))) {
            AtEnd.close(server);
            var trial = new Trial(server, TrialProgress.of(args[4]));
            int foos = Integer.parseInt(args[2]);
            Duration idle = Duration.ofMillis(Long.parseLong(args[3]));
            switch (Task.valueOf(args[1])) {
                case CONVERGE -> trial.converge(command, foos, idle, Ending.AT_ONCE);
                case CONVERGE_MORE -> {
                    trial.converge(command, foos, shorter(idle), Ending.AT_ONCE);
                    trial.metrics.remove(IDLE);
                }
                case WARM -> trial.converge(command, foos, Duration.ZERO, Ending.AT_ONCE);
                case TRAIN -> trial.converge(command, foos, shorter(idle), Ending.IN_ORDER);
                case FIRST_WRITE -> trial.firstWrite(command);
            }
            System.out.println(Metrics.format(trial.metrics));
        } catch (IOException failure) {
            System.err.println("konverge bench: " + failure.getMessage());
            System.exit(1);
        }
    }

    private static Duration shorter(Duration idle) {
        return idle.compareTo(UNTIL_QUIET) < 0 ? idle : UNTIL_QUIET;
    }

    /** How a controller is ended. */
    enum Ending {
        /** It is killed. */
        AT_ONCE,
        /** It is asked to, and waited for. */
        IN_ORDER
    }

    void converge(List<String> command, int foos, Duration idle, Ending ending)
            throws IOException, InterruptedException {
        ask("reset");
        Process controller = start(command);
        try {
            var figures = new ProcessFigures(controller.pid());
            awaitWatched(controller);
            platform.sleep(idle);
            put(IDLE, figures.residentMegabytes());
            OptionalDouble before = figures.processorSeconds();
            metrics.put(CONVERGED, awaitConverged(controller, foos) / MICROS_A_SECOND);
            put(MEMORY, figures.residentMegabytes());
            String settled = ask("settled");
            if (settled.equals(FooControl.RESTLESS)) {
                progress.restless(foos);
                return;
            }
            OptionalDouble after = figures.processorSeconds();
            if (before.isPresent() && after.isPresent()) {
                metrics.put(PROCESSOR, (after.getAsDouble() - before.getAsDouble()) * THOUSAND / foos);
            }
            putSettled(settled.split(" ", -1), foos);
        } finally {
            end(controller, ending);
        }
    }

    private void putSettled(String[] settled, int foos) {
        metrics.put(SETTLED, Double.parseDouble(settled[0]) / MICROS_A_SECOND);
        double requests = Double.parseDouble(settled[1]);
        double events = Double.parseDouble(settled[2]);
        metrics.put(REQUESTS, requests / foos);
        metrics.put(REQUESTS_BUT_EVENTS, (requests - events) / foos);
    }

    /** {@return the microseconds that it took} However long it takes, as long as there is progress. */
    private long awaitConverged(Process controller, int foos) throws IOException {
        ask("converge " + foos);
        int last = -1;
        long deadline = Clock.NEVER;
        while (true) {
            String answer = ask("converged " + foos);
            if (!answer.startsWith(FooControl.NOT_YET)) {
                return Long.parseLong(answer);
            }
            int converged = Integer.parseInt(answer.substring(answer.lastIndexOf(' ') + 1));
            if (converged > last) {
                last = converged;
                deadline = platform.clock().deadlineAfter(STUCK_AFTER);
            }
            progress.tell(converged, foos);
            requireAlive(controller);
            if (platform.clock().nanoTime() > deadline) {
                throw new IOException("the controller is stuck: " + converged + " of " + foos
                        + " Foos have converged, and none more for " + STUCK_AFTER);
            }
        }
    }

    private static void requireAlive(Process controller) throws IOException {
        if (!controller.isAlive()) {
            throw new IOException("the controller has ended by itself, with exit code " + controller.exitValue());
        }
    }

    private String ask(String order) throws IOException {
        return FooControl.ask(server, order);
    }

    private void awaitWatched(Process controller) throws IOException {
        long deadline = platform.clock().deadlineAfter(STARTS_WITHIN);
        while (ask("watched").equals(FooControl.NOT_YET)) {
            requireAlive(controller);
            if (platform.clock().nanoTime() > deadline) {
                throw new IOException("the controller does not watch Foos and deployments within " + STARTS_WITHIN);
            }
        }
    }

    void firstWrite(List<String> command) throws IOException, InterruptedException {
        ask("reset");
        ask("create 1");
        long begin = FooTally.micros(platform.clock().now());
        Process controller = start(command);
        try {
            metrics.put(FIRST_WRITE, (Long.parseLong(ask("first-write")) - begin) / MICROS_A_SECOND);
        } finally {
            end(controller, Ending.AT_ONCE);
        }
    }

    private void put(String metric, OptionalDouble value) {
        if (value.isPresent()) {
            metrics.put(metric, value.getAsDouble());
        }
    }

    /** What controllers log is nobody's concern here, and a terminal would slow them down. */
    private static Process start(List<String> command) throws IOException {
        return new ProcessBuilder(RealProgram.guarded(command))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static void end(Process controller, Ending ending) throws InterruptedException {
        if (ending == Ending.IN_ORDER) {
            controller.toHandle().destroy();
            controller.waitFor(ENDS_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
        }
        controller.destroyForcibly();
        controller.waitFor();
    }
}
