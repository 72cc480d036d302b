package dev.konverge.controller;

import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import dev.konverge.client.ApiException;
import dev.konverge.controller.ReconcileMetrics.Result;
import dev.konverge.controller.leader.FencedException;
import dev.konverge.model.Key;
import dev.konverge.workqueue.AddOptions;
import dev.konverge.workqueue.Claim;
import dev.konverge.workqueue.WorkQueue;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * What becomes of a key when it was worked on: whether and when it is looked at again, and who is told.
 *
 * <p>Safe for use by many threads, each with a claim of its own.
 */
final class Aftermath {
    // For whoever reads, this is part of the loop.
    private static final Logger LOG = LoggerFactory.getLogger(ReconcileLoop.class);

    /** How long after a view that stayed behind it is looked at again. */
    private static final Duration BEHIND_DELAY = Duration.ofMillis(200);

    /** How long after a failure an object is looked at again if the limiter cannot say. */
    private static final Duration UNLIMITED_DELAY = Duration.ofSeconds(1);

    private final ReconcileLoop.Settings<?> settings;
    private final WorkQueue<Key> queue;
    private final Platform platform;
    private final Clock clock;

    Aftermath(ReconcileLoop.Settings<?> settings, WorkQueue<Key> queue, Platform platform) {
        this.settings = settings;
        this.queue = queue;
        this.platform = platform;
        this.clock = platform.clock();
    }

    /** Sees to what comes next, and tells of it. */
    void conclude(Call<?> call, Call.End end) {
        Result result = Result.STOPPED;
        try {
            result = switch (end) {
                case Call.Returned(Outcome outcome) -> settle(call, outcome);
                case Call.Threw(Throwable failure) -> fail(call, failure);
            };
        } finally {
            Duration took = Duration.ofNanos(clock.nanoTime() - call.begin());
            settings.metrics().ended(result, took);
            LOG.atDebug()
                    .addKeyValue("controller", settings.name())
                    .addKeyValue("key", call.key())
                    .addKeyValue("attempt", call.attempt())
                    .addKeyValue("causes", call.claim().causes().all())
                    .addKeyValue("result", result)
                    .addKeyValue("took", took)
                    .log("an object was reconciled");
        }
    }

    private Result fail(Call<?> call, Throwable failure) {
        Claim<Key> claim = call.claim();
        int attempt = call.attempt();
        if (call.isStoppedBy(failure)) {
            // The work is not done. Whoever leads next looks at every object; until then the key is kept, with its
            // urgency.
            queue.add(claim.key(), again(claim).withCause(new WakeCause.Retry(attempt, "being stopped")));
            return Result.STOPPED;
        }
        retry(claim, attempt, failure);
        tellFailure(claim.key(), call.duty().writes(), failure);
        if (failure instanceof Overtime.OverdueException) {
            return Result.TIMED_OUT;
        }
        return failure instanceof FencedException ? Result.STOPPED : Result.ERROR;
    }

    private Result settle(Call<?> call, Outcome outcome) {
        try {
            queue.forget(call.key());
            return follow(call.claim(), outcome);
        } catch (RuntimeException | Error failure) {
            return fail(call, failure);
        }
    }

    private Result follow(Claim<Key> claim, Outcome outcome) {
        return switch (outcome) {
            case Outcome.Done() -> Result.DONE;
            case Outcome.RequeueAfter(Duration delay) -> {
                queue.add(
                        claim.key(),
                        AddOptions.NOW
                                .withAfter(delay)
                                .withPriority(settings.urgency().applyAsInt(claim.key()))
                                .withCause(new WakeCause.Timer()));
                yield Result.REQUEUED;
            }
            case Outcome.Failed(String reason, String message) -> {
                LOG.atWarn()
                        .addKeyValue("controller", settings.name())
                        .addKeyValue("key", claim.key())
                        .addKeyValue("reason", reason)
                        .addKeyValue("message", message)
                        .log("an object cannot be reconciled until something changes");
                yield Result.FAILED;
            }
        };
    }

