package dev.konverge.informer;

import dev.konverge.base.Clock;
import dev.konverge.client.ListOptions;
import dev.konverge.client.Pager;
import dev.konverge.client.WatchOptions;
import dev.konverge.informer.ReflectorState.Attempt;
import dev.konverge.informer.ReflectorState.Memory;
import dev.konverge.informer.ReflectorState.Next;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceList;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The rules by which a reflector goes from one phase to the next: list, watch, watch again, pause, list again.
 *
 * <p>A pure function: it does nothing, waits for nothing and remembers nothing. Every state has an answer to every result of
 * what it asked for, so a reflector ends only when it is told to.
 *
 * @param <T> the type of the objects
 */
final class ReflectorMachine<T extends Resource> {
    /** A watch that ends sooner, and told nothing, is one that was refused (RF-38). */
    private static final Duration VERY_SHORT = Duration.ofSeconds(1);

    private final String name;
    private final ReflectorPolicy policy;

    /** @param streams whether the source knows streams of initial events (RF-6) */
    ReflectorMachine(String name, ReflectorPolicy policy, boolean streams) {
        this.name = name;
        this.policy = policy.withStreaming(policy.streaming() && streams);
    }

    /** Where to go on, what there is to say about it, and what to do next. */
    record Step<T extends Resource>(ReflectorState<T> state, List<ReflectorNotice> notices, ReflectorAction<T> action) {
        Step<T> saying(ReflectorNotice notice) {
            return new Step<>(state, List.of(notice), action);
        }
    }

    static <T extends Resource> ReflectorState<T> start(long now) {
        return new ReflectorState.Idle<>(Memory.at(now));
    }

    /** {@return what follows from the result of the last action} */
    Step<T> step(ReflectorState<T> state, ReflectorInput<T> input, long now, RandomGenerator random) {
        Moment at = new Moment(now, random);
        return switch (state) {
            case ReflectorState.Idle<T> idle -> cycle(idle.memory(), at);
            case ReflectorState.Streaming<T> streaming -> streamed(streaming, input, at);
            case ReflectorState.Listing<T> listing -> listed(listing, input, at);
            case ReflectorState.Replacing<T> replacing -> replaced(replacing, input, at);
            case ReflectorState.Opening<T> opening -> opened(opening, input, at);
            case ReflectorState.Following<T> following -> followed(following, input, at);
            case ReflectorState.Checking<T> checking -> compared(checking.memory(), input, at);
            case ReflectorState.Pausing<T> pausing ->
                switch (pausing.next()) {
                    case STREAM -> stream(pausing.memory(), at);
                    case WATCH -> watch(pausing.memory(), at);
                    case CYCLE -> cycle(pausing.memory(), at);
                };
        };
    }

    private record Moment(long now, RandomGenerator random) {}

    private Step<T> cycle(Memory memory, Moment at) {
        return policy.streaming() ? stream(memory, at) : list(memory, false);
    }

    // ---- the initial state as a stream of events (RF-19 to RF-27)

    private Step<T> stream(Memory memory, Moment at) {
        WatchOptions options = watchOptions(memory.usable(), at).withInitialEvents(true);
        return to(new ReflectorState.Streaming<>(memory, at.now()), new ReflectorAction.Stream<>(options));
    }

    private Step<T> streamed(ReflectorState.Streaming<T> state, ReflectorInput<T> input, Moment at) {
        Memory memory = state.memory();
        return switch (input) {
            case ReflectorInput.Complete<T>(var objects, var version) ->
                replace(memory.withUnavailable(false), objects, version, true);
            case ReflectorInput.Ended<T>(var version, long events) -> {
                // What was collected is dropped, so the version that it led to does not count (RF-19).
                boolean brief = at.now() - state.since() < VERY_SHORT.toNanos();
                if (brief && events == 0) {
                    // RF-24 for a server that does not even begin.
                    yield list(memory, false).saying(new ReflectorNotice.VeryShortWatch());
                }
                // RF-23, but a server that ends each stream after its first events would be asked without end.
                yield brief ? pause(memory, Next.STREAM, at) : stream(memory, at);
            }
            case ReflectorInput.Broken<T>(var version, var failure) -> streamFailed(memory, failure, at);
            case ReflectorInput.Failed<T>(var failure) -> streamFailed(memory, failure, at);
            case ReflectorInput.Distrusted<T> distrusted -> cycle(memory.withUnavailable(true), at);
            case ReflectorInput.Untaken<T> untaken -> throw unexpected(state, input);
            case ReflectorInput.Done<T> done -> throw unexpected(state, input);
            case ReflectorInput.Page<T> page -> throw unexpected(state, input);
            case ReflectorInput.Compared<T> compared -> throw unexpected(state, input);
        };
    }

    private Step<T> streamFailed(Memory memory, Throwable failure, Moment at) {
        Trouble trouble = Trouble.of(failure);
        if (trouble == Trouble.BUSY) {
            return await(memory, Next.STREAM, failure, at);
        }
        // A server that does not know the version though none was given would be asked for ever.
        if (trouble.isOfVersion() && !memory.usable().isEmpty()) {
            return stream(memory.withUnavailable(true), at);
        }
        return list(memory, false).saying(new ReflectorNotice.FellBack(failure));
    }

