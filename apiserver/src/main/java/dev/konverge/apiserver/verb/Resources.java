package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.Headers;
import dev.konverge.apiserver.ServerRequest;
import dev.konverge.apiserver.ServerResponse;
import dev.konverge.apiserver.catalog.Catalog;
import dev.konverge.apiserver.catalog.Served;
import dev.konverge.apiserver.catalog.Subresource;
import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.negotiate.Accepted;
import dev.konverge.apiserver.negotiate.Answers;
import dev.konverge.apiserver.negotiate.Bodies;
import dev.konverge.apiserver.negotiate.Decoded;
import dev.konverge.apiserver.negotiate.Expected;
import dev.konverge.apiserver.store.Stored;
import dev.konverge.model.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Handles the requests to resources: finds out what is wanted, has it done, and renders the answer. */
final class Resources {
    private static final Duration SHORTEST_WATCH = Duration.ofMinutes(30);

    private final Engine engine;
    private final Supplier<Catalog> catalog;
    private final Kinds kinds;
    private final Bodies bodies;
    private final Answers answers;
    private final Listing listing;
    private final Creating creating;
    private final Updating updating;
    private final Patching patching;
    private final Deleting deleting;
    private final Subresources subresources;
    private final Reviews reviews;

    Resources(
            Engine engine,
            Supplier<Catalog> catalog,
            Kinds kinds,
            Verbs verbs,
            Subresources subresources,
            Reviews reviews,
            Bodies bodies,
            Answers answers) {
        this.engine = engine;
        this.catalog = catalog;
        this.kinds = kinds;
        this.bodies = bodies;
        this.answers = answers;
        this.listing = new Listing(engine.store(), engine.platform().clock());
        this.creating = verbs.creating();
        this.updating = verbs.updating();
        this.patching = verbs.patching();
        this.deleting = verbs.deleting();
        this.subresources = subresources;
        this.reviews = reviews;
    }

    /**
     * {@return the answer to a request}, or nothing if its path is about nothing that is served
     *
     * @throws dev.konverge.apiserver.failure.StatusException if it is refused
     */
    Optional<ServerResponse> handle(ServerRequest request, RequestPath path) throws InterruptedException {
        Catalog serving = catalog.get();
        if (!serving.serves(path.group(), path.version())) {
            return Optional.empty();
        }
        Optional<Served> found = serving.find(path.group(), path.version(), path.resource());
        boolean reads = request.method().equals("GET") || request.method().equals("HEAD");
        boolean custom = found.map(Served::isCustom).orElse(false);
        if (found.isEmpty() || !path.rest().isEmpty() || misplaced(found.get(), path, reads)) {
            if (custom || isCustomGroup(serving, path)) {
                return Optional.empty();
            }
            throw Failures.noSuchResource();
        }
        Kind kind = kinds.of(found.get());
        Call call = new Call(
                request,
                Query.parse(request.rawQuery()),
                new Target(kind, path.namespace(), path.name(), path.subresource()),
                answers);
        return Optional.of(path.subresource().isEmpty() ? main(call, path) : sub(call));
    }

    private static boolean isCustomGroup(Catalog serving, RequestPath path) {
        return serving.of(path.group(), path.version()).stream().allMatch(Served::isCustom);
    }

    /** Whether a resource is not served at a place like this. */
    private static boolean misplaced(Served served, RequestPath path, boolean reads) {
        boolean inNamespace = !path.namespace().isEmpty();
        boolean whole = path.name().isEmpty() && (!served.isCustom() || reads);
        return served.namespaced() ? !inNamespace && !whole : inNamespace;
    }

    private ServerResponse main(Call call, RequestPath path) throws InterruptedException {
        boolean one = !path.name().isEmpty();
        return switch (call.request.method()) {
            case "GET", "HEAD" -> {
                if (path.watch() || (!one && call.query.flag("watch"))) {
                    require(call, "watch");
                    yield watch(call);
                }
                require(call, one ? "get" : "list");
                yield one ? get(call) : list(call);
            }
            case "POST" -> {
                requirePlace(call, !one, "create");
                require(call, "create");
                yield create(call);
            }
            case "PUT" -> {
                requirePlace(call, one, "update");
                require(call, "update");
                yield update(call);
            }
            case "PATCH" -> {
                requirePlace(call, one, "patch");
                require(call, "patch");
                yield patch(call);
            }
            case "DELETE" -> {
                require(call, one ? "delete" : "deletecollection");
                requirePlace(call, true, "delete");
                yield one ? delete(call) : deleteCollection(call);
            }
            default -> throw Failures.methodNotAllowed();
        };
    }

