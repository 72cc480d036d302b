package dev.konverge.apiserver.fault;

import dev.konverge.apiserver.Headers;
import dev.konverge.apiserver.ServerRequest;
import dev.konverge.apiserver.ServerResponse;
import dev.konverge.apiserver.WatchFeed;
import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.GroupResource;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.negotiate.Answers;
import dev.konverge.apiserver.verb.Query;
import dev.konverge.apiserver.verb.RequestPath;
import dev.konverge.base.Platform;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;

/**
 * The failures that a server was asked for. Without rules a request passes at the cost of one look.
 *
 * <p>Rules are asked in the order in which they were added. Delays and pauses add up; the first rule that ends a request or
 * changes its answer decides. Safe for use by many threads.
 */
public final class Faults {
    private static final int UNBOUNDED = Integer.MAX_VALUE;

    private final Platform platform;
    private final BiFunction<ServerRequest, Json.Obj, ServerResponse.Whole> watchError;
    private final LongSupplier revision;
    private final ToLongFunction<String> oldest;
    private final List<Injection> rules = new CopyOnWriteArrayList<>();
    private final AtomicInteger ids = new AtomicInteger();

    /**
     * No faults yet.
     *
     * @param platform time and waiting
     * @param watchError the only event of a watch that failed, and its headers, given the request and the status
     * @param revision the current revision of the store
     * @param oldest the first revision at which the objects of a collection, such as {@code deployments.apps}, are still known
     */
    public Faults(
            Platform platform,
            BiFunction<ServerRequest, Json.Obj, ServerResponse.Whole> watchError,
            LongSupplier revision,
            ToLongFunction<String> oldest) {
        this.platform = platform;
        this.watchError = watchError;
        this.revision = revision;
        this.oldest = oldest;
    }

    /** What carries out a request. */
    @FunctionalInterface
    public interface Server {
        /**
         * {@return the answer}
         *
         * @throws InterruptedException if the thread is interrupted while it waits
         */
        ServerResponse handle(ServerRequest request) throws InterruptedException;
    }

    /** Makes a fault happen to every request that matches, until the rule is closed. */
    public Injection inject(Match match, Fault fault) {
        return inject(match, fault, 0, UNBOUNDED);
    }

    /**
     * Makes a fault happen.
     *
     * @param skip how many matching requests pass untouched before
     * @param times to how many requests it happens
     */
    public Injection inject(Match match, Fault fault, int skip, int times) {
        if (skip < 0 || times < 1) {
            throw new IllegalArgumentException("a fault that skips " + skip + " and happens " + times + " times");
        }
        int id = ids.incrementAndGet();
        Injection injection =
                new Injection(id, match, fault, skip, times, platform, () -> rules.removeIf(rule -> rule.id() == id));
        rules.add(injection);
        return injection;
    }

    /** {@return the rules that were added and not removed} */
    public List<Injection> rules() {
        return List.copyOf(rules);
    }

    /** Removes every rule, and lets go whatever they hold. */
    public void clear() {
        List.copyOf(rules).forEach(Injection::close);
    }

