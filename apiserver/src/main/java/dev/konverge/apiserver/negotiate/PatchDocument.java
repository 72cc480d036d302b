package dev.konverge.apiserver.negotiate;

import dev.konverge.apiserver.failure.Failures;
import dev.konverge.model.Json;
import java.util.List;

/**
 * The JSON of a patch.
 *
 * @param value the patch
 * @param duplicates the paths of the fields that are there twice, of which the last one counts
 */
public record PatchDocument(Json value, List<String> duplicates) {
    /** Copies its argument. */
    public PatchDocument {
        duplicates = List.copyOf(duplicates);
    }

    /**
     * {@return the patch in a body}
     *
     * @param prefix what the text of a refusal begins with
     * @throws dev.konverge.apiserver.failure.StatusException 400 if it is no JSON
     */
    public static PatchDocument parse(byte[] body, String prefix) {
        try {
            LenientJson.Document document = LenientJson.parse(body);
            return new PatchDocument(document.value(), document.duplicates());
        } catch (MalformedException e) {
            throw Failures.badRequest(prefix + e.getMessage());
        }
    }
}
