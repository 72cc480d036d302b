package dev.konverge.cli.demo;

import dev.konverge.base.Platform;
import dev.konverge.base.StopSignals;
import dev.konverge.base.Task;
import dev.konverge.client.CancelledException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The demonstration. */
public final class Demo {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
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
     * @param live whether a line can be written over
     * @param colours whether colours are seen, and wanted
     * @param columns how long a line may be; {@link Integer#MAX_VALUE} where nothing would break it
     */
    public record Settings(int foos, boolean hurried, boolean live, boolean colours, int columns) {}

    /** Prepares it; starts nothing. */
    public Demo(Platform platform, PrintWriter out, Settings settings) {
        this.platform = platform;
        this.out = out;
        this.settings = settings;
    }

    /** Starts the cluster. */
    public Running start() {
        Page page = new Page(out, new Page.Medium(settings.live(), settings.colours(), settings.columns()));
        return new Running(DemoWorld.open(platform), new Narrator(page, platform.clock()));
    }

    /** A cluster to tell of. */
    public final class Running implements AutoCloseable {
        private final DemoWorld world;
        private final Narrator narrator;
        private final Story story;

        private Running(DemoWorld world, Narrator narrator) {
            this.world = world;
            this.narrator = narrator;
            this.story = new Story(platform, world.clients(), narrator, PATIENCE);
        }

        /** {@return what kubectl needs to look on} */
        public String kubeconfig() {
            return world.kubeconfig();
        }

        /**
         * Tells the story, to its end or until a signal comes.
         *
         * @param kubeconfig where the reader finds it
         * @return whether it came to its end, with everything as declared
         * @throws NotConverged if something did not come about
         */
        public boolean tell(StopSignals signals, String kubeconfig) throws InterruptedException {
            narrator.say("A Kubernetes API server is at " + world.address() + ", in this process and in memory.");
            world.begin();
            narrator.say("Controllers for deployments, replica sets, pods and Foos are at work on it.");
            narrator.say("As long as it is up, look on with kubectl --kubeconfig " + kubeconfig);
            long begin = platform.clock().nanoTime();
            StoryTask told = new StoryTask();
            try (Task task = platform.start("story", told)) {
                while (!task.join(LOOK) && !signals.isAsked()) {}
            }
            narrator.end();
            if (signals.isAsked()) {
                return false;
            }
            told.rethrow();
            narrator.say("");
            narrator.say(String.format(
                    Locale.ROOT,
                    "All converged, in %.1f s and over %,d writes.",
                    (platform.clock().nanoTime() - begin) / 1e9,
                    world.writes()));
            return true;
        }

        /** Tells the reader how to have more of it. */
        public void farewell() {
            narrator.say(
                    "The cluster goes with this process. To keep it and look on with kubectl: ./konverge demo --keep");
        }

        /** Leaves the reader a Foo to play with, and tells what becomes of it until a signal comes. */
        public void stay(StopSignals signals, String kubeconfig) throws InterruptedException {
            narrator.chapter("The cluster stays up, with a Foo for you to play with. Ctrl-C ends it");
            narrator.show("   export KUBECONFIG=" + kubeconfig);
            narrator.show("   kubectl get foos,deployments,replicasets,pods");
            narrator.show("   kubectl get events");
            narrator.show("   kubectl patch foo " + Story.EXAMPLE + " --type merge -p '{\"spec\":{\"replicas\":3}}'");
            narrator.show("   kubectl delete deployment " + Story.EXAMPLE);
            try (Reporter reporter = new Reporter(platform, world.clients(), narrator)) {
                reporter.awaitSynced();
                story.leaveOne();
                signals.await();
            }
            narrator.end();
        }

        @Override
        public void close() {
            world.close();
        }

        private final class StoryTask implements Platform.Body {
            /** Written by the story's thread before it ends, read after its end. */
            private volatile @Nullable Throwable failure;

            @Override
            public void run() throws InterruptedException {
                try {
                    tell();
                } catch (CancelledException stopped) {
                    // Asked to stop in the middle of a request: the end is the same as between two.
                    return;
                } catch (RuntimeException | Error broken) {
                    failure = broken;
                }
            }

            private void tell() throws InterruptedException {
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
            }

            void rethrow() {
                Throwable broken = failure;
                if (broken instanceof NotConverged late) {
                    throw late;
                }
                if (broken != null) {
                    throw new IllegalStateException("the story broke off: " + broken.getMessage(), broken);
                }
            }
        }
    }
}
