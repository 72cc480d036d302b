package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.ServerResponse;
import dev.konverge.apiserver.catalog.Subresource;
import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.negotiate.Accepted;
import dev.konverge.apiserver.negotiate.Bodies;
import dev.konverge.apiserver.negotiate.Expected;
import dev.konverge.apiserver.store.Stored;
import dev.konverge.apiserver.upkeep.Cluster;
import dev.konverge.apiserver.upkeep.Eviction;
import dev.konverge.apiserver.upkeep.PodBinding;
import dev.konverge.model.Json;
import java.util.List;
import java.util.function.Supplier;

/** The subresources that take or give something else than the object they belong to: scale, binding, eviction and token. */
final class Subresources {
    private final Engine engine;
    private final Verbs verbs;
    private final Scaling scaling;
    private final Bodies bodies;
    private final Supplier<Cluster> cluster;
    private final TokenRequests tokens;
    private final Supplier<Kind> pods;

    Subresources(
            Engine engine,
            Verbs verbs,
            Scaling scaling,
            Bodies bodies,
            Supplier<Cluster> cluster,
            TokenRequests tokens,
            Supplier<Kind> pods) {
        this.engine = engine;
        this.verbs = verbs;
        this.scaling = scaling;
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
        return switch (verb) {
            case "get" -> scaling.get(call, found(call));
            case "patch" -> scaling.patch(call);
            default -> scaling.update(call);
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
        Caller caller = call.caller(options.fieldManager(), options.dryRun());
        Json.Obj placed = Metadata.inNamespace(binding, target.namespace());
        Json.Obj admitted = call.target.subresource().isEmpty()
                ? placed
                : engine.gate().admitPart(call.part(Gate.Operation.CREATE, placed, null, caller), placed);
        verbs.updating().rewrite(target, pod -> PodBinding.bound(pod, admitted, engine.now()), options.dryRun());
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
        eviction = Metadata.inNamespace(eviction, call.target.namespace());
        if (!Metadata.name(eviction).equals(call.target.name())) {
            throw Failures.badRequest("name in URL does not match name in Eviction object");
        }
        requireOneDryRun(call.query.all("dryRun"), Tree.strings(eviction, "deleteOptions", "dryRun"));
        Caller caller = call.caller(options.fieldManager(), options.dryRun());
        Json.Obj admitted = engine.gate().admitPart(call.part(Gate.Operation.CREATE, eviction, null, caller), eviction);
        Json.Obj pod = call.kind().shown(found(call));
        DeleteOptions deletion = DeleteOptions.of(Tree.object(admitted, "deleteOptions"));
        // kubectl says it here, others in the query.
        boolean dryRun = options.dryRun() || deletion.dryRun();
        Eviction.charge(cluster.get(), pod, dryRun, engine.now());
        DeleteOptions exact = deletion.uid().isPresent() ? deletion : deletion.withUid(Metadata.uid(pod));
        Target main = new Target(call.kind(), call.target.namespace(), call.target.name(), "");
        verbs.deleting().delete(main, exact, call.caller("", dryRun));
        return call.answerOther(201, success(), form);
    }

    /** Who says it in both places must say the same. */
    private static void requireOneDryRun(List<String> asked, List<String> said) {
        if (!asked.isEmpty() && !said.isEmpty() && !asked.equals(said)) {
            throw Failures.untyped("Non-matching dry-run options in request and content: [" + String.join(" ", asked)
                    + "] and [" + String.join(" ", said) + "]");
        }
    }

    private ServerResponse token(Call call) {
        Accepted form = call.acceptedOther();
        return call.answerOther(201, tokens.answer(call, call.kind().shown(found(call))), form);
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
