package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.StatusException;
import java.time.Duration;

/**
 * The way by which a real server reads a collection. Here both ways read the same store; clients notice only what the way shows of
 * itself.
 */
enum ReadPath {
    /** Through a cache, which waits for the future, tells watchers how far they got and has its own mark in tokens. */
    CACHED(Duration.ofSeconds(3), true, "/") {
        @Override
        StatusException tooOld(long asked, long forgotten) {
            return Failures.expired("too old resource version: " + asked + " (" + forgotten + ")");
        }
    },
    /** Straight from the storage, which does none of that. */
    STORAGE(Duration.ZERO, false, "") {
        @Override
        StatusException tooOld(long asked, long forgotten) {
            return Failures.expired("The resourceVersion for the provided watch is too old.");
        }
    };

    /** The one collection without a cache, for it changes more often than it is read. */
    private static final String EVENTS = "events";

    private final Duration patience;
    private final boolean tellsProgress;
    private final String tokenMark;

    ReadPath(Duration patience, boolean tellsProgress, String tokenMark) {
        this.patience = patience;
        this.tellsProgress = tellsProgress;
        this.tokenMark = tokenMark;
    }

    /** {@return the way a collection is read} */
    static ReadPath of(String collection) {
        return collection.equals(EVENTS) ? STORAGE : CACHED;
    }

    /** {@return how long a read waits for a revision that is not there yet} */
    Duration patience() {
        return patience;
    }

    /** {@return whether a quiet watch is told how far it got} */
    boolean tellsProgress() {
        return tellsProgress;
    }

    /** {@return what the keys in continue tokens begin with} */
    String tokenMark() {
        return tokenMark;
    }

    /** {@return how many objects a page has at most, 0 for any number}: who takes any state gets all that a cache has */
    long limit(ListOptions options) {
        return this == CACHED && options.version().equals("0") ? 0 : options.limit();
    }

    /** {@return the refusal of a read at a revision that is not there yet}; who has waited for it may ask again */
    StatusException tooLarge(long asked, long current) {
        return Failures.tooLargeVersion(asked, current, patience.isZero() ? 0 : 1);
    }

    /** {@return the end of a watch that wants to begin at a revision whose followers are forgotten} */
    abstract StatusException tooOld(long asked, long forgotten);
}
