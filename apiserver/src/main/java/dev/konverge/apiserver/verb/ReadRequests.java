package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.Headers;
import dev.konverge.apiserver.ServerResponse;
import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.negotiate.Accepted;
import dev.konverge.apiserver.negotiate.Answers;
import dev.konverge.apiserver.store.Stored;
import java.time.Duration;

/** Answers the requests that change nothing: get, list and watch. */
final class ReadRequests {
    private static final Duration SHORTEST_WATCH = Duration.ofMinutes(30);

    private final Engine engine;
    private final Listing listing;

    ReadRequests(Engine engine, Listing listing) {
        this.engine = engine;
        this.listing = listing;
    }

    ServerResponse get(Call call) throws InterruptedException {
        Accepted form = call.accepted();
        String version = call.query.text("resourceVersion");
        if (!version.isEmpty() && !version.equals("0")) {
            try {
                listing.awaitRevision(call.kind().collection(), Revisions.parse(version));
            } catch (NumberFormatException e) {
                throw Revisions.unreadable(version);
            }
        }
        Stored found = engine.store().state().find(call.kind().collection(), call.target.key());
        if (found == null) {
            throw Failures.notFound(call.kind().served().resource(), call.target.name());
        }
        return call.answer(200, () -> call.kind().shown(found), found, form, engine.now());
    }

    ServerResponse list(Call call) throws InterruptedException {
        Accepted form = call.accepted();
        ListOptions options = ListOptions.of(call.query, false);
        Listing.Page page = listing.list(call.kind().collection(), Selection.of(call.target, options), options);
        return call.answerPage(page, form, engine.now());
    }

    ServerResponse watch(Call call) {
        Accepted form = call.acceptedWatch();
        ListOptions options = ListOptions.of(call.query, true);
        Selection selection = Selection.of(call.target, options);
        long version;
        try {
            version = Revisions.parse(options.version());
        } catch (NumberFormatException e) {
            throw Revisions.unreadable(options.version());
        }
        Feed.Start start = new Feed.Start(version, options.initialEvents().orElse(false), options.bookmarks());
        Kind kind = call.kind();
        Feed feed = new Feed(
                engine.store(),
                engine.platform().clock(),
                call.kind().collection(),
                selection,
                new WatchFrames(
                        call.kind(),
                        form,
                        call.renditions(form),
                        call.answers(),
                        engine.platform().clock()),
                start,
                () -> isOutdated(kind),
                deadline(options));
        Headers headers = call.warnings.addTo(Headers.of("Content-Type", Answers.watchContentType(form)));
        return new ServerResponse.Watch(200, headers, feed);
    }

    /** A watch ends when what it watches is defined in another way, if only by its schema, or no longer. */
    private boolean isOutdated(Kind kind) {
        return kind.served().isCustom()
                && engine.definitions()
                        .find(kind.served())
                        .filter(current -> current == kind)
                        .isEmpty();
    }

    private long deadline(ListOptions options) {
        long seconds = options.timeoutSeconds().orElse(0);
        // Watches that say nothing end at different times, so that not all of them come back at once.
        Duration span = seconds > 0
                ? Duration.ofSeconds(seconds)
                : Duration.ofMillis((long) (SHORTEST_WATCH.toMillis()
                        * (1 + engine.platform().random().nextDouble())));
        return engine.platform().clock().deadlineAfter(span);
    }
}
