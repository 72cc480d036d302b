package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.admission.Admission;
import dev.konverge.apiserver.admission.Write;
import dev.konverge.model.Json;
import java.util.function.Supplier;

/** The gate with the admission plugins of a real server. */
final class AdmissionGate implements Gate {
    /** Asked for with each write: the plugins look at the cluster whose writes they admit, so neither can be made first. */
    private final Supplier<Admission> admission;

    AdmissionGate(Supplier<Admission> admission) {
        this.admission = admission;
    }

    @Override
    public Json.Obj mutate(Attempt attempt, Json.Obj object) {
        return admission.get().mutate(write(attempt), object);
    }

    @Override
    public void validate(Attempt attempt) {
        admission.get().validate(write(attempt));
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
                attempt.user().groups());
    }
}