    // ---- the initial state as a list (RF-10 to RF-18)

    private Step<T> list(Memory memory, boolean last) {
        String version = memory.unavailable() ? "" : memory.version().isEmpty() ? "0" : memory.version();
        return page(memory, new Attempt<>(version, limit(memory, version), last, List.of(), ""), "");
    }

    private int limit(Memory memory, String version) {
        if (policy.pageSize() > 0) {
            return policy.pageSize();
        }
        // A version of its own is answered from the server's cache, but only in one piece.
        boolean whole = !memory.pages() && !version.isEmpty() && !version.equals("0");
        return whole ? 0 : Pager.PAGE_SIZE;
    }

    private Step<T> page(Memory memory, Attempt<T> attempt, String token) {
        ListOptions options = ListOptions.NONE
                .withLimit(attempt.limit())
                .withContinueToken(token)
                .withResourceVersion(token.isEmpty() ? attempt.version() : "");
        return to(new ReflectorState.Listing<>(memory, attempt), new ReflectorAction.ListPage<>(options));
    }

    private Step<T> listed(ReflectorState.Listing<T> state, ReflectorInput<T> input, Moment at) {
        return switch (input) {
            case ReflectorInput.Page<T>(var page) -> gotPage(state.memory(), state.attempt(), page);
            case ReflectorInput.Failed<T>(var failure) -> listFailed(state.memory(), state.attempt(), failure, at);
            case ReflectorInput.Distrusted<T> distrusted ->
                list(state.memory().withUnavailable(true), state.attempt().last());
            case ReflectorInput.Done<T> done -> throw unexpected(state, input);
            case ReflectorInput.Complete<T> complete -> throw unexpected(state, input);
            case ReflectorInput.Ended<T> ended -> throw unexpected(state, input);
            case ReflectorInput.Broken<T> broken -> throw unexpected(state, input);
            case ReflectorInput.Untaken<T> untaken -> throw unexpected(state, input);
            case ReflectorInput.Compared<T> compared -> throw unexpected(state, input);
        };
    }

    private Step<T> gotPage(Memory memory, Attempt<T> attempt, ResourceList<T> page) {
        Attempt<T> with = attempt.with(page);
        String token = page.metadata().continue_();
        if (token != null && !token.isEmpty()) {
            return page(memory, with, token);
        }
        boolean paged = !attempt.isFirstPage() && attempt.version().equals("0");
        Memory after = memory.withUnavailable(false).withPages(memory.pages() || paged);
        return replace(after, with.objects(), with.listVersion(), false);
    }

    private Step<T> listFailed(Memory memory, Attempt<T> attempt, Throwable failure, Moment at) {
        Trouble trouble = Trouble.of(failure);
        if (trouble == Trouble.EXPIRED && !attempt.isFirstPage()) {
            // The rest of the pages is lost, so once in one piece, at the version that was asked for (RF-14).
            // There were pages all the same (RF-11).
            Memory after = memory.withPages(memory.pages() || attempt.version().equals("0"));
            return page(after, new Attempt<>(attempt.version(), 0, attempt.last(), List.of(), ""), "");
        }
        if (trouble.isOfVersion() && !attempt.last()) {
            return list(memory.withUnavailable(true), true);
        }
        return pause(memory, Next.CYCLE, at)
                .saying(new ReflectorNotice.Failure(new ReflectorFailure.ListFailed(name, failure)));
    }

    // ---- handing over

    private Step<T> replace(Memory memory, List<T> objects, String version, boolean open) {
        return to(
                new ReflectorState.Replacing<>(memory, version, open), new ReflectorAction.Replace<>(objects, version));
    }

    private Step<T> replaced(ReflectorState.Replacing<T> state, ReflectorInput<T> input, Moment at) {
        if (input instanceof ReflectorInput.Failed<T>(var failure)) {
            return pause(state.memory(), Next.CYCLE, at)
                    .saying(new ReflectorNotice.Failure(new ReflectorFailure.SyncFailed(name, failure)));
        }
        Memory memory = state.memory().withVersion(state.version());
        return state.open() ? follow(memory, at.now()) : watch(memory, at);
    }

    // ---- watching (RF-32 to RF-42)

    private Step<T> watch(Memory memory, Moment at) {
        return to(
                new ReflectorState.Opening<>(memory, at.now()),
                new ReflectorAction.Watch<>(watchOptions(memory.version(), at)));
    }

    private WatchOptions watchOptions(String version, Moment at) {
        long min = Clock.deadline(0, policy.minWatchTimeout());
        long nanos = Clock.deadline(min, Duration.ofNanos((long) (at.random().nextDouble() * min)));
        Duration timeout = Duration.ofSeconds(Duration.ofNanos(nanos).toSeconds());
        return WatchOptions.NONE
                .withResourceVersion(version)
                .withBookmarks(true)
                .withTimeout(timeout);
    }

