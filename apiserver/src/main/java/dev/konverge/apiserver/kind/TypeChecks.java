package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What values of a type must be like beyond what the schema says, wherever they stand: the registry of the checks that one type has.
 *
 * <p>{@link SchemaChecks} comes by with every value on its way through an object.
 */
final class TypeChecks {
    private static final String PACKAGE = "io.k8s.api.";

    /** Looks at one value of a type. */
    @FunctionalInterface
    interface Check {
        /**
         * Tells what is wrong with a value.
         *
         * @param value the value in normal form
         * @param path where it stands; empty for a whole object
         * @param report takes what is wrong
         */
        void run(Json.Obj value, String path, Report report);
    }

    private final Map<String, Check> before = new HashMap<>();
    private final Map<String, Check> after = new HashMap<>();
    private final Map<String, Check> instead = new HashMap<>();

    TypeChecks() {
        AmountChecks.register(this);
        AutoscalerChecks.register(this);
        ClaimChecks.register(this);
        DeviceChecks.register(this);
        EndpointChecks.register(this);
        FlowChecks.register(this);
        NetworkChecks.register(this);
        ParamKindChecks.register(this);
        PersistentVolumeChecks.register(this);
        PodChecks.register(this);
        SchedulingChecks.register(this);
        SliceChecks.register(this);
        StorageChecks.register(this);
        VolumeChecks.register(this);
        WebhookChecks.register(this);
    }

    /** Adds a check of a type, named without the common beginning, that is done before its fields are looked at. */
    void before(String type, Check check) {
        before.put(PACKAGE + type, check);
    }

    /** Adds a check of a type that is done after its fields were looked at. */
    void after(String type, Check check) {
        after.put(PACKAGE + type, check);
    }

    /**
     * Adds a check of a type that decides alone which of its fields are looked at, and when: by {@link SchemaChecks#field}, if at all.
     */
    void instead(String type, Check check) {
        instead.put(PACKAGE + type, check);
    }

    @Nullable
    Check before(String fullType) {
        return before.get(fullType);
    }

    @Nullable
    Check instead(String fullType) {
        return instead.get(fullType);
    }

    @Nullable
    Check after(String fullType) {
        return after.get(fullType);
    }

    /** {@return the path of a field of what stands at a path} */
    static String at(String path, String field) {
        return path.isEmpty() ? field : path + "." + field;
    }
}
