package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.admission.Admission;
import dev.konverge.apiserver.admission.Write;
import dev.konverge.apiserver.admission.match.Request;
import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.policy.Policies;
import dev.konverge.apiserver.webhook.Webhooks;
import dev.konverge.model.Json;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The gate with the admission plugins of a real server. */
final class AdmissionGate implements Gate {
    /** Asked for with each write: the plugins look at the cluster whose writes they admit, so neither can be made first. */
    private final Supplier<Admission> admission;

    private final Policies policies;
    private final Webhooks webhooks;
    private final Kinds kinds;

    AdmissionGate(Supplier<Admission> admission, Policies policies, Webhooks webhooks, Kinds kinds) {
        this.admission = admission;
        this.policies = policies;
        this.webhooks = webhooks;
        this.kinds = kinds;
    }

    @Override
    public Json.Obj mutate(Attempt attempt, Json.Obj object) {
        Json.Obj made = admission.get().mutate(write(attempt), object);
        Json.Obj changed = askMutating(attempt, made);
        return changed == null ? made : changed;
    }

    private Json.@Nullable Obj askMutating(Attempt attempt, Json.@Nullable Obj object) {
        return webhooks.mutate(
                request(attempt).withObject(object),
                next -> normalized(kinds.of(attempt.served()), next),
                next -> admission.get().mutate(write(attempt), next));
    }

    private static Json.Obj normalized(Kind kind, Json.Obj changed) {
        kind.form().findMisfit(changed).ifPresent(why -> {
            throw Failures.untyped(why);
        });
        return kind.form().normalized(changed);
    }

    @Override
    public Json.Obj mutatePart(Attempt attempt, Json.Obj object) {
        Json.Obj changed = webhooks.mutate(request(attempt).withObject(object), next -> next, next -> next);
        return changed == null ? object : changed;
    }

    @Override
    public void validatePart(Attempt attempt, Json.Obj object) {
        Request request = request(attempt).withObject(object);
        policies.validate(request);
        webhooks.validate(request);
        attempt.deadline().require();
    }

    @Override
    public void validate(Attempt attempt) {
        if (attempt.operation() == Operation.DELETE) {
            // There is nothing to change, but they may refuse.
            askMutating(attempt, null);
        }
        Write write = write(attempt);
        Request request = request(attempt);
        admission.get().validate(write);
        policies.validate(request);
        webhooks.validate(request);
        attempt.deadline().require();
        // The last, so that nothing is charged for what others refuse.
        admission.get().charge(write);
    }

    private static Request request(Attempt attempt) {
        return new Request(
                attempt.operation().name(),
                attempt.served(),
                attempt.namespace(),
                attempt.name(),
                attempt.subresource(),
                attempt.object(),
                attempt.old(),
                attempt.dryRun(),
                attempt.user(),
                attempt.warnings()::add,
                attempt.options(),
                attempt.deadline()::left);
    }

    private static Write write(Attempt attempt) {
        return new Write(
                switch (attempt.operation()) {
                    case CREATE -> Write.Operation.CREATE;
                    case UPDATE -> Write.Operation.UPDATE;
                    case DELETE -> Write.Operation.DELETE;
                },
                attempt.served().resource(),
                attempt.namespace(),
                attempt.name(),
                attempt.subresource(),
                attempt.object(),
                attempt.old(),
                attempt.user().name(),
                attempt.user().groups(),
                attempt.dryRun());
    }
}
