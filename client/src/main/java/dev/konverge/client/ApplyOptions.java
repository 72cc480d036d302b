package dev.konverge.client;

import java.util.function.BiConsumer;

/**
 * How an object is applied on the server's side.
 *
 * @param fieldManager under which name the fields are owned; it must be the same every time
 * @param force whether fields are taken over from other managers
 * @param dryRun whether all is done but the last step, the storing
 * @param fieldValidation what is done about unknown and repeated fields: {@code Ignore}, {@code Warn} or {@code Strict}; empty for the server's choice
 */
public record ApplyOptions(String fieldManager, boolean force, boolean dryRun, String fieldValidation)
        implements QueryOptions {
    /** No manager yet: the server refuses it until one is named. */
    public static final ApplyOptions NONE = new ApplyOptions("", false, false, "");

    /** {@return options of a manager} */
    public static ApplyOptions by(String fieldManager) {
        return NONE.withFieldManager(fieldManager);
    }

    @Override
    public void addTo(BiConsumer<String, String> query) {
        QueryOptions.add(query, "fieldManager", fieldManager);
        QueryOptions.add(query, "force", force ? "true" : "");
        QueryOptions.add(query, "dryRun", dryRun ? "All" : "");
        QueryOptions.add(query, "fieldValidation", fieldValidation);
    }

    /** {@return these options with another value: under which name the fields are owned} */
    public ApplyOptions withFieldManager(String fieldManager) {
        return new ApplyOptions(fieldManager, force, dryRun, fieldValidation);
    }

    /** {@return these options with another value: whether fields are taken over from other managers} */
    public ApplyOptions withForce(boolean force) {
        return new ApplyOptions(fieldManager, force, dryRun, fieldValidation);
    }

    /** {@return these options with another value: whether all is done but the last step, the storing} */
    public ApplyOptions withDryRun(boolean dryRun) {
        return new ApplyOptions(fieldManager, force, dryRun, fieldValidation);
    }

    /** {@return these options with another value: what is done about unknown and repeated fields: {@code Ignore}, {@code Warn} or {@code Strict}} */
    public ApplyOptions withFieldValidation(String fieldValidation) {
        return new ApplyOptions(fieldManager, force, dryRun, fieldValidation);
    }
}
