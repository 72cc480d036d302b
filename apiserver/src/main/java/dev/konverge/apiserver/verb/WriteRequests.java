package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.ServerResponse;
import dev.konverge.apiserver.catalog.Served;
import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.GroupResource;
import dev.konverge.apiserver.negotiate.Accepted;
import dev.konverge.apiserver.negotiate.Bodies;
import dev.konverge.apiserver.negotiate.Decoded;
import dev.konverge.apiserver.negotiate.Expected;
import dev.konverge.apiserver.negotiate.Patched;
import dev.konverge.apiserver.store.Stored;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Answers the requests that change something: reads what was sent, has it done, and renders what became of it. */
final class WriteRequests {
    private final Engine engine;
    private final Verbs verbs;
    private final Subresources subresources;
    private final Reviews reviews;
    private final Bodies bodies;
    private final Listing listing;

    WriteRequests(
            Engine engine, Verbs verbs, Subresources subresources, Reviews reviews, Bodies bodies, Listing listing) {
        this.engine = engine;
        this.verbs = verbs;
        this.subresources = subresources;
        this.reviews = reviews;
        this.bodies = bodies;
        this.listing = listing;
    }

    ServerResponse create(Call call) {
        if (Reviews.concerns(call.kind())) {
            Accepted form = call.acceptedOther();
            WriteOptions options = WriteOptions.of(call.query, WriteOptions.Verb.CREATE);
            String manager =
                    call.caller(options.fieldManager(), options.dryRun()).manager();
            Json.Obj review =
                    engine.ownership().updated(call.target, null, intake(call, options), manager, engine.now());
            Json.Obj answered = reviews.answered(call.target, review, call.request.user(), engine.now());
            return call.answerOther(201, answered, form);
        }
        if (call.kind().collection().equals("bindings")) {
            return subresources.bind(call, intake(call, WriteOptions.of(call.query, WriteOptions.Verb.CREATE)));
        }
        Accepted form = call.accepted();
        WriteOptions options = WriteOptions.of(call.query, WriteOptions.Verb.CREATE);
        Json.Obj object = intake(call, options);
        Caller caller = call.caller(options.fieldManager(), options.dryRun());
        Creating.Created created = verbs.creating().create(call.target, object, caller);
        return call.answer(201, created.shown(), created.stored(), form, engine.now());
    }

    ServerResponse update(Call call) {
        Accepted form = call.accepted();
        WriteOptions options = WriteOptions.of(call.query, WriteOptions.Verb.UPDATE);
        Json.Obj sent = Metadata.inNamespace(intake(call, options), call.target.namespace());
        Metadata.requireName(sent, call.target.name());
        Caller caller = call.caller(options.fieldManager(), options.dryRun());
        Json.Obj object = Metadata.withoutDuplicateOwners(sent, false, call.warnings);
        String uid = Metadata.uid(object);
        Updating.Updated updated = verbs.updating()
                .update(
                        call.target,
                        live -> engine.ownership().updated(call.target, live, object, caller.manager(), engine.now()),
                        Updating.Absent.CREATES_IF_ALLOWED,
                        uid.isEmpty() ? Optional.empty() : Optional.of(uid),
                        caller);
        return answer(call, updated, form);
    }

    ServerResponse patch(Call call) {
        Patching.Type type = Patching.Type.of(
                call.header("Content-Type"), call.kind().served().isCustom());
        Accepted form = call.accepted();
        WriteOptions options = WriteOptions.of(
                call.query, type == Patching.Type.APPLY ? WriteOptions.Verb.APPLY : WriteOptions.Verb.PATCH);
        Caller caller = call.caller(options.fieldManager(), options.dryRun());
        return answer(call, verbs.patching().patch(call.target, type, call.request.body(), options, caller), form);
    }

    private ServerResponse answer(Call call, Updating.Updated updated, Accepted form) {
        int status = updated.created() ? 201 : 200;
        return call.answer(status, updated::object, updated.stored(), form, engine.now());
    }

    ServerResponse delete(Call call) {
        Accepted form = call.accepted();
        DeleteOptions options = deleteOptions(call);
        warnOfOrphans(call, options);
        Deleting.Deleted deleted = verbs.deleting().delete(call.target, options, deleter(call, options, false));
        boolean accepted = !deleted.gone() && options.orphanDependents().equals(Optional.of(false));
        return call.answer(accepted ? 202 : 200, deleted.answer(), form, engine.now());
    }

    ServerResponse deleteCollection(Call call) throws InterruptedException {
        Accepted form = call.accepted();
        ListOptions which = ListOptions.of(call.query, false);
        DeleteOptions options = deleteOptions(call);
        Listing.Page page = listing.list(call.kind().collection(), Selection.of(call.target, which), which);
        Caller caller = deleter(call, options, true);
        for (Stored item : page.items()) {
            Json.Obj shown = call.kind().shown(item);
            Target one = new Target(call.kind(), call.target.namespace(), Metadata.name(shown), "");
            CollectionDeletion.tolerant(() -> verbs.deleting().delete(one, options, caller));
        }
        return call.answerList(ListBody.tree(call.kind(), page), form, engine.now());
    }

    private static Caller deleter(Call call, DeleteOptions options, boolean ofCollection) {
        return call.caller("", options.dryRun()).withAsked(new Caller.Asked(options.toJson(), ofCollection));
    }

    /** A Job's pods stay where nothing is said about them, which surprises people. */
    private static void warnOfOrphans(Call call, DeleteOptions options) {
        boolean job = call.kind().served().resource().equals(new GroupResource("batch", "jobs"));
        if (job && options.propagation().isEmpty() && options.orphanDependents().isEmpty()) {
            call.warnings.add(
                    "child pods are preserved by default when jobs are deleted; set propagationPolicy=Background"
                            + " to remove them or set propagationPolicy=Orphan to suppress this warning");
        }
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
            problems.addAll(0, call.kind().form().problems(Patched.decoded(decoded.object())));
        }
        if (!problems.isEmpty()) {
            switch (options.validation()) {
                case IGNORE -> {}
                case WARN -> Decoded.warnings(problems).forEach(call.warnings::add);
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
