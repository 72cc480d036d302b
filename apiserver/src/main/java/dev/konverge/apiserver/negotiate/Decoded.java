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

    /** {@return the warnings by which a client is told of such problems} */
    public static List<String> warnings(List<String> problems) {
        return problems.stream()
                .flatMap(problem -> YamlText.warnings(problem).stream())
                .toList();
    }

    /** {@return what strict decoding says of such problems} */
    public static String strictMessage(List<String> problems) {
        return "strict decoding error: " + String.join(", ", problems);
    }
}
