package dev.konverge.informer;

import static dev.konverge.informer.FailureLog.because;

import dev.konverge.base.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.spi.LoggingEventBuilder;

/** What a reflector says: to the log, to the figures and to the failure handler. Nothing that they throw comes back. */
final class ReflectorVoice {
    private static final GuardedLog LOG = GuardedLog.of(Reflector.class);

    /** RF-17: lists that take longer are worth a word. */
    private static final Duration SLOW_LIST = Duration.ofSeconds(10);

    private final String name;
    private final Clock clock;
    private final WatchErrorHandler handler;
    private final InformerMetrics metrics;

    /** Only the thread that reads touches it. */
    private final Pace skips = new Pace();

    /** Since when the server has not given what it was asked for. Only the thread that reads touches it. */
    private @Nullable Long troubledSince;

    ReflectorVoice(String name, Clock clock, WatchErrorHandler handler, InformerMetrics metrics) {
        this.name = name;
        this.clock = clock;
        this.handler = handler;
        this.metrics = metrics;
    }

    void tell(ReflectorNotice notice) {
        switch (notice) {
            case ReflectorNotice.Failure(var failure) -> {
                troubled();
                failed(failure);
            }
            case ReflectorNotice.FellBack(var cause) ->
                LOG.debug("no stream of initial events; listing instead", line -> because(named(line), cause));
            case ReflectorNotice.Waiting(var cause) -> {
                troubled();
                LOG.at(
                        FailureLog.levelOf(cause),
                        "the server is busy or not there; it is asked again",
                        line -> because(named(line), cause));
            }
            case ReflectorNotice.Expired expired -> LOG.debug("the version of a watch has expired", this::named);
            case ReflectorNotice.VeryShortWatch veryShort ->
                LOG.warn("very short watch: it ended within a second and told nothing", this::named);
            case ReflectorNotice.WatchBroke(var cause) ->
                LOG.warn("watch ended with an error", line -> because(named(line), cause));
            case ReflectorNotice.Diverged(var finding) ->
                LOG.error(
                        "the copy is not what the server has; it is read anew",
                        line -> named(line)
                                .addKeyValue("missing", SelfCheck.excerpt(finding.missing()))
                                .addKeyValue("surplus", SelfCheck.excerpt(finding.surplus()))
                                .addKeyValue("stale", SelfCheck.excerpt(finding.stale())));
            case ReflectorNotice.Unchecked(var cause) ->
                LOG.debug("the copy could not be compared with the server", line -> because(named(line), cause));
        }
    }

    private LoggingEventBuilder named(LoggingEventBuilder line) {
        return line.addKeyValue("reflector", name);
    }

    private void troubled() {
        if (troubledSince == null) {
            troubledSince = clock.nanoTime();
        }
    }

    /** Whoever has read of the trouble wants to know that it is over. */
    private void recovered() {
        if (troubledSince != null) {
            Duration trouble = Duration.ofNanos(clock.nanoTime() - troubledSince);
            LOG.info(
                    "the server gives what it is asked for again",
                    line -> named(line).addKeyValue("after", trouble));
            troubledSince = null;
        }
    }

    private void failed(ReflectorFailure failure) {
        count(() -> metrics.failed(failure));
        try {
            handler.onFailure(failure);
        } catch (Throwable thrown) {
            // Whatever the handler could not deal with is worth more than that it could not.
            LOG.error(
                    "a failure handler failed",
                    line -> named(line).setCause(FailureLog.beside(failure.cause(), thrown)));
        }
    }

    /** Some objects of a list, or of the initial events, are passed over; this is what kept the first from being handed on. */
    void listedInPart(Throwable first) {
        failed(new ReflectorFailure.SyncFailed(name, first));
    }

    void listed(int objects, Duration took) {
        recovered();
        if (took.compareTo(SLOW_LIST) > 0) {
            LOG.info(
                    "slow list",
                    line -> named(line).addKeyValue("objects", objects).addKeyValue("took", took));
        }
        count(() -> metrics.listed(objects, took));
    }

    /** A watch of changes is open. */
    void watching() {
        recovered();
    }

    void watched(long events, Duration lasted) {
        count(() -> metrics.watched(events, lasted));
    }

    void compared(SelfCheck.Finding finding) {
        count(() -> metrics.compared(finding.compared(), finding.wrong()));
    }

    private void count(Runnable figures) {
        try {
            figures.run();
        } catch (Throwable thrown) {
            LOG.error("figures could not be counted", line -> named(line).setCause(thrown));
        }
    }

    /** Says so of the first, and of all others now and then how many there were: a busy watch may be full of them. */
    void skipped(String reason, @Nullable Throwable cause) {
        count(metrics::skipped);
        long times = skips.happened(clock.nanoTime());
        if (times > 0) {
            LOG.error(
                    "events, or objects of a list, were passed over",
                    line -> named(line)
                            .addKeyValue("times", times)
                            .addKeyValue("reason", reason)
                            .setCause(cause));
        }
    }

    void unclosed(Throwable failure) {
        LOG.warn("a watch could not be closed", line -> named(line).setCause(failure));
    }

    void overdue() {
        LOG.warn("the server did not end a watch in time; the connection is given up", this::named);
    }

    void unanswered() {
        LOG.warn("the server did not answer in time; the request is given up", this::named);
    }

    void noInitialEvents(Duration patience) {
        LOG.warn("waiting for initial events or their end", line -> named(line).addKeyValue("patience", patience));
    }

    void defect(Throwable defect) {
        LOG.error("a reflector failed within; going on", line -> named(line).setCause(defect));
    }
}
