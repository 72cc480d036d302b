package dev.konverge.controller.webhook;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.konverge.base.Platform;
import dev.konverge.base.Signal;
import dev.konverge.base.Task;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/** Takes reviews from HTTP: which requests are ones, how large they may be, and on which thread they are answered. */
final class ReviewHandler implements HttpHandler, AutoCloseable {
    /** How long the server waits for its reviews when it stops: a little less than the API server waits for them at most. */
    private static final Duration PATIENCE = Duration.ofSeconds(9);

    private static final String CONNECTION = "Connection";
    private static final String CLOSE = "close";
    private static final int BAD_METHOD = 405;
    private static final int TOO_LARGE = 413;
    private static final int BAD_MEDIA_TYPE = 415;

    private final Platform platform;
    private final Settings settings;
    private final ReentrantLock lock = new ReentrantLock();
    private final Signal idle;

    /** Threads at work or ended since the last look; as many as there are connections at most. */
    private final Set<Task> tasks = ConcurrentHashMap.newKeySet();

    @GuardedBy("lock")
    private int active;

    /** Written by the one who closes the server, read by those who answer. */
    private volatile boolean draining;

    /** What reviews are answered with, and within which bounds. */
    record Settings(Webhooks webhooks, int bodyLimit, WebhookMetrics metrics) {}

    ReviewHandler(Platform platform, Settings settings) {
        this.platform = platform;
        this.settings = settings;
        this.idle = platform.signal(lock);
    }

    /** Runs a part of the server's work on a thread of its own: a handshake, or a request. */
    void execute(Runnable work) {
        tasks.removeIf(Task::isDone);
        tasks.add(platform.start("webhook", work::run));
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        begin();
        try (exchange) {
            Reply reply = reply(exchange);
            exchange.getResponseHeaders().set("Content-Type", reply.contentType());
            if (draining) {
                exchange.getResponseHeaders().set(CONNECTION, CLOSE);
            }
            byte[] body = reply.body().toByteArray();
            exchange.sendResponseHeaders(reply.code(), body.length);
            exchange.getResponseBody().write(body);
        } finally {
            end();
        }
    }

    private Reply reply(HttpExchange exchange) throws IOException {
        if (!exchange.getRequestMethod().equals("POST")) {
            exchange.getResponseHeaders().set("Allow", "POST");
            return Reply.refusal(BAD_METHOD, "reviews are sent with POST");
        }
        String type = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Content-Type"))
                .orElse("");
        if (!isJson(type)) {
            return Reply.refusal(BAD_MEDIA_TYPE, "reviews are of the type application/json");
        }
        byte[] body = exchange.getRequestBody().readNBytes(settings.bodyLimit() + 1);
        if (body.length > settings.bodyLimit()) {
            exchange.getResponseHeaders().set(CONNECTION, CLOSE);
            return Reply.refusal(TOO_LARGE, "a review has up to " + settings.bodyLimit() + " bytes here");
        }
        return answer(exchange.getRequestURI().getPath(), body);
    }

    private static boolean isJson(String contentType) {
        return contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT).equals("application/json");
    }

    private Reply answer(String path, byte[] body) {
        long begin = platform.clock().nanoTime();
        Reply reply = settings.webhooks().answer(path, body);
        Duration taken = Duration.ofNanos(platform.clock().nanoTime() - begin);
        reply.verdict().ifPresent(verdict -> settings.metrics().reviewed(path, verdict, taken));
        return reply;
    }

    private void begin() {
        lock.lock();
        try {
            active++;
        } finally {
            lock.unlock();
        }
    }

    private void end() {
        lock.lock();
        try {
            active--;
            idle.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until no review is being answered, for a while. Whoever is answered meanwhile is asked to go elsewhere with the next one. */
    void drain() {
        draining = true;
        long deadline = platform.clock().deadlineAfter(PATIENCE);
        lock.lock();
        try {
            while (active > 0 && idle.awaitUntil(deadline)) {}
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        tasks.forEach(Task::interrupt);
        tasks.forEach(Task::close);
    }
}
