package dev.konverge.fidelity.play;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Platform;
import dev.konverge.base.Signal;
import dev.konverge.base.Task;
import dev.konverge.client.transport.HttpResponse;
import dev.konverge.model.Json;
import dev.konverge.model.codec.DecodeException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Reads the events of a watch as they come, on a task of its own, and hands them out when they are asked for. */
final class EventReader implements AutoCloseable {
    private final Platform platform;
    private final ReentrantLock lock = new ReentrantLock();
    private final Signal arrived;

    @GuardedBy("lock")
    private final List<Json> events = new ArrayList<>();

    @GuardedBy("lock")
    private boolean ended;

    private @Nullable HttpResponse response;
    private @Nullable Task task;

    private EventReader(Platform platform) {
        this.platform = platform;
        this.arrived = platform.signal(lock);
    }

    static EventReader ended(Platform platform) {
        EventReader reader = new EventReader(platform);
        reader.end();
        return reader;
    }

    static EventReader of(Platform platform, HttpResponse response) {
        EventReader reader = new EventReader(platform);
        reader.response = response;
        reader.task = platform.start("events", () -> reader.readAll(response));
        return reader;
    }

    private void readAll(HttpResponse from) {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(from.body(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                add(parsed(line));
            }
        } catch (IOException closed) {
            // The scenario is over, or the server has gone: either way there is no more to read.
        } finally {
            end();
        }
    }

    private static Json parsed(String line) {
        try {
            return Json.parse(line);
        } catch (DecodeException e) {
            return Json.of(line);
        }
    }

    private void add(Json event) {
        lock.lock();
        try {
            events.add(event);
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void end() {
        lock.lock();
        try {
            ended = true;
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** {@return the next so many events; fewer if the watch ends or the time is up} */
    List<Json> take(int count, Duration bound) throws InterruptedException {
        long deadline = platform.clock().deadlineAfter(bound);
        lock.lock();
        try {
            while (events.size() < count && !ended && arrived.awaitUntil(deadline)) {}
            List<Json> taken = new ArrayList<>(events.subList(0, Math.min(count, events.size())));
            events.subList(0, taken.size()).clear();
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /** {@return all events up to the end of the watch, and a word if it did not end} */
    List<Json> takeToEnd(Duration bound) throws InterruptedException {
        long deadline = platform.clock().deadlineAfter(bound);
        lock.lock();
        try {
            while (!ended && arrived.awaitUntil(deadline)) {}
            List<Json> taken = new ArrayList<>(events);
            events.clear();
            if (!ended) {
                taken.add(Json.of("the watch goes on"));
            }
            return taken;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        if (response != null) {
            response.close();
        }
        if (task != null) {
            task.close();
        }
    }
}
