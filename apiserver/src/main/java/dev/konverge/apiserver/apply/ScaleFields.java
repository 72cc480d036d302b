package dev.konverge.apiserver.apply;

import dev.konverge.apiserver.failure.Failures;
import dev.konverge.model.Json;
import java.util.List;

/**
 * The managed fields of a scale: those of the object that is scaled, as far as they are about the number of its replicas.
 *
 * <p>Stateless, and a pure function of its arguments: may be used by many threads.
 */
public final class ScaleFields {
    private static final String SCALE_VERSION = "autoscaling/v1";
    private static final FieldSet IN_SCALE = FieldSet.ofPaths(List.of(List.of("spec", "replicas")));

    private final String apiVersion;
    private final FieldSet inObject;

    /**
     * Takes where the number of replicas is.
     *
     * @param apiVersion the version of the object
     * @param path where the object has it
     */
    public ScaleFields(String apiVersion, List<String> path) {
        this.apiVersion = apiVersion;
        this.inObject = FieldSet.ofPaths(List.of(path));
    }

    /** {@return the scale with those managers of its object that own the number} */
    public Json.Obj toScale(Json.Obj object, Json.Obj scale) {
        Managers owners = new Managers();
        read(object).all().forEach((id, owned) -> {
            if (owns(owned)) {
                owners.put(id, new Owned(IN_SCALE, SCALE_VERSION, owned.time(), null));
            }
        });
        return ObjectMetadata.withEntries(scale, owners.write());
    }

    /**
     * {@return the next state of an object with the managers of its next scale}: one that is no longer among them has lost the
     * number, and a new one has nothing else.
     *
     * @param object the state before
     */
    public Json.Obj toObject(Json.Obj object, Json.Obj scale, Json.Obj next) {
        Managers fromScale = read(scale);
        Managers result = new Managers();
        read(object).all().forEach((id, owned) -> {
            if (owns(owned) && fromScale.find(id) == null) {
                result.put(id, owned.withFields(owned.fields().difference(inObject)));
            } else {
                result.put(id, owned);
                fromScale.remove(id);
            }
        });
        fromScale.all().forEach((id, owned) -> {
            if (!owned.fields().intersection(IN_SCALE).isEmpty()) {
                // When they came is not told on: a real server forgets it on this way.
                result.put(id, new Owned(inObject, apiVersion, null, null));
            }
        });
        return ObjectMetadata.withEntries(next, result.write());
    }

    private boolean owns(Owned owned) {
        return owned.apiVersion().equals(apiVersion)
                && !owned.fields().intersection(inObject).isEmpty();
    }

    private static Managers read(Json.Obj object) {
        try {
            return Managers.read(ObjectMetadata.entries(object));
        } catch (MistypedException malformed) {
            throw Failures.untyped("failed to decode managed fields: " + malformed.getMessage());
        }
    }
}
