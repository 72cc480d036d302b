package dev.konverge.samples.labs;

import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import dev.konverge.client.ClientSet;
import dev.konverge.informer.EventHandler;
import dev.konverge.informer.FactoryOptions;
import dev.konverge.informer.Lister;
import dev.konverge.informer.SharedInformerFactory;
import dev.konverge.model.Key;
import dev.konverge.model.core.v1.Pod;
import dev.konverge.workqueue.Claim;
import dev.konverge.workqueue.WorkQueue;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * A controller put together by hand: an informer puts the keys of pods into a queue, and workers look at the pods in the copy.
 *
 * <p>However often a pod changes while it waits for a worker, it is looked at once, as it is then; and never by two at a time.
 */
final class InformerWorkQueueLab implements Lab {
    private static final int WORKERS = 2;
    private static final int RETRIES = 5;

    @Override
    public String name() {
        return "informer-workqueue";
    }

    @Override
    public String summary() {
        return "Follow pods through a work queue, until it is interrupted or the seconds are over.";
    }

    @Override
    public String arguments() {
        return "[SECONDS]";
    }

    @Override
    public void run(ClientSet clients, String namespace, List<String> arguments, PrintWriter out) {
        Platform platform = Platform.real();
        FollowTime time = FollowTime.of(arguments);
        WorkQueue<Key> queue = WorkQueue.<Key>builder(platform).build();
        List<Task> workers = new ArrayList<>();
        FactoryOptions options = FactoryOptions.STANDARD.withNamespace(namespace);
        try (SharedInformerFactory informers = new SharedInformerFactory(platform, clients, options)) {
            var pods = informers.core().v1().pods();
            pods.informer()
                    .addHandler(EventHandler.<Pod>functions()
                            .onAdd(pod -> queue.add(pod.key()))
                            .onUpdate((before, after) -> queue.add(after.key()))
                            .onDelete(deleted -> queue.add(deleted.key())));
            Lister<Pod> lister = pods.lister();
            informers.start();
            // Workers must not take a copy that is not filled yet for a cluster without pods.
            informers.awaitSynced(FollowTime.TO_SYNC).orThrow();
            for (int i = 0; i < WORKERS; i++) {
                workers.add(platform.start("worker " + i, () -> work(queue, lister, out)));
            }
            time.pass(platform);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            queue.shutDown();
            workers.forEach(Task::close);
        }
    }

    private static void work(WorkQueue<Key> queue, Lister<Pod> pods, PrintWriter out) throws InterruptedException {
        while (true) {
            try (Claim<Key> claim = queue.get()) {
                if (claim == null) {
                    return;
                }
                process(queue, claim.key(), pods, out);
            }
        }
    }

    /** What fails is tried again, later each time, and given up after a while. */
    private static void process(WorkQueue<Key> queue, Key key, Lister<Pod> pods, PrintWriter out) {
        try {
            sync(key, pods, out);
            queue.forget(key);
        } catch (RuntimeException | Error e) {
            if (queue.numRequeues(key) < RETRIES) {
                queue.addRateLimited(key);
            } else {
                queue.forget(key);
                out.println("pod " + key + " is given up: " + e.getMessage());
            }
        }
        out.flush();
    }

    /** Looks at the state, not at what has changed: that is all a controller does. */
    private static void sync(Key key, Lister<Pod> pods, PrintWriter out) {
        out.println(pods.find(key)
                .map(pod -> "pod " + key + " is " + PodFacts.phase(pod) + " on " + PodFacts.node(pod))
                .orElse("pod " + key + " does not exist any more"));
    }
}
