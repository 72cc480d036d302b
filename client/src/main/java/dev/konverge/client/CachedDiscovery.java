package dev.konverge.client;

import dev.konverge.base.Clock;
import dev.konverge.model.GroupVersion;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Remembers what a server has, in memory. Safe for use by any number of threads; two that find nothing remembered may
 * both ask the server.
 */
public final class CachedDiscovery {
    /** Within this time after a question that was answered, it is not asked again in search of something missing. */
    static final Duration FRESH_FOR = Duration.ofSeconds(5);

    private final Supplier<DiskDiscovery.Fetched> source;
    private final Runnable forget;
    private final Clock clock;
    private final AtomicReference<Memory> memory = new AtomicReference<>(new Memory(0, null));

    /**
     * What is remembered.
     *
     * @param generation how often everything was forgotten
     * @param known null for nothing
     */
    private record Memory(long generation, @Nullable Known known) {}

    /** A catalog, and when it ceases to be fresh. */
    private record Known(ApiCatalog catalog, long until) {}

    /** Remembers what a client finds out. */
    public CachedDiscovery(DiscoveryClient client, Clock clock) {
        this(client::catalog, clock);
    }

    /** Remembers what files tell, which are forgotten along with it. */
    public CachedDiscovery(DiskDiscovery files, Clock clock) {
        this(files::fetch, files::invalidate, clock);
    }

    CachedDiscovery(Supplier<ApiCatalog> source, Clock clock) {
        this(() -> new DiskDiscovery.Fetched(source.get(), true), () -> {}, clock);
    }

    private CachedDiscovery(Supplier<DiskDiscovery.Fetched> source, Runnable forget, Clock clock) {
        this.source = source;
        this.forget = forget;
        this.clock = clock;
    }

    /** {@return all that the server has, or had when it was asked} */
    public ApiCatalog catalog() {
        Known present = memory.get().known();
        return present == null ? fetch() : present.catalog();
    }

    /** {@return the resources of a group and version; a group that could not tell the last time is asked again} */
    public List<ApiResource> resources(GroupVersion groupVersion) {
        ApiCatalog catalog = catalog();
        if (catalog.failures().containsKey(groupVersion)) {
            invalidate();
            catalog = fetch();
        }
        return catalog.resources(groupVersion);
    }

    /**
     * {@return whether the server was asked just now, so that asking again would tell nothing new} client-go calls a
     * memory fresh for as long as it lasts, and never learns of a kind that is added later.
     */
    public boolean isFresh() {
        Known present = memory.get().known();
        return present != null && clock.nanoTime() < present.until();
    }

    /** Forgets everything. */
    public void invalidate() {
        forget.run();
        memory.updateAndGet(before -> new Memory(before.generation() + 1, null));
    }

    private ApiCatalog fetch() {
        long generation = memory.get().generation();
        long start = clock.nanoTime();
        DiskDiscovery.Fetched fetched = source.get();
        // What was read from files may be as old as they are, so that a search that finds nothing asks the server.
        Known found = new Known(fetched.catalog(), fetched.asked() ? Clock.deadline(start, FRESH_FOR) : start);
        // What was asked for before everything was forgotten may be part of that.
        memory.updateAndGet(now -> now.generation() == generation ? new Memory(generation, found) : now);
        return fetched.catalog();
    }
}
