package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.ServerResponse;
import dev.konverge.apiserver.apply.Endpoint;
import dev.konverge.apiserver.apply.FieldMask;
import dev.konverge.apiserver.apply.ManagedFields;
import dev.konverge.apiserver.apply.ScaleFields;
import dev.konverge.apiserver.apply.Versions;
import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.negotiate.Accepted;
import dev.konverge.apiserver.negotiate.Bodies;
import dev.konverge.apiserver.negotiate.Expected;
import dev.konverge.apiserver.negotiate.PatchDocument;
import dev.konverge.apiserver.patch.JsonPatch;
import dev.konverge.apiserver.patch.MergePatch;
import dev.konverge.apiserver.store.Stored;
import dev.konverge.apiserver.structure.Structures;
import dev.konverge.apiserver.upkeep.ScaleView;
import dev.konverge.model.Json;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The scale of objects: it is read and written as an object of its own, and what it says is written into the object it is of. */
final class Scaling {
    private static final String TYPE = "io.k8s.api.autoscaling.v1.Scale";

    private final Engine engine;
    private final Updating updating;
    private final Bodies bodies;
    private final ManagedFields managedFields;

    Scaling(Engine engine, Updating updating, Bodies bodies, Structures structures) {
        this.engine = engine;
        this.updating = updating;
        this.bodies = bodies;
        this.managedFields = new ManagedFields(new Endpoint(
                "autoscaling/v1", "Scale", "scale", structures.object(TYPE), FieldMask.NONE, Versions.NONE));
    }

    ServerResponse get(Call call, Stored found) {
        Accepted form = call.acceptedOther();
        return call.answerOther(200, shown(call, call.kind().shown(found)), form);
    }

    ServerResponse update(Call call) {
        Accepted form = call.acceptedOther();
        WriteOptions options = WriteOptions.of(call.query, WriteOptions.Verb.UPDATE);
        Json.Obj sent = sent(call);
        return write(call, options, form, caller -> before -> owned(before, sent, caller));
    }

    ServerResponse patch(Call call) {
        Patching.Type type = Patching.Type.of(
                call.header("Content-Type"), call.kind().served().isCustom());
        Accepted form = call.acceptedOther();
        if (type == Patching.Type.APPLY) {
            WriteOptions options = WriteOptions.of(call.query, WriteOptions.Verb.APPLY);
            Json.Obj config = bodies.applyConfiguration(call.request.body()).object();
            boolean force = options.force().orElse(false);
            return write(
                    call,
                    options,
                    form,
                    caller -> before -> managedFields.onApply(before, config, caller.manager(), force, engine.now()));
        }
        WriteOptions options = WriteOptions.of(call.query, WriteOptions.Verb.PATCH);
        Json patch = PatchDocument.parse(call.request.body(), "error decoding patch: ")
                .value();
        return write(
                call,
                options,
                form,
                caller -> before -> owned(
                        before,
                        // Nothing in a scale is a list, so both kinds of merging come to the same.
                        type == Patching.Type.JSON ? JsonPatch.apply(before, patch) : MergePatch.apply(before, patch),
                        caller));
    }

    /** What a request makes of a scale, for whoever sends it. */
    private interface Change {
        UnaryOperator<Json.Obj> by(Caller caller);
    }

    private ServerResponse write(Call call, WriteOptions options, Accepted form, Change change) {
        Caller caller = call.caller(options.fieldManager(), options.dryRun());
        UnaryOperator<Json.Obj> next = change.by(caller);
        Updating.Updated updated = updating.update(
                call.target,
                live -> scaled(call, live == null ? Json.Obj.EMPTY : live, next, caller),
                Updating.Absent.CREATES_IF_ALLOWED,
                Optional.empty(),
                caller);
        return call.answerOther(200, shown(call, updated.object()), form);
    }

    private static Json.Obj shown(Call call, Json.Obj object) {
        return call.kind().form().scale().of(object, call.kind().served().isCustom());
    }

    private Json.Obj scaled(Call call, Json.Obj live, UnaryOperator<Json.Obj> change, Caller caller) {
        ScaleView view = call.kind().form().scale();
        ScaleFields fields = new ScaleFields(call.kind().served().apiVersion(), view.specPath());
        Json.Obj before = fields.toScale(live, shown(call, live));
        Json.Obj wanted = change.apply(before);
        // Who is asked about a scale sees the scale, not what it is of; and at last without its managers.
        Json.Obj scale = engine.gate().mutatePart(call.part(Gate.Operation.UPDATE, wanted, before, caller), wanted);
        Json.Obj plain = Tree.without(scale, "metadata", "managedFields");
        engine.gate()
                .validatePart(
                        call.part(
                                Gate.Operation.UPDATE,
                                plain,
                                Tree.without(before, "metadata", "managedFields"),
                                caller),
                        plain);
        // A custom resource is checked as a whole, by its schema and for negative numbers.
        List<FieldError> errors = call.kind().served().isCustom() ? List.of() : ScaleView.errors(scale);
        if (!errors.isEmpty()) {
            throw Failures.invalid("autoscaling", "Scale", call.target.name(), errors);
        }
        return fields.toObject(live, scale, view.scaled(live, scale));
    }

    private Json.Obj sent(Call call) {
        Json.Obj scale = bodies.object(
                        call.request.body(),
                        call.header("Content-Type").orElse(null),
                        Expected.builtIn("autoscaling", "v1", "Scale"))
                .object();
        Metadata.requireName(scale, call.target.name());
        return Metadata.inNamespace(scale, call.target.namespace());
    }

    /** {@return a new state of a scale with its managers}: no replicas are as good as none said. */
    private Json.Obj owned(Json.Obj before, Json.Obj after, Caller caller) {
        long replicas = Tree.number(after, "spec", "replicas");
        Json.Obj spec = replicas == 0 ? Json.Obj.EMPTY : Tree.of("replicas", replicas);
        Json.Obj plain = Tree.withFrom(Tree.with(after, spec, "spec"), before, "status");
        return managedFields.onUpdate(before, plain, caller.manager(), engine.now());
    }
}