    /**
     * {@return the answer to a request, after whatever the rules do to it}
     *
     * @throws StatusException if a rule refuses it
     * @throws ConnectionCutException if a rule cuts the connection
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public ServerResponse apply(ServerRequest request, Server server) throws InterruptedException {
        if (rules.isEmpty()) {
            return server.handle(request);
        }
        Optional<Attempt> attempt = Attempt.of(request);
        return attempt.isEmpty() ? server.handle(request) : apply(request, attempt.get(), server);
    }

    private ServerResponse apply(ServerRequest request, Attempt attempt, Server server) throws InterruptedException {
        List<Injection> after = new ArrayList<>();
        long lag = 0;
        for (Injection rule : rules) {
            if (!applies(rule.fault(), attempt) || !rule.takes(attempt)) {
                continue;
            }
            switch (rule.fault()) {
                case Fault.Delay delay -> platform.sleep(delay.by());
                case Fault.PauseBefore ignored -> rule.hold();
                case Fault.Conflict ignored -> throw conflict(attempt);
                case Fault.Throttle throttle ->
                    throw Failures.tooManyRequests(
                            "the server has received too many requests and has asked us to try again later",
                            throttle.retryAfterSeconds());
                case Fault.ServerError ignored -> throw Failures.internal("a fault was injected");
                case Fault.Unavailable ignored -> throw Failures.unavailable("a fault was injected", 1);
                case Fault.CutBefore ignored -> throw new ConnectionCutException("a fault was injected");
                case Fault.Gone ignored -> {
                    return gone(request, attempt);
                }
                case Fault.StaleRead stale -> lag = Math.max(lag, stale.revisions());
                case Fault.LoseAnswer ignored -> after.add(rule);
                case Fault.CutBody ignored -> after.add(rule);
                case Fault.DropWatch ignored -> after.add(rule);
                case Fault.FreezeWatch ignored -> after.add(rule);
                case Fault.PauseAfter ignored -> after.add(rule);
            }
        }
        ServerResponse answer = lag > 0 ? stale(request, attempt, lag, server) : server.handle(request);
        for (Injection rule : after) {
            answer = change(answer, rule);
        }
        return answer;
    }

    private static boolean applies(Fault fault, Attempt attempt) {
        return switch (fault) {
            case Fault.DropWatch ignored -> attempt.verb().equals("watch");
            case Fault.FreezeWatch ignored -> attempt.verb().equals("watch");
            case Fault.StaleRead ignored -> attempt.isRead();
            default -> true;
        };
    }

    private static StatusException conflict(Attempt attempt) {
        return Failures.modified(attempt.groupResource(), attempt.name());
    }

    private ServerResponse gone(ServerRequest request, Attempt attempt) {
        StatusException expired = Failures.expired(
                attempt.verb().equals("watch")
                        ? "too old resource version: 1 (" + revision.getAsLong() + ")"
                        : "The resourceVersion for the provided list is too old.");
        if (!attempt.verb().equals("watch")) {
            throw expired;
        }
        ServerResponse.Whole event = watchError.apply(request, expired.status());
        return new ServerResponse.Watch(200, event.headers(), new ScriptedFeed(List.of(event.body()), false));
    }

    private static ServerResponse change(ServerResponse answer, Injection rule) throws InterruptedException {
        return switch (rule.fault()) {
            case Fault.PauseAfter ignored -> {
                rule.hold();
                yield answer;
            }
            case Fault.LoseAnswer ignored -> {
                close(answer);
                throw new ConnectionCutException("a fault was injected");
            }
            case Fault.CutBody cut -> cutBody(answer, cut.afterBytes());
            case Fault.DropWatch drop ->
                answer instanceof ServerResponse.Watch watch
                        ? withFeed(watch, new DroppedFeed(watch.feed(), drop.afterEvents(), drop.abruptly()))
                        : answer;
            case Fault.FreezeWatch ignored ->
                answer instanceof ServerResponse.Watch watch
                        ? withFeed(watch, new FrozenFeed(watch.feed(), rule))
                        : answer;
            default -> throw new IllegalStateException("no fault of the answer: " + rule.fault());
        };
    }

    private static void close(ServerResponse answer) {
        if (answer instanceof ServerResponse.Watch watch) {
            watch.feed().close();
        }
    }

    private static ServerResponse withFeed(ServerResponse.Watch watch, WatchFeed feed) {
        return new ServerResponse.Watch(watch.status(), watch.headers(), feed);
    }

    /** An answer whose length is announced and not kept. */
    private static ServerResponse cutBody(ServerResponse answer, int afterBytes) {
        return switch (answer) {
            case ServerResponse.Watch watch -> withFeed(watch, new DroppedFeed(watch.feed(), 0, true));
            case ServerResponse.Whole whole -> {
                byte[] part = Arrays.copyOf(whole.body(), Math.min(afterBytes, whole.body().length));
                yield new ServerResponse.Watch(
                        whole.status(),
                        whole.headers().with("Content-Length", Integer.toString(whole.body().length)),
                        new ScriptedFeed(part.length == 0 ? List.of() : List.of(part), true));
            }
        };
    }

    /** Asks for a state of the past: lists can be had of any revision, and an object is a list of one. */
    private ServerResponse stale(ServerRequest request, Attempt attempt, long lag, Server server)
            throws InterruptedException {
        long past = Math.max(
                revision.getAsLong() - lag,
                Math.max(1, oldest.applyAsLong(attempt.groupResource().toString())));
        String exact = "resourceVersion=" + past + "&resourceVersionMatch=Exact";
        if (attempt.verb().equals("list")) {
            // A page that is continued is of the revision of the first one, and takes no other.
            return Query.parse(request.rawQuery()).text("continue").isEmpty()
                    ? server.handle(withQuery(request, request.path(), without(request.rawQuery()) + exact))
                    : server.handle(request);
        }
        RequestPath path = RequestPath.parse(request.path()).orElseThrow();
        if (!path.subresource().isEmpty()) {
            return server.handle(request);
        }
        String collection = request.path().substring(0, request.path().lastIndexOf('/'));
        ServerRequest list = withQuery(
                new ServerRequest("GET", collection, "", Headers.NONE, new byte[0], request.user()),
                collection,
                exact + "&fieldSelector=metadata.name%3D" + path.name());
        ServerResponse answer = server.handle(list);
        return answer instanceof ServerResponse.Whole whole && whole.status() == 200
                ? first(whole, attempt, path)
                : answer;
    }

    private static ServerResponse first(ServerResponse.Whole whole, Attempt attempt, RequestPath path) {
        if (Json.parse(whole.body()) instanceof Json.Obj list
                && list.get("items") instanceof Json.Arr items
                && !items.items().isEmpty()
                && items.items().getFirst() instanceof Json.Obj item) {
            return new ServerResponse.Whole(
                    200, whole.headers(), Answers.line(Single.of(list, item).toBytes()));
        }
        throw Failures.notFound(new GroupResource(attempt.group(), path.resource()), path.name());
    }

    private static String without(String rawQuery) {
        StringBuilder kept = new StringBuilder();
        for (String pair : rawQuery.split("&", -1)) {
            if (!pair.isEmpty() && !pair.startsWith("resourceVersion")) {
                kept.append(pair).append('&');
            }
        }
        return kept.toString();
    }

    private static ServerRequest withQuery(ServerRequest request, String path, String query) {
        return new ServerRequest(request.method(), path, query, request.headers(), request.body(), request.user());
    }
}
