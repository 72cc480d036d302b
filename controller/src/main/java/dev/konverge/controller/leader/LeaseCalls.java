package dev.konverge.controller.leader;

import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import dev.konverge.client.ApiException;
import dev.konverge.client.CancelledException;
import dev.konverge.controller.leader.ElectionCore.Input;
import dev.konverge.model.ObjectMeta;
import dev.konverge.model.coordination.v1.Lease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out what an election wants done to its lease, each request on a thread of its own, so that one without an answer
 * cannot make a leader miss its deadline.
 *
 * <p>For use by one thread, which also closes it.
 */
final class LeaseCalls implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LeaderElector.class);

    private final Platform platform;
    private final LeaseStore store;
    private final Map<String, String> labels;

    /** Requests that were given up and may not have noticed yet. */
    private final List<Task> stragglers = new ArrayList<>();

    /** What was read or written last: what the next update is based on (LE-14). */
    private @Nullable Lease last;

    LeaseCalls(Platform platform, LeaseStore store, Map<String, String> labels) {
        this.platform = platform;
        this.store = store;
        this.labels = labels;
    }

    Input read(long until) throws InterruptedException {
        return call(
                "read",
                until,
                () -> store.find().<Answer>map(Answer.Present::new).orElseGet(Answer.Absent::new));
    }

    Input create(LeaseRecord record, long until) throws InterruptedException {
        Lease empty = Lease.builder()
                .metadata(ObjectMeta.builder()
                        .namespace(store.key().namespace())
                        .name(store.key().name())
                        .build())
                .build();
        Lease wanted = record.in(empty, labels);
        return call("create", until, () -> new Answer.Stored(store.create(wanted)));
    }

    Input update(LeaseRecord record, long until) throws InterruptedException {
        Lease wanted = record.in(Objects.requireNonNull(last, "a lease is updated after it was read"), labels);
        return call("update", until, () -> new Answer.Stored(store.update(wanted)));
    }

    private sealed interface Answer {
        record Present(Lease lease) implements Answer {}

        record Absent() implements Answer {}

        record Stored(Lease lease) implements Answer {}

        record Refused(ApiException failure) implements Answer {}
    }

    private Input call(String operation, long until, Supplier<Answer> request) throws InterruptedException {
        AtomicReference<@Nullable Answer> answer = new AtomicReference<>();
        Task task = platform.start("lease " + operation + " " + store.key(), () -> answer.set(ask(request)));
        stragglers.removeIf(Task::isDone);
        stragglers.add(task);
        Duration bound = Duration.ofNanos(Math.max(0, until - platform.clock().nanoTime()));
        if (!task.join(bound)) {
            task.interrupt();
        }
        return input(operation, answer.get());
    }

    private static @Nullable Answer ask(Supplier<Answer> request) throws InterruptedException {
        try {
            return request.get();
        } catch (ApiException failure) {
            return new Answer.Refused(failure);
        } catch (CancelledException givenUp) {
            throw new InterruptedException(givenUp.getMessage());
        }
    }

    private Input input(String operation, @Nullable Answer answer) {
        return switch (answer) {
            case null -> {
                report(operation, "no answer in time");
                yield new Input.Failed(false);
            }
            case Answer.Present(Lease lease) -> {
                last = lease;
                yield new Input.Found(LeaseRecord.of(lease));
            }
            case Answer.Absent() -> new Input.Missing();
            case Answer.Stored(Lease lease) -> {
                last = lease;
                yield new Input.Written();
            }
            case Answer.Refused(ApiException failure) -> {
                report(operation, String.valueOf(failure.getMessage()));
                yield new Input.Failed(failure instanceof ApiException.Conflict);
            }
        };
    }

    private void report(String operation, String reason) {
        LOG.atWarn()
                .addKeyValue("lease", store.key())
                .addKeyValue("operation", operation)
                .addKeyValue("reason", reason)
                .log("a request for the lease failed");
    }

    /** Waits for requests that were given up. */
    @Override
    public void close() {
        stragglers.forEach(Task::interrupt);
        stragglers.forEach(Task::close);
    }
}
