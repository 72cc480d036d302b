package dev.konverge.workqueue;

import java.time.Duration;

/** Somebody else's metrics, of which no failure comes through: a key that is in nobody's hands yet would be lost by it. */
final class GuardedMetrics implements QueueMetrics {
    private static final GuardedLog LOG = GuardedLog.of(GuardedMetrics.class);

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
        LOG.error(
                "figures could not be counted",
                line -> line.addKeyValue("queue", queue).setCause(thrown));
    }
}
