package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.apply.ManagedFields;
import dev.konverge.model.Json;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Keeps the record in the objects' {@code metadata.managedFields}. */
final class ManagedOwnership implements Ownership {
    @Override
    public Json.Obj updated(Target target, Json.@Nullable Obj live, Json.Obj next, String manager, Instant now) {
        return target.kind().managedFields(target.subresource()).onUpdate(live, next, manager, now);
    }

    @Override
    public Json.Obj applied(
            Target target, Json.@Nullable Obj live, Json.Obj config, String manager, boolean force, Instant now) {
        return target.kind().managedFields(target.subresource()).onApply(live, config, manager, force, now);
    }

    @Override
    public Json.Obj withoutNewTimes(Json.Obj live, Json.Obj next) {
        return ManagedFields.withoutTimeOnlyChange(live, next);
    }
}