    /** Adds a key again that something failed for. */
    void retry(Claim<Key> claim, int attempt, Throwable failure) {
        // First of all: with it the key is safe, whatever else fails.
        queue.add(claim.key(), later(claim, attempt, failure).withRateLimit());
        // A conflict is how two writers find out about each other, not a failure of either. A fence shuts a moment
        // before the workers are dismissed. And what one looks at may go meanwhile; what is missing for good is still
        // missing the next time.
        boolean ordinary = failure instanceof ApiException.Conflict
                || failure instanceof FencedException
                || (failure instanceof ApiException.NotFound && attempt == 0);
        LoggingEventBuilder log = (ordinary ? LOG.atDebug() : LOG.atWarn())
                .addKeyValue("controller", settings.name())
                .addKeyValue("key", claim.key())
                .addKeyValue("attempt", attempt + 1)
                .addKeyValue("causes", claim.causes().all())
                .addKeyValue("failure", failure.getMessage());
        // What a server said tells all there is to know; where a reconciler broke, the stack does.
        (failure instanceof ApiException ? log : log.setCause(failure)).log("a reconcile failed and is tried again");
    }

    /** Puts off what cannot be looked at yet. */
    void putOff(Claim<Key> claim) {
        settings.metrics().cacheBehind();
        queue.add(claim.key(), again(claim).withAfter(BEHIND_DELAY).withCause(new WakeCause.CacheBehind()));
    }

    /** Puts off what comes too soon after the last call. Whatever comes meanwhile is merged with it. */
    void delay(Claim<Key> claim, Duration rest) {
        queue.add(claim.key(), again(claim).withAfter(rest));
    }

    /** Keeps what nothing was done for, for whoever works next. */
    void keep(Claim<Key> claim) {
        queue.add(claim.key(), again(claim));
    }

    /** {@return how a key is added again that nothing was done for: as urgent as it was, and for the same reasons} */
    private static AddOptions again(Claim<Key> claim) {
        return new AddOptions(Duration.ZERO, false, claim.priority(), claim.causes());
    }

    /** A port that throws, or a machine without memory, costs neither the worker nor the key. */
    void outlive(Claim<Key> claim, ReconcileLoop.Duty duty, Throwable failure) {
        // First of all: with it the key is safe, whatever else fails.
        rescue(claim, duty, failure);
        tellFailure(claim.key(), duty.writes(), failure);
        LOG.atError()
                .addKeyValue("controller", settings.name())
                .addKeyValue("key", claim.key())
                .setCause(failure)
                .log("what surrounds a reconciler failed; the object is looked at again");
    }

    private void rescue(Claim<Key> claim, ReconcileLoop.Duty duty, Throwable failure) {
        try {
            queue.add(
                    claim.key(),
                    later(claim, queue.numRequeues(claim.key()), failure).withRateLimit());
        } catch (RuntimeException | Error broken) {
            // It is the limiter that failed, then or now. Or there is no memory, and a moment later there may be. Who
            // is dismissed leaves the key to the next term, which looks at every object.
            while (!isAdded(claim, failure) && !duty.isDismissed()) {
                pause();
            }
        }
    }

    private boolean isAdded(Claim<Key> claim, Throwable failure) {
        try {
            queue.add(claim.key(), later(claim, 0, failure).withAfter(UNLIMITED_DELAY));
            return true;
        } catch (RuntimeException | Error broken) {
            return false;
        }
    }

    private void pause() {
        try {
            platform.sleep(Shift.PAUSE);
        } catch (InterruptedException meantOrNot) {
            // Whether it is dismissed is asked next.
        }
    }

    private void tellFailure(Key key, Writes writes, Throwable failure) {
        try {
            writes.tellFailure(key, failure);
        } catch (RuntimeException | Error broken) {
            LOG.atError()
                    .addKeyValue("controller", settings.name())
                    .addKeyValue("key", key)
                    .setCause(broken)
                    .log("a plan that was told of a failure has failed itself");
        }
    }

    /** {@return how a key is added again that something failed for: as urgent as it was, and for no other reason} */
    private static AddOptions later(Claim<Key> claim, int attempt, Throwable failure) {
        return AddOptions.NOW
                .withPriority(claim.priority())
                .withCause(new WakeCause.Retry(attempt + 1, failure.getClass().getSimpleName()));
    }
}