    private Step<T> opened(ReflectorState.Opening<T> state, ReflectorInput<T> input, Moment at) {
        if (!(input instanceof ReflectorInput.Failed<T>(var failure))) {
            return follow(state.memory(), state.since());
        }
        if (Trouble.of(failure) == Trouble.BUSY) {
            return await(state.memory(), Next.WATCH, failure, at);
        }
        return pause(state.memory(), Next.CYCLE, at)
                .saying(new ReflectorNotice.Failure(new ReflectorFailure.WatchFailed(name, failure)));
    }

    private Step<T> follow(Memory memory, long since) {
        return to(new ReflectorState.Following<>(memory, since), new ReflectorAction.Follow<>(memory.version()));
    }

    private Step<T> followed(ReflectorState.Following<T> state, ReflectorInput<T> input, Moment at) {
        Memory memory = state.memory();
        return switch (input) {
            case ReflectorInput.Ended<T>(var version, long events) -> {
                Memory after = memory.withVersion(version);
                boolean refused = events == 0 && at.now() - state.since() < VERY_SHORT.toNanos();
                yield refused
                        ? pause(after, Next.CYCLE, at).saying(new ReflectorNotice.VeryShortWatch())
                        : afterWatch(after, at);
            }
            case ReflectorInput.Broken<T>(var version, var failure) ->
                watchBroke(memory.withVersion(version), failure, at);
            case ReflectorInput.Failed<T>(var failure) -> watchBroke(memory, failure, at);
            // Whatever it looks like, the server is not to blame: another watch would not bring what was lost.
            case ReflectorInput.Untaken<T>(var version, var failure) ->
                pause(memory.withVersion(version), Next.CYCLE, at)
                        .saying(new ReflectorNotice.Failure(new ReflectorFailure.ApplyFailed(name, failure)));
            case ReflectorInput.Distrusted<T>(var version) ->
                cycle(memory.withVersion(version).withUnavailable(true), at);
            case ReflectorInput.Done<T> done -> throw unexpected(state, input);
            case ReflectorInput.Page<T> page -> throw unexpected(state, input);
            case ReflectorInput.Complete<T> complete -> throw unexpected(state, input);
            case ReflectorInput.Compared<T> compared -> throw unexpected(state, input);
        };
    }

    /** RF-39. */
    private Step<T> watchBroke(Memory memory, Throwable failure, Moment at) {
        return switch (Trouble.of(failure)) {
            case EXPIRED -> pause(memory, Next.CYCLE, at).saying(new ReflectorNotice.Expired());
            case BUSY -> await(memory, Next.WATCH, failure, at);
            case INTERNAL -> {
                RetryWindow window = memory.window().error(at.now(), policy.internalErrorRetry());
                Memory after = memory.withWindow(window);
                yield (window.isOpen() ? watch(after, at) : pause(after, Next.CYCLE, at))
                        .saying(new ReflectorNotice.WatchBroke(failure));
            }
            case TOO_NEW, OTHER -> pause(memory, Next.CYCLE, at).saying(new ReflectorNotice.WatchBroke(failure));
        };
    }

    // ---- between two watches

    private Step<T> afterWatch(Memory memory, Moment at) {
        Duration period = policy.selfCheckPeriod();
        if (period.isZero() || at.now() < Clock.deadline(memory.checked(), period)) {
            return watch(memory, at);
        }
        return to(
                new ReflectorState.Checking<>(memory.withChecked(at.now())),
                new ReflectorAction.Compare<>(memory.version()));
    }

    private Step<T> compared(Memory memory, ReflectorInput<T> input, Moment at) {
        if (input instanceof ReflectorInput.Failed<T>(var failure)) {
            return watch(memory, at).saying(new ReflectorNotice.Unchecked(failure));
        }
        if (input instanceof ReflectorInput.Compared<T>(var finding) && !finding.isClean()) {
            return cycle(memory.withUnavailable(true), at).saying(new ReflectorNotice.Diverged(finding));
        }
        return watch(memory, at);
    }

    private Step<T> await(Memory memory, Next next, Throwable busy, Moment at) {
        return pause(memory, next, at).saying(new ReflectorNotice.Waiting(busy));
    }

    private Step<T> pause(Memory memory, Next next, Moment at) {
        ReflectorBackoff.Progress progress = memory.backoff().at(at.now(), policy.backoff());
        Duration pause = policy.backoff().pause(progress.pauses(), at.random());
        return to(
                new ReflectorState.Pausing<>(memory.withBackoff(progress.next()), next),
                new ReflectorAction.Pause<>(pause));
    }

    private Step<T> to(ReflectorState<T> state, ReflectorAction<T> action) {
        return new Step<>(state, List.of(), action);
    }

    /** A result that the last action cannot have: a defect here, not of any server. */
    private static IllegalStateException unexpected(ReflectorState<?> state, ReflectorInput<?> input) {
        return new IllegalStateException(input.getClass().getSimpleName() + " in state "
                + state.getClass().getSimpleName());
    }
}
