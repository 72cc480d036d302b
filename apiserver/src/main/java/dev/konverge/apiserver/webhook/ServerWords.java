package dev.konverge.apiserver.webhook;

import dev.konverge.apiserver.failure.GoText;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import dev.konverge.model.codec.DecodeException;
import java.nio.charset.StandardCharsets;

/** What Kubernetes' own client says of an answer that is a failure. Pure. */
final class ServerWords {
    private ServerWords() {}

    /** {@return what is wrong, going by the status of an answer, unless it is a {@code Status} and says so itself} */
    static String of(int status, String contentType, byte[] body) {
        try {
            if (Json.parse(body) instanceof Json.Obj object
                    && Tree.text(object, "kind").equals("Status")
                    && Tree.text(object, "apiVersion").equals("v1")) {
                return Tree.text(object, "message");
            }
        } catch (DecodeException noJson) {
            // Then it is a text at best.
        }
        boolean text = contentType.startsWith("text/");
        return of(status, text ? new String(body, StandardCharsets.UTF_8).strip() : "unknown");
    }

    private static String of(int status, String said) {
        return switch (status) {
            case 400 -> "the server rejected our request for an unknown reason";
            case 401 -> "the server has asked for the client to provide credentials";
            case 403, 406, 415 -> said;
            case 404 -> "the server could not find the requested resource";
            case 405 -> "the server does not allow this method on the requested resource";
            case 409 -> "the server reported a conflict";
            case 422 -> "the server rejected our request due to an error in our request";
            case 429 -> "the server has received too many requests and has asked us to try again later";
            case 503 -> "the server is currently unable to handle the request";
            case 504 ->
                "the server was unable to return a response in the time allotted, but may still be processing the request";
            default ->
                status >= 500
                        ? "an error on the server (" + GoText.quote(said)
                                + ") has prevented the request from succeeding"
                        : "the server responded with the status code " + status
                                + " but did not return more information";
        };
    }
}
