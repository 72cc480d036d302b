package dev.konverge.client;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Clock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Remembers what a server has, in files that outlive the process: those of client-go, one for the groups and one for each group and
 * version, so kubectl and Go programs may share them (DS-9).
 *
 * <p>A directory is for one server. Files that are too old, or cannot be read, count as not there; files that cannot be written are
 * not missed. Safe for use by many threads, and by many processes.
 */
public final class DiskDiscovery {
    /** For how long kubectl believes what it has written. */
    public static final Duration KUBECTL_TTL = Duration.ofHours(6);

    private final Supplier<ApiCatalog> source;
    private final CatalogFiles files;
    private final Duration ttl;
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();

    /** Files that this process has written since it was told to forget. */
    @GuardedBy("lock")
    private final Set<Path> own = new HashSet<>();

    /** How often it was told to forget; files of others are believed only before the first time. */
    @GuardedBy("lock")
    private long generation;

    /**
     * Remembers what a client finds out.
     *
     * @param directory of that server alone
     * @param ttl for how long a file is believed after it was written
     */
    public DiskDiscovery(DiscoveryClient client, Path directory, Duration ttl, Clock clock) {
        this(client::catalog, directory, ttl, clock);
    }

    DiskDiscovery(Supplier<ApiCatalog> source, Path directory, Duration ttl, Clock clock) {
        this.source = source;
        this.files = new CatalogFiles(directory);
        this.ttl = ttl;
        this.clock = clock;
    }

    /**
     * A catalog and where it is from.
     *
     * @param asked whether the server was asked for it just now
     */
    record Fetched(ApiCatalog catalog, boolean asked) {}

    /** {@return all that the server has, or had when the files were written} */
    public ApiCatalog catalog() {
        return fetch().catalog();
    }

    Fetched fetch() {
        Optional<ApiCatalog> known = files.read(this::isBelieved);
        if (known.isPresent()) {
            return new Fetched(known.get(), false);
        }
        long began = generation();
        ApiCatalog catalog = source.get();
        // What was asked for before everything was forgotten must not replace what was asked for after it.
        if (generation() == began) {
            noteOwn(files.write(catalog), began);
        }
        return new Fetched(catalog, true);
    }

    private void noteOwn(List<Path> written, long began) {
        lock.lock();
        try {
            if (generation == began) {
                own.addAll(written);
            } else {
                // Forgotten while it was written: that may have been over newer files.
                written.forEach(own::remove);
            }
        } finally {
            lock.unlock();
        }
    }

    private long generation() {
        lock.lock();
        try {
            return generation;
        } finally {
            lock.unlock();
        }
    }

    private boolean isBelieved(CatalogFiles.Entry entry) {
        lock.lock();
        try {
            return (generation == 0 || own.contains(entry.file()))
                    && clock.now().isBefore(entry.written().plus(ttl));
        } finally {
            lock.unlock();
        }
    }

    /** From now on believes only what this process writes. */
    public void invalidate() {
        lock.lock();
        try {
            generation++;
            own.clear();
        } finally {
            lock.unlock();
        }
    }
}
