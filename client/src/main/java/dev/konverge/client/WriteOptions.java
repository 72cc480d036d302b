package dev.konverge.client;

import java.util.function.BiConsumer;

/**
 * How an object is created, updated or patched.
 *
 * @param dryRun whether all is done but the last step, the storing
 * @param fieldManager under which name the fields are owned; empty for the user agent's
 * @param fieldValidation what is done about unknown and repeated fields: {@code Ignore}, {@code Warn} or {@code Strict}; empty for the server's choice
 */
public record WriteOptions(boolean dryRun, String fieldManager, String fieldValidation) implements QueryOptions {
    /** As the server does by default. */
    public static final WriteOptions NONE = new WriteOptions(false, "", "");

    @Override
    public void addTo(BiConsumer<String, String> query) {
        QueryOptions.add(query, "dryRun", dryRun ? "All" : "");
        QueryOptions.add(query, "fieldManager", fieldManager);
        QueryOptions.add(query, "fieldValidation", fieldValidation);
    }

    /** {@return these options with another value: whether all is done but the last step, the storing} */
    public WriteOptions withDryRun(boolean dryRun) {
        return new WriteOptions(dryRun, fieldManager, fieldValidation);
    }

    /** {@return these options with another value: under which name the fields are owned} */
    public WriteOptions withFieldManager(String fieldManager) {
        return new WriteOptions(dryRun, fieldManager, fieldValidation);
    }

    /** {@return these options with another value: what is done about unknown and repeated fields: {@code Ignore}, {@code Warn} or {@code Strict}} */
    public WriteOptions withFieldValidation(String fieldValidation) {
        return new WriteOptions(dryRun, fieldManager, fieldValidation);
    }
}
