package dev.konverge.client;

import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Does the same with many things, some of them at a time. */
final class AtOnce<T, R> implements Platform.Body {
    private static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);

    private final List<T> all;
    private final Function<T, R> work;
    private final AtomicReferenceArray<@Nullable R> results;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    /** The first one that nobody has begun with; beyond the last one if no other is to be begun. */
    private final AtomicInteger next = new AtomicInteger();

    private AtOnce(List<T> all, Function<T, R> work) {
        this.all = all;
        this.work = work;
        this.results = new AtomicReferenceArray<>(all.size());
    }

    /**
     * {@return what came of each, in their order} The calling thread takes its share. When one fails no other is begun.
     *
     * @param most how many are done at a time
     * @throws InterruptedException if this thread is interrupted; those under way are interrupted too
     * @throws RuntimeException the first failure
     */
    static <T, R> List<R> map(Platform platform, int most, List<T> all, Function<T, R> work)
            throws InterruptedException {
        AtOnce<T, R> run = new AtOnce<>(all, work);
        List<Task> others = new ArrayList<>();
        try {
            for (int i = 1; i < Math.min(most, all.size()); i++) {
                others.add(platform.start("at once " + i, run));
            }
            run.run();
            for (Task other : others) {
                other.join(FOREVER);
            }
        } finally {
            run.next.set(all.size());
            others.forEach(Task::close);
        }
        return run.results();
    }

    @Override
    public void run() {
        for (int i = next.getAndIncrement(); i < all.size(); i = next.getAndIncrement()) {
            try {
                results.set(i, work.apply(all.get(i)));
            } catch (RuntimeException | Error e) {
                failure.compareAndSet(null, e);
                next.set(all.size());
            }
        }
    }

    private List<R> results() {
        switch (failure.get()) {
            case null -> {}
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case Throwable e -> throw new AssertionError("only those are caught", e);
        }
        List<R> list = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            list.add(Objects.requireNonNull(results.get(i)));
        }
        return list;
    }
}
