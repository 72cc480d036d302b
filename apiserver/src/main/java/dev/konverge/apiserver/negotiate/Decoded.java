package dev.konverge.apiserver.negotiate;

import dev.konverge.model.Json;
import java.util.List;

/**
 * What was in a request's body.
 *
 * @param object the object, with kind and apiVersion; fields that the kind does not have are still in it
 * @param problems what strict decoding objects to, such as {@code unknown field "spec.x"}; the object is usable all the same
 */
public record Decoded(Json.Obj object, List<String> problems) {
    /** Copies its arguments. */
    public Decoded {
        problems = List.copyOf(problems);
    }

    /** {@return what strict decoding says, as one message: for a refusal} */
    public String strictMessage() {
        return strictMessage(problems);
    }

    /** {@return what strict decoding says of such problems} */
    public static String strictMessage(List<String> problems) {
        return "strict decoding error: " + String.join(", ", problems);
    }
}
