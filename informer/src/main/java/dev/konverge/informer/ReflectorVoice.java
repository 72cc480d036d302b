package dev.konverge.informer;

import static dev.konverge.informer.FailureLog.because;

import dev.konverge.base.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a reflector says: to the log, to the figures and to the failure handler. Nothing that they throw comes back. */
final class ReflectorVoice {
    private static final Logger LOG = LoggerFactory.getLogger(Reflector.class);

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
                because(LOG.atDebug().addKeyValue("reflector", name), cause)
                        .log("no stream of initial events; listing instead");
            case ReflectorNotice.Waiting(var cause) -> {
                troubled();
                because(LOG.atLevel(FailureLog.levelOf(cause)).addKeyValue("reflector", name), cause)
                        .log("the server is busy or not there; it is asked again");
            }
            case ReflectorNotice.Expired expired ->
                LOG.atDebug().addKeyValue("reflector", name).log("the version of a watch has expired");
            case ReflectorNotice.VeryShortWatch veryShort ->
                LOG.atWarn()
                        .addKeyValue("reflector", name)
                        .log("very short watch: it ended within a second and told nothing");
            case ReflectorNotice.WatchBroke(var cause) ->
                because(LOG.atWarn().addKeyValue("reflector", name), cause).log("watch ended with an error");
            case ReflectorNotice.Diverged(var finding) ->
                LOG.atError()
                        .addKeyValue("reflector", name)
                        .addKeyValue("missing", SelfCheck.excerpt(finding.missing()))
                        .addKeyValue("surplus", SelfCheck.excerpt(finding.surplus()))
                        .addKeyValue("stale", SelfCheck.excerpt(finding.stale()))
                        .log("the copy is not what the server has; it is read anew");
            case ReflectorNotice.Unchecked(var cause) ->
                because(LOG.atDebug().addKeyValue("reflector", name), cause)
                        .log("the copy could not be compared with the server");
        }
    }

    private void troubled() {
        if (troubledSince == null) {
            troubledSince = clock.nanoTime();
        }
    }

    /** Whoever has read of the trouble wants to know that it is over. */
    private void recovered() {
        if (troubledSince != null) {
            LOG.atInfo()
                    .addKeyValue("reflector", name)
                    .addKeyValue("after", Duration.ofNanos(clock.nanoTime() - troubledSince))
                    .log("the server gives what it is asked for again");
            troubledSince = null;
        }
    }

    private void failed(ReflectorFailure failure) {
        count(() -> metrics.failed(failure));
        try {
            handler.onFailure(failure);
        } catch (Throwable thrown) {
            // Whatever the handler could not deal with is worth more than that it could not.
            LOG.atError()
                    .addKeyValue("reflector", name)
                    .setCause(FailureLog.beside(failure.cause(), thrown))
                    .log("a failure handler failed");
        }
    }

    /** Some objects of a list, or of the initial events, are passed over; this is what kept the first from being handed on. */
    void listedInPart(Throwable first) {
        failed(new ReflectorFailure.SyncFailed(name, first));
    }

    void listed(int objects, Duration took) {
        recovered();
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
            LOG.atError().addKeyValue("reflector", name).setCause(thrown).log("figures could not be counted");
        }
    }

    /** Says so of the first, and of all others now and then how many there were: a busy watch may be full of them. */
    void skipped(String reason, @Nullable Throwable cause) {
        count(metrics::skipped);
        long times = skips.happened(clock.nanoTime());
        if (times > 0) {
            LOG.atError()
                    .addKeyValue("reflector", name)
                    .addKeyValue("times", times)
                    .addKeyValue("reason", reason)
                    .setCause(cause)
                    .log("events, or objects of a list, were passed over");
        }
    }

    void unclosed(Throwable failure) {
        LOG.atWarn().addKeyValue("reflector", name).setCause(failure).log("a watch could not be closed");
    }

    void overdue() {
        LOG.atWarn()
                .addKeyValue("reflector", name)
                .log("the server did not end a watch in time; the connection is given up");
    }

    void unanswered() {
        LOG.atWarn().addKeyValue("reflector", name).log("the server did not answer in time; the request is given up");
    }

    void noInitialEvents(Duration patience) {
        LOG.atWarn()
                .addKeyValue("reflector", name)
                .addKeyValue("patience", patience)
                .log("waiting for initial events or their end");
    }

    void defect(Throwable defect) {
        LOG.atError().addKeyValue("reflector", name).setCause(defect).log("a reflector failed within; going on");
    }
}