    private static void require(Call call, String verb) {
        // The verbs of a custom resource are for discovery: even one on its way out can be changed, and so be rid of
        // finalizers.
        if (!call.kind().served().isCustom() && !call.kind().served().allows(verb)) {
            throw Failures.methodNotAllowed();
        }
    }

    /** A write needs its proper path: objects of a namespace are not written from outside of it. */
    private static void requirePlace(Call call, boolean proper, String verb) {
        boolean outside =
                call.kind().served().namespaced() && call.target.namespace().isEmpty();
        if (!proper || outside) {
            throw call.kind().served().isCustom() && !proper
                    ? Failures.verbNotSupported(call.kind().served().resource(), verb)
                    : Failures.methodNotAllowed();
        }
    }

    private ServerResponse sub(Call call) throws InterruptedException {
        Target target = call.target;
        Subresource subresource = call.kind()
                .served()
                .findSubresource(target.subresource())
                .orElseThrow(() -> call.kind().served().isCustom()
                        ? Failures.notFound(call.kind().served().resource(), target.name())
                        : Failures.noSuchResource());
        String verb = switch (call.request.method()) {
            case "GET", "HEAD" -> "get";
            case "POST" -> "create";
            case "PUT" -> "update";
            case "PATCH" -> "patch";
            case "DELETE" -> "delete";
            default -> "";
        };
        if (!subresource.verbs().contains(verb)) {
            throw Failures.methodNotAllowed();
        }
        boolean sameKind = subresource.kind().equals(call.kind().served().kind())
                && subresource.group().equals(call.kind().served().group());
        if (!sameKind) {
            return subresources.handle(call, subresource, verb);
        }
        return switch (verb) {
            case "get" -> get(call);
            case "update" -> update(call);
            case "patch" -> patch(call);
            default -> throw Failures.methodNotAllowed();
        };
    }

    private ServerResponse get(Call call) throws InterruptedException {
        Accepted form = call.accepted();
        String version = call.query.text("resourceVersion");
        if (!version.isEmpty() && !version.equals("0")) {
            try {
                listing.awaitRevision(Revisions.parse(version));
            } catch (NumberFormatException e) {
                throw Revisions.unreadable(version);
            }
        }
        Stored found = engine.store().state().find(call.kind().collection(), call.target.key());
        if (found == null) {
            throw Failures.notFound(call.kind().served().resource(), call.target.name());
        }
        return call.answer(200, call.kind().shown(found), found, form, engine.now());
    }

    private ServerResponse list(Call call) throws InterruptedException {
        Accepted form = call.accepted();
        ListOptions options = ListOptions.of(call.query, false);
        Listing.Page page = listing.list(call.kind().collection(), selection(call, options), options);
        return call.answerPage(page, form, engine.now());
    }

    private static Selection selection(Call call, ListOptions options) {
        return Selection.of(call.target, options);
    }

    private ServerResponse watch(Call call) {
        Accepted form = call.acceptedWatch();
        ListOptions options = ListOptions.of(call.query, true);
        Selection selection = selection(call, options);
        long version;
        try {
            version = Revisions.parse(options.version());
        } catch (NumberFormatException e) {
            throw Revisions.unreadable(options.version());
        }
        Feed.Start start = new Feed.Start(version, options.initialEvents().orElse(false), options.bookmarks());
        Served served = call.kind().served();
        Feed feed = new Feed(
                engine.store(),
                engine.platform().clock(),
                call.kind().collection(),
                selection,
                new WatchFrames(
                        call.kind(),
                        form,
                        call.renditions(form),
                        answers,
                        engine.platform().clock()),
                start,
                () -> isOutdated(served),
                deadline(options));
        Headers headers = call.warnings.addTo(Headers.of("Content-Type", Answers.watchContentType(form)));
        return new ServerResponse.Watch(200, headers, feed);
    }

