package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.ServerResponse;
import dev.konverge.apiserver.access.AccountTokens;
import dev.konverge.apiserver.catalog.Subresource;
import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.negotiate.Accepted;
import dev.konverge.apiserver.negotiate.Bodies;
import dev.konverge.apiserver.negotiate.Expected;
import dev.konverge.apiserver.negotiate.PatchDocument;
import dev.konverge.apiserver.patch.JsonPatch;
import dev.konverge.apiserver.patch.MergePatch;
import dev.konverge.apiserver.store.Stored;
import dev.konverge.apiserver.upkeep.Cluster;
import dev.konverge.apiserver.upkeep.Eviction;
import dev.konverge.apiserver.upkeep.PodBinding;
import dev.konverge.apiserver.upkeep.ScaleView;
import dev.konverge.model.Json;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The subresources that take or give something else than the object they belong to: scale, binding, eviction and token. */
final class Subresources {
    private final Engine engine;
    private final Verbs verbs;
    private final Bodies bodies;
    private final Supplier<Cluster> cluster;
    private final AccountTokens tokens;
    private final Supplier<Kind> pods;

    Subresources(
            Engine engine,
            Verbs verbs,
            Bodies bodies,
            Supplier<Cluster> cluster,
            AccountTokens tokens,
            Supplier<Kind> pods) {
        this.engine = engine;
        this.verbs = verbs;
        this.bodies = bodies;
        this.cluster = cluster;
        this.tokens = tokens;
        this.pods = pods;
    }

    /** {@return the answer to a request to one of these subresources} */
    ServerResponse handle(Call call, Subresource subresource, String verb) {
        return switch (subresource.name()) {
            case "scale" -> scale(call, verb);
            case "binding" -> bind(call, call.target, binding(call));
            case "eviction" -> evict(call);
            case "token" -> token(call);
            default -> throw Failures.noSuchResource();
        };
    }

    private ServerResponse scale(Call call, String verb) {
        Accepted form = call.acceptedOther();
        ScaleView view = call.kind().form().scale();
        if (verb.equals("get")) {
            Json.Obj object = call.kind().shown(found(call));
            return call.answerOther(200, view.of(object, call.kind().served().isCustom()), form);
        }
        boolean patches = verb.equals("patch");
        WriteOptions options =
                WriteOptions.of(call.query, patches ? WriteOptions.Verb.PATCH : WriteOptions.Verb.UPDATE);
        Caller caller = call.caller(options.fieldManager(), options.dryRun());
        Json.Obj sent = patches ? Json.Obj.EMPTY : sentScale(call);
        Updating.Updated updated = verbs.updating()
                .update(
                        call.target,
                        live -> scaled(call, view, live == null ? Json.Obj.EMPTY : live, patches, sent, caller),
                        Updating.Absent.CREATES_IF_ALLOWED,
                        Optional.empty(),
                        caller);
        return call.answerOther(
                200, view.of(updated.object(), call.kind().served().isCustom()), form);
    }

    private Json.Obj sentScale(Call call) {
        Json.Obj scale = bodies.object(
                        call.request.body(),
                        call.header("Content-Type").orElse(null),
                        Expected.builtIn("autoscaling", "v1", "Scale"))
                .object();
        Metadata.requireName(scale, call.target.name());
        return Metadata.inNamespace(scale, call.target.namespace());
    }

    private Json.Obj scaled(Call call, ScaleView view, Json.Obj live, boolean patches, Json.Obj sent, Caller caller) {
        Json.Obj scale =
                patches ? patched(call, view.of(live, call.kind().served().isCustom())) : sent;
        // A custom resource is checked as a whole, by its schema and for negative numbers.
        List<FieldError> errors = call.kind().served().isCustom() ? List.of() : ScaleView.errors(scale);
        if (!errors.isEmpty()) {
            throw Failures.invalid("autoscaling", "Scale", call.target.name(), errors);
        }
        Json.Obj next = view.scaled(live, scale);
        return engine.ownership().updated(call.target, live, next, caller.manager(), engine.now());
    }

    private static Json.Obj patched(Call call, Json.Obj scale) {
        Json patch = PatchDocument.parse(call.request.body(), "error decoding patch: ")
                .value();
        return switch (Patching.Type.of(call.header("Content-Type"), false)) {
            case JSON -> JsonPatch.apply(scale, patch);
            // Nothing in a scale is a list, so both kinds of merging come to the same.
            case MERGE, STRATEGIC -> MergePatch.apply(scale, patch);
            case APPLY ->
                throw Failures.unsupportedMediaType(
                        List.of("application/json-patch+json", "application/merge-patch+json"));
        };
    }

    private Json.Obj binding(Call call) {
        return bodies.object(
                        call.request.body(),
                        call.header("Content-Type").orElse(null),
                        Expected.builtIn("", "v1", "Binding"))
                .object();
    }

    /** Puts the pod on a node that a Binding names. */
    ServerResponse bind(Call call, Json.Obj binding) {
        return bind(call, new Target(pods.get(), call.target.namespace(), Metadata.name(binding), "binding"), binding);
    }

    private ServerResponse bind(Call call, Target target, Json.Obj binding) {
        Accepted form = call.acceptedOther();
        WriteOptions options = WriteOptions.of(call.query, WriteOptions.Verb.CREATE);
        List<FieldError> errors = PodBinding.errors(binding);
        if (!errors.isEmpty()) {
            throw Failures.untyped(FieldError.summary(errors));
        }
        verbs.updating().rewrite(target, pod -> PodBinding.bound(pod, binding, engine.now()), options.dryRun());
        return call.answerOther(201, success(), form);
    }

    private ServerResponse evict(Call call) {
        Accepted form = call.acceptedOther();
        WriteOptions options = WriteOptions.of(call.query, WriteOptions.Verb.CREATE);
        Json.Obj eviction = bodies.object(
                        call.request.body(),
                        call.header("Content-Type").orElse(null),
                        Expected.builtIn("policy", "v1", "Eviction"))
                .object();
        Metadata.requireName(eviction, call.target.name());
        Json.Obj pod = call.kind().shown(found(call));
        Eviction.charge(cluster.get(), pod, options.dryRun(), engine.now());
        DeleteOptions deletion = DeleteOptions.of(Tree.object(eviction, "deleteOptions"));
        DeleteOptions exact = deletion.uid().isPresent() ? deletion : deletion.withUid(Metadata.uid(pod));
        Target main = new Target(call.kind(), call.target.namespace(), call.target.name(), "");
        verbs.deleting().delete(main, exact, call.caller("", options.dryRun() || deletion.dryRun()));
        return call.answerOther(201, success(), form);
    }

    private ServerResponse token(Call call) {
        Accepted form = call.acceptedOther();
        Json.Obj request = bodies.object(
                        call.request.body(),
                        call.header("Content-Type").orElse(null),
                        Expected.builtIn("authentication.k8s.io", "v1", "TokenRequest"))
                .object();
        Json.Obj account = call.kind().shown(found(call));
        return call.answerOther(
                201,
                tokens.answer(
                        account, request, cluster.get()::find, engine.platform().random(), engine.now()),
                form);
    }

    private Stored found(Call call) {
        Stored found = engine.store().state().find(call.kind().collection(), call.target.key());
        if (found == null) {
            throw missing(call);
        }
        return found;
    }

    private static StatusException missing(Call call) {
        return Failures.notFound(call.kind().served().resource(), call.target.name());
    }

    private static Json.Obj success() {
        return Tree.with(Failures.success(Json.Obj.EMPTY), Json.of(201L), "code");
    }
}
