package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.access.Authorizer;
import dev.konverge.apiserver.store.Change;
import dev.konverge.apiserver.store.Store;
import dev.konverge.apiserver.store.Stored;
import dev.konverge.apiserver.upkeep.ServiceAddresses;
import dev.konverge.apiserver.webhook.OutsideCalls;
import dev.konverge.base.Platform;
import dev.konverge.model.Json;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What every verb works with.
 *
 * @param platform time, waiting and randomness
 * @param store the objects
 * @param ownership who manages which fields
 * @param gate who may still change or refuse a write
 * @param definitions the definitions of custom resources, which follow what is written
 * @param authorizer who may do what
 * @param calls the way to webhooks, which follows what is written too
 * @param addresses who uses which address of a Service, which follows what is written too
 */
record Engine(
        Platform platform,
        Store store,
        Ownership ownership,
        Gate gate,
        Definitions definitions,
        Authorizer authorizer,
        OutsideCalls calls,
        ServiceAddresses addresses) {
    private static final String SERVICES = "services";

    /**
     * {@return what was written, or null if {@code expected} is not the current state}
     *
     * @throws dev.konverge.apiserver.failure.StatusException if it is too large
     */
    @Nullable
    Change write(Kind kind, String key, @Nullable Stored expected, Json.@Nullable Obj content) {
        Json.Obj fitting = content == null ? null : StorageLimit.fitting(kind, content);
        Change change = store.write(
                kind.collection(), key, expected, fitting, kind.form().stored());
        if (change != null) {
            if (kind.collection().equals(SERVICES)) {
                tellAddresses(change);
            }
            definitions.wrote(kind);
            calls.letGo();
        }
        return change;
    }

    private void tellAddresses(Change change) {
        Stored before = change.before();
        addresses.observe(before == null ? null : before.content(), () -> {
            Stored current = store.state().find(SERVICES, change.key());
            return current == null ? null : current.content();
        });
    }

    Instant now() {
        return platform.clock().now();
    }
}
