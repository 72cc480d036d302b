package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.StatusBuilder;
import dev.konverge.apiserver.store.Snapshot;
import dev.konverge.apiserver.store.State;
import dev.konverge.apiserver.store.Store;
import dev.konverge.apiserver.store.Stored;
import dev.konverge.base.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Reads pages of a collection, at the present or at a moment of its past. */
final class Listing {
    private static final String TOO_OLD = "The resourceVersion for the provided list is too old.";
    private static final String TOKEN_TOO_OLD =
            "The provided continue parameter is too old to display a consistent list result. You can start a new list without "
                    + "the continue parameter, or use the continue token in this response to retrieve the remainder of the "
                    + "results. Continuing with the provided token results in an inconsistent list - objects that were "
                    + "created, modified, or deleted between the time the first chunk was returned and now may show up in "
                    + "the list.";

    private final Store store;
    private final Clock clock;

    Listing(Store store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /**
     * A page.
     *
     * @param revision of the collection it is a page of
     * @param items the objects, in the order of their keys
     * @param continueToken where to go on, empty at the end
     * @param remaining how many come behind it, if that is known
     */
    record Page(long revision, List<Stored> items, String continueToken, OptionalLong remaining) {}

    /** {@return a page of a collection} */
    Page list(String collection, Selection selection, ListOptions options) throws InterruptedException {
        String prefix = selection.prefix();
        String start = prefix;
        Snapshot snapshot;
        if (!options.continueToken().isEmpty() && selection.onlyKey().isEmpty()) {
            ContinueToken token = ContinueToken.decode(options.continueToken());
            if (!options.version().isEmpty() && !options.version().equals("0")) {
                throw Failures.badRequest("specifying resource version is not allowed when using continue");
            }
            start = prefix + token.start();
            snapshot = continued(collection, token);
        } else {
            snapshot = snapshot(collection, options);
        }
        ReadPath path = ReadPath.of(collection);
        return page(snapshot, selection, start, path.limit(options), path.tokenMark());
    }

    private Snapshot continued(String collection, ContinueToken token) {
        State state = store.state();
        if (token.revision() < 0) {
            return state.objects(collection);
        }
        if (token.revision() > state.revision()) {
            throw Failures.tooLargeVersion(token.revision(), state.revision(), 1);
        }
        Snapshot found = state.objectsAt(collection, token.revision());
        if (found == null) {
            String fresh = new ContinueToken(ContinueToken.CURRENT, token.start()).encode();
            throw StatusBuilder.failure(410, "Expired", TOKEN_TOO_OLD)
                    .continueWith(fresh)
                    .exception();
        }
        return found;
    }

    private Snapshot snapshot(String collection, ListOptions options) throws InterruptedException {
        long version = version(options.version());
        if (version == 0) {
            return store.state().objects(collection);
        }
        boolean exact = switch (options.match()) {
            case EXACT -> true;
            case NOT_OLDER_THAN -> false;
            case UNSET -> options.limit() > 0;
        };
        awaitRevision(collection, version);
        if (!exact) {
            return store.state().objects(collection);
        }
        Snapshot found = store.state().objectsAt(collection, version);
        if (found == null) {
            throw Failures.expired(TOO_OLD);
        }
        return found;
    }

    private static long version(String text) {
        try {
            return Revisions.parse(text);
        } catch (NumberFormatException e) {
            throw Failures.badRequest("invalid resource version: " + Revisions.complaint(text));
        }
    }

    /**
     * Waits until the present is not older than a revision.
     *
     * @throws StatusException 504 if that does not happen
     */
    void awaitRevision(String collection, long version) throws InterruptedException {
        if (Long.compareUnsigned(store.state().revision(), version) >= 0) {
            return;
        }
        ReadPath path = ReadPath.of(collection);
        if (version < 0 || !store.awaitRevision(version, clock.deadlineAfter(path.patience()))) {
            throw path.tooLarge(version, store.state().revision());
        }
    }

    private static Page page(Snapshot snapshot, Selection selection, String start, long limit, String slash) {
        if (selection.onlyKey().isPresent()) {
            Stored only = snapshot.find(selection.onlyKey().get());
            return new Page(snapshot.revision(), matching(only, selection), "", OptionalLong.empty());
        }
        List<Stored> items = new ArrayList<>();
        String prefix = selection.prefix();
        @Nullable Stored last = null;
        for (Stored object : snapshot.from(start)) {
            if (!object.key().startsWith(prefix)) {
                break;
            }
            if (limit > 0 && items.size() >= limit && last != null) {
                String key = slash + last.key().substring(prefix.length());
                String token = ContinueToken.after(key, snapshot.revision()).encode();
                OptionalLong remaining = selection.isEverything()
                        ? OptionalLong.of(snapshot.countFrom(prefix, start) - limit)
                        : OptionalLong.empty();
                return new Page(snapshot.revision(), items, token, remaining);
            }
            if (selection.matches(object)) {
                items.add(object);
                last = object;
            }
        }
        return new Page(snapshot.revision(), items, "", OptionalLong.empty());
    }

    private static List<Stored> matching(@Nullable Stored only, Selection selection) {
        return only != null && selection.matches(only) ? List.of(only) : List.of();
    }
}
