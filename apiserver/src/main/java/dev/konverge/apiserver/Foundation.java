package dev.konverge.apiserver;

import dev.konverge.apiserver.catalog.BuiltIns;
import dev.konverge.apiserver.catalog.Catalog;
import dev.konverge.apiserver.kind.BuiltInKinds;
import dev.konverge.apiserver.negotiate.Answers;
import dev.konverge.apiserver.negotiate.Bodies;
import dev.konverge.apiserver.negotiate.ProtoForms;
import dev.konverge.apiserver.structure.Structures;
import dev.konverge.apiserver.verb.Api;
import dev.konverge.model.KubernetesSchema;
import dev.konverge.schema.Schema;
import java.security.SecureRandom;

/**
 * What all servers of a release of Kubernetes have in common. Immutable, shared by a server and its forks.
 *
 * @param schema the facts about built-in kinds
 * @param catalog what is served by itself
 * @param facts what the verbs know
 * @param answers writes responses
 * @param tokenSecret what the tokens of service accounts are signed with
 */
// Never compared; the secret is shared by a server and its forks.
@SuppressWarnings("ArrayRecordComponent")
record Foundation(Schema schema, Catalog catalog, Api.Facts facts, Answers answers, byte[] tokenSecret) {
    private static final int SECRET_BYTES = 32;

    static Foundation load() {
        Schema schema = KubernetesSchema.load();
        ProtoForms proto = new ProtoForms();
        Answers answers = new Answers(proto);
        Api.Facts facts =
                new Api.Facts(new BuiltInKinds(schema), new Structures(schema), new Bodies(schema, proto), answers);
        byte[] secret = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(secret);
        return new Foundation(schema, BuiltIns.catalog(schema), facts, answers, secret);
    }
}
