package dev.konverge.controller.webhook;

import dev.konverge.client.ClientSet;
import dev.konverge.client.ResourceClient;
import dev.konverge.model.Bytes;
import dev.konverge.model.Json;
import dev.konverge.model.JsonPatch;
import dev.konverge.model.JsonPointer;
import dev.konverge.model.Unstructured;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes whom to trust into configurations of webhooks, where something else stands. */
final class TrustBundle {
    private static final Logger LOG = LoggerFactory.getLogger(TrustBundle.class);
    private static final String BUNDLE = "caBundle";

    private final ClientSet clients;

    TrustBundle(ClientSet clients) {
        this.clients = clients;
    }

    /** {@return whether the object is there, and trusts those authorities now} */
    boolean write(Certificates.Trusting object, String authorities) {
        ResourceClient<Unstructured> client = clients.dynamic().resource(object.resource());
        Optional<Unstructured> found = client.find(object.name());
        if (found.isEmpty()) {
            LOG.atDebug()
                    .addKeyValue("resource", object.resource().resource())
                    .addKeyValue("name", object.name())
                    .log("what is to trust the webhook server does not exist");
            return false;
        }
        JsonPatch patch = patch(found.get().content(), Bytes.utf8(authorities).toBase64());
        if (!patch.operations().isEmpty()) {
            client.patch(object.name(), patch);
            LOG.atInfo()
                    .addKeyValue("resource", object.resource().resource())
                    .addKeyValue("name", object.name())
                    .log("the webhook server's authority is trusted");
        }
        return true;
    }

    static JsonPatch patch(Json.Obj object, String authorities) {
        List<JsonPatch.Operation> operations = new ArrayList<>();
        if (object.get("webhooks") instanceof Json.Arr webhooks) {
            for (int i = 0; i < webhooks.items().size(); i++) {
                if (webhooks.items().get(i) instanceof Json.Obj webhook) {
                    JsonPointer place = JsonPointer.of("webhooks", Integer.toString(i));
                    if (add(operations, place, webhook, authorities)) {
                        // Somebody may have put another in its place meanwhile.
                        Json name = Json.of(Review.text(webhook, "name"));
                        operations.addFirst(new JsonPatch.Test(place.child("name"), name));
                    }
                }
            }
        }
        Json.Obj conversion = Review.object(Review.object(object, "spec"), "conversion");
        if (Review.text(conversion, "strategy").equals("Webhook")) {
            JsonPointer place = JsonPointer.of("spec", "conversion", "webhook");
            add(operations, place, Review.object(conversion, "webhook"), authorities);
        }
        return new JsonPatch(operations);
    }

    private static boolean add(
            List<JsonPatch.Operation> operations, JsonPointer place, Json.Obj webhook, String authorities) {
        if (!(webhook.get("clientConfig") instanceof Json.Obj config)
                || Review.text(config, BUNDLE).equals(authorities)) {
            return false;
        }
        operations.add(new JsonPatch.Add(place.child("clientConfig").child(BUNDLE), Json.of(authorities)));
        return true;
    }
}
