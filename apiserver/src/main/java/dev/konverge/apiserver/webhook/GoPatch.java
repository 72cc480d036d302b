package dev.konverge.apiserver.webhook;

import dev.konverge.apiserver.negotiate.GoJson;
import dev.konverge.apiserver.structure.GoFormat;
import dev.konverge.model.Json;

/** The patch in a webhook's answer. Pure. */
final class GoPatch {
    private GoPatch() {}

    /**
     * {@return the operations}
     *
     * @throws WebhookCalls.CallFailure if there is no list of any
     */
    static Json.Arr read(byte[] patch) throws WebhookCalls.CallFailure {
        String problem;
        try {
            Json value = GoJson.parse(patch);
            if (value instanceof Json.Arr operations) {
                return operations;
            }
            problem = "json: cannot unmarshal " + GoFormat.jsonName(value) + " into Go value of type jsonpatch.Patch";
        } catch (GoJson.SyntaxException wrong) {
            problem = String.valueOf(wrong.getMessage());
        }
        throw new WebhookCalls.CallFailure("received undecodable patch in webhook response: " + problem);
    }
}
