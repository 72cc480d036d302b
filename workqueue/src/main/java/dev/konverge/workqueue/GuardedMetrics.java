package dev.konverge.workqueue;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Somebody else's metrics, of which no failure comes through: a key that is in nobody's hands yet would be lost by it. */
final class GuardedMetrics implements QueueMetrics {
    private static final Logger LOG = LoggerFactory.getLogger(GuardedMetrics.class);

    private final String queue;
    private final QueueMetrics port;

    GuardedMetrics(String queue, QueueMetrics port) {
        this.queue = queue;
        this.port = port;
    }

    @Override
    public void added(int count) {
        try {
            port.added(count);
        } catch (Throwable thrown) {
            tell(thrown);
        }
    }

    @Override
    public void retried() {
        try {
            port.retried();
        } catch (Throwable thrown) {
            tell(thrown);
        }
    }

    @Override
    public void waited(Duration duration) {
        try {
            port.waited(duration);
        } catch (Throwable thrown) {
            tell(thrown);
        }
    }

    @Override
    public void worked(Duration duration) {
        try {
            port.worked(duration);
        } catch (Throwable thrown) {
            tell(thrown);
        }
    }

    private void tell(Throwable thrown) {
        LOG.atError().addKeyValue("queue", queue).setCause(thrown).log("figures could not be counted");
    }
}