    /** A watch ends when what it watches is served in another way, or no longer. */
    private boolean isOutdated(Served served) {
        return served.isCustom()
                && !catalog.get()
                        .find(served.group(), served.version(), served.plural())
                        .equals(Optional.of(served));
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

    private ServerResponse create(Call call) {
        if (Reviews.concerns(call.kind())) {
            Accepted form = call.acceptedOther();
            Json.Obj review = intake(call, WriteOptions.of(call.query, WriteOptions.Verb.CREATE));
            Json.Obj answered = reviews.answered(call.kind(), review, call.request.user(), engine.now());
            return call.answerOther(201, answered, form);
        }
        if (call.kind().collection().equals("bindings")) {
            return subresources.bind(call, intake(call, WriteOptions.of(call.query, WriteOptions.Verb.CREATE)));
        }
        Accepted form = call.accepted();
        WriteOptions options = WriteOptions.of(call.query, WriteOptions.Verb.CREATE);
        Json.Obj object = intake(call, options);
        Caller caller = call.caller(options.fieldManager(), options.dryRun());
        Creating.Created created = creating.create(call.target, object, caller);
        return call.answer(201, created.object(), created.stored(), form, engine.now());
    }

    private ServerResponse update(Call call) {
        Accepted form = call.accepted();
        WriteOptions options = WriteOptions.of(call.query, WriteOptions.Verb.UPDATE);
        Json.Obj sent = Metadata.inNamespace(intake(call, options), call.target.namespace());
        Metadata.requireName(sent, call.target.name());
        Caller caller = call.caller(options.fieldManager(), options.dryRun());
        Json.Obj object = Metadata.withoutDuplicateOwners(sent, false, call.warnings);
        String uid = Metadata.uid(object);
        Updating.Updated updated = updating.update(
                call.target,
                live -> engine.ownership().updated(call.target, live, object, caller.manager(), engine.now()),
                Updating.Absent.CREATES_IF_ALLOWED,
                uid.isEmpty() ? Optional.empty() : Optional.of(uid),
                caller);
        return answer(call, updated, form);
    }

    private ServerResponse patch(Call call) {
        Patching.Type type = Patching.Type.of(
                call.header("Content-Type"), call.kind().served().isCustom());
        Accepted form = call.accepted();
        WriteOptions options = WriteOptions.of(
                call.query, type == Patching.Type.APPLY ? WriteOptions.Verb.APPLY : WriteOptions.Verb.PATCH);
        Caller caller = call.caller(options.fieldManager(), options.dryRun());
        return answer(call, patching.patch(call.target, type, call.request.body(), options, caller), form);
    }

    private ServerResponse answer(Call call, Updating.Updated updated, Accepted form) {
        int status = updated.created() ? 201 : 200;
        return call.answer(status, updated.object(), updated.stored(), form, engine.now());
    }

    private ServerResponse delete(Call call) {
        Accepted form = call.accepted();
        DeleteOptions options = deleteOptions(call);
        Deleting.Deleted deleted = deleting.delete(call.target, options, call.caller("", options.dryRun()));
        boolean accepted = !deleted.gone() && options.orphanDependents().equals(Optional.of(false));
        return call.answer(accepted ? 202 : 200, deleted.answer(), form, engine.now());
    }

    private ServerResponse deleteCollection(Call call) throws InterruptedException {
        Accepted form = call.accepted();
        ListOptions which = ListOptions.of(call.query, false);
        DeleteOptions options = deleteOptions(call);
        Listing.Page page = listing.list(call.kind().collection(), selection(call, which), which);
        List<Json.Obj> deleted = new ArrayList<>(page.items().size());
        Caller caller = call.caller("", options.dryRun());
        for (Stored item : page.items()) {
            Json.Obj shown = call.kind().shown(item);
            Target one = new Target(call.kind(), call.target.namespace(), Metadata.name(shown), "");
            CollectionDeletion.tolerant(() -> deleting.delete(one, options, caller));
            deleted.add(shown);
        }
        return call.answerList(ListBody.tree(call.kind(), page.revision(), deleted), form, engine.now());
    }

    private DeleteOptions deleteOptions(Call call) {
        byte[] body = call.request.body();
        return body.length == 0
                ? DeleteOptions.of(call.query)
                : DeleteOptions.of(
                        bodies.deleteOptions(body, call.header("Content-Type").orElse(null)));
    }

    /** Reads the object of a request and brings it into normal form. */
    private Json.Obj intake(Call call, WriteOptions options) {
        Served served = call.kind().served();
        Decoded decoded = bodies.object(
                call.request.body(),
                call.header("Content-Type").orElse(null),
                new Expected(served.group(), served.version(), served.kind(), served.isCustom()));
        List<String> problems = new ArrayList<>(decoded.problems());
        if (served.isCustom()) {
            problems.addAll(0, call.kind().form().problems(decoded.object()));
        }
        if (!problems.isEmpty()) {
            switch (options.validation()) {
                case IGNORE -> {}
                case WARN -> problems.forEach(call.warnings::add);
                case STRICT -> throw strict(served, problems);
            }
        }
        return call.kind().form().normalized(decoded.object());
    }

    private static RuntimeException strict(Served served, List<String> problems) {
        return Failures.badRequest(served.kind() + " in version \"" + served.version() + "\" cannot be handled as a "
                + served.kind() + ": " + Decoded.strictMessage(problems));
    }
}
