package dev.konverge.cli.demo;

import dev.konverge.base.Platform;
import dev.konverge.base.StopSignals;
import dev.konverge.base.Task;
import dev.konverge.client.CancelledException;
import java.io.PrintWriter;
import java.time.Duration;

/** The demonstration. */
public final class Demo {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration LOOK = Duration.ofMillis(100);

    private final Platform platform;
    private final PrintWriter out;
    private final Settings settings;

    /**
     * How it is shown.
     *
     * @param foos how many Foos there are: one is told of in words, many in numbers
     * @param hurried whether there are no pauses for the reader
     * @param terminal whether colours are seen, and a line can be written over
     */
    public record Settings(int foos, boolean hurried, boolean terminal) {}

    /** Prepares it; starts nothing. */
    public Demo(Platform platform, PrintWriter out, Settings settings) {
        this.platform = platform;
        this.out = out;
        this.settings = settings;
    }

    /** Starts the cluster. */
    public Running start() {
        return new Running(
                DemoWorld.open(platform), new Narrator(new Page(out, platform.clock(), settings.terminal())));
    }

    /** A cluster to tell of. */
    public final class Running implements AutoCloseable {
        private final DemoWorld world;
        private final Narrator narrator;

        private Running(DemoWorld world, Narrator narrator) {
            this.world = world;
            this.narrator = narrator;
        }

        /** {@return what kubectl needs to look on} */
        public String kubeconfig() {
            return world.kubeconfig();
        }

        /**
         * Tells the story, to its end or until a signal comes.
         *
         * @param kubeconfig where the reader finds it
         * @throws RuntimeException if something did not converge
         */
        public void tell(StopSignals signals, String kubeconfig) throws InterruptedException {
            narrator.say("A Kubernetes API server is at " + world.address() + ", in this process and in memory.");
            world.begin();
            narrator.say("Controllers for deployments, replica sets, pods and Foos are at work on it.");
            long begin = platform.clock().nanoTime();
            StoryTask story = new StoryTask();
            try (Task task = platform.start("story", story)) {
                while (!task.join(LOOK) && !signals.isAsked()) {}
            }
            if (story.failure != null) {
                throw story.failure;
            }
            if (!signals.isAsked()) {
                summarise(begin, kubeconfig);
            }
        }

        private void summarise(long begin, String kubeconfig) {
            narrator.say("");
            narrator.say(String.format(
                    java.util.Locale.ROOT,
                    "All converged, in %.1f s and over %,d writes.",
                    (platform.clock().nanoTime() - begin) / 1e9,
                    world.writes()));
            narrator.say("To look on with kubectl, run it with --keep; as long as it is up:");
            Story.hints(kubeconfig).forEach(narrator::say);
        }

        /** Waits for a signal, with a Foo to play with. */
        public void stay(StopSignals signals) throws InterruptedException {
            narrator.say("");
            narrator.say("The cluster stays up. Ctrl-C ends it.");
            signals.await();
        }

        @Override
        public void close() {
            world.close();
        }

        private final class StoryTask implements Platform.Body {
            private volatile Story.@org.jspecify.annotations.Nullable NotConverged failure;

            @Override
            public void run() throws InterruptedException {
                Story story = new Story(platform, world.clients(), narrator, PATIENCE);
                try {
                    if (settings.foos() > 1) {
                        try (Census census = new Census(platform, world.clients())) {
                            story.ofMany(settings.foos(), census);
                        }
                    } else {
                        try (Reporter reporter = new Reporter(platform, world.clients(), narrator)) {
                            reporter.awaitSynced();
                            story.ofOne(settings.hurried() ? Duration.ZERO : PAUSE);
                        }
                    }
                } catch (Story.NotConverged late) {
                    failure = late;
                } catch (CancelledException stopped) {
                    // Asked to stop in the middle of a request: the end is the same as between two.
                    return;
                }
            }
        }
    }
}
