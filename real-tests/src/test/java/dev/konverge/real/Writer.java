package dev.konverge.real;

import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import dev.konverge.client.ApiException;
import dev.konverge.client.ResourceClient;
import dev.konverge.model.Json;
import dev.konverge.model.MergePatch;
import dev.konverge.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes, changes and deletes config maps until it is closed, whatever the server does meanwhile. */
final class Writer implements AutoCloseable {
    private static final int NAMES = 40;
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration PAUSE = Duration.ofMillis(5);

    private final Platform platform;
    private final ResourceClient<ConfigMap> client;
    private final SplittableRandom random;
    private final AtomicInteger done = new AtomicInteger();
    private final AtomicBoolean stopping = new AtomicBoolean();
    private final Task task;

    Writer(Platform platform, ResourceClient<ConfigMap> client, long seed) {
        this.platform = platform;
        this.client = client;
        this.random = new SplittableRandom(seed);
        this.task = platform.start("writer", this::run);
    }

    private void run() throws InterruptedException {
        for (int i = 0; !stopping.get(); i++) {
            try {
                write("c" + random.nextInt(NAMES), String.valueOf(i));
                done.incrementAndGet();
            } catch (ApiException expected) {
                // The server is away, or the object is not what the draw took it for. The next draw does better.
                platform.sleep(PAUSE);
            }
            platform.sleep(PAUSE);
        }
    }

    private void write(String name, String value) {
        switch (random.nextInt(4)) {
            case 0 -> client.delete(name);
            case 1 -> client.patch(name, new MergePatch(Json.parse("{\"data\":{\"k\":\"" + value + "\"}}")));
            default ->
                client.create(ConfigMap.builder()
                        .metadata(m -> m.name(name))
                        .data(Map.of("k", value))
                        .build());
        }
    }

    /** {@return how many writes were acknowledged} */
    int done() {
        return done.get();
    }

    /** Ends after the write that is under way: one that was given up might still be done later. */
    @Override
    public void close() {
        stopping.set(true);
        try {
            if (!task.join(PATIENCE)) {
                throw new AssertionError("the writer does not end");
            }
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
        }
        task.close();
    }
}
