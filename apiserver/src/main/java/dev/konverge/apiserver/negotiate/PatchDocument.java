package dev.konverge.apiserver.negotiate;

import dev.konverge.apiserver.failure.Failures;
import dev.konverge.model.Json;
import java.util.List;
import java.util.Optional;

/**
 * The JSON of a patch.
 *
 * @param value the patch
 * @param duplicates the paths of the fields that are there twice, of which the last one counts
 * @param written the patch with its numbers as they are written, if that matters
 */
public record PatchDocument(Json value, List<String> duplicates, Optional<Written> written) {
    /**
     * A patch whose numbers are those that are written as such.
     *
     * @param value the patch
     * @param numbers how its numbers are written
     */
    public record Written(Json value, NumberTexts numbers) {}

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
            Optional<Written> written = NumberTexts.areOddIn(body) ? Optional.of(written(body)) : Optional.empty();
            return new PatchDocument(document.value(), document.duplicates(), written);
        } catch (MalformedException e) {
            throw Failures.badRequest(prefix + e.getMessage());
        }
    }

    private static Written written(byte[] body) {
        NumberTexts numbers = new NumberTexts();
        return new Written(LenientJson.parse(body, numbers), numbers);
    }
}
