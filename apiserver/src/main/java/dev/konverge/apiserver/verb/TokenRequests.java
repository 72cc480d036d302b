package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.access.AccountTokens;
import dev.konverge.apiserver.apply.Endpoint;
import dev.konverge.apiserver.apply.FieldMask;
import dev.konverge.apiserver.apply.ManagedFields;
import dev.konverge.apiserver.apply.Versions;
import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.negotiate.Bodies;
import dev.konverge.apiserver.negotiate.Decoded;
import dev.konverge.apiserver.negotiate.Expected;
import dev.konverge.apiserver.structure.Structures;
import dev.konverge.apiserver.upkeep.Cluster;
import dev.konverge.model.Json;
import java.util.function.Supplier;

/** Answers requests for tokens of a service account: objects that are made, and stored nowhere. */
final class TokenRequests {
    private static final String VERSION = "authentication.k8s.io/v1";
    private static final String KIND = "TokenRequest";

    private final Engine engine;
    private final Bodies bodies;
    private final Supplier<Cluster> cluster;
    private final AccountTokens tokens;
    private final ManagedFields managedFields;

    TokenRequests(
            Engine engine, Bodies bodies, Supplier<Cluster> cluster, AccountTokens tokens, Structures structures) {
        this.engine = engine;
        this.bodies = bodies;
        this.cluster = cluster;
        this.tokens = tokens;
        this.managedFields = new ManagedFields(new Endpoint(
                VERSION,
                KIND,
                "token",
                structures.object("io.k8s.api.authentication.v1.TokenRequest"),
                FieldMask.NONE,
                Versions.NONE));
    }

    /** {@return a request with its token} */
    Json.Obj answer(Call call, Json.Obj account) {
        WriteOptions options = WriteOptions.of(call.query, WriteOptions.Verb.CREATE);
        Caller caller = call.caller(options.fieldManager(), options.dryRun());
        Json.Obj sent = read(call, options, caller);
        Json.Obj owned = managedFields.onUpdate(null, AccountTokens.normalized(sent), caller.manager(), engine.now());
        Json.Obj named = Metadata.inNamespace(owned, call.target.namespace());
        Gate.Attempt attempt = call.part(Gate.Operation.CREATE, named, null, caller);
        Json.Obj asked = engine.gate().mutatePart(attempt, AccountTokens.shown(named));
        Json.Obj placed = AccountTokens.placed(account, asked, engine.now());
        engine.gate().validatePart(attempt, placed);
        return tokens.answer(
                account, asked, cluster.get()::find, engine.platform().random(), engine.now());
    }

    private Json.Obj read(Call call, WriteOptions options, Caller caller) {
        Decoded decoded = bodies.object(
                call.request.body(),
                call.header("Content-Type").orElse(null),
                Expected.builtIn("authentication.k8s.io", "v1", KIND));
        if (!decoded.problems().isEmpty()) {
            switch (options.validation()) {
                case IGNORE -> {}
                case WARN -> Decoded.warnings(decoded.problems()).forEach(caller.warnings()::add);
                case STRICT ->
                    throw Failures.badRequest(KIND + " in version \"v1\" cannot be handled as a " + KIND + ": "
                            + decoded.strictMessage());
            }
        }
        return decoded.object();
    }
}
