package dev.konverge.apiserver.negotiate;

import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.model.Json;
import java.util.List;
import java.util.function.Supplier;

/**
 * What a patch has made of an object, before it is known to be one.
 *
 * @param object the result
 * @param reading how a server makes an object of its kind of it
 * @param shown how the text of a refusal quotes it
 * @param numbers how its numbers are written
 */
public record Patched(Json.Obj object, Reading reading, Supplier<String> shown, NumberTexts numbers) {
    /** How a server makes an object of a built-in kind of a patched one, which shows in what it says of a misfit. */
    public enum Reading {
        /** From JSON. */
        DECODED,
        /** From the values that were merged. */
        CONVERTED
    }

    /** {@return an object that is read from JSON and quoted as it is} */
    public static Patched decoded(Json.Obj object) {
        return new Patched(object, Reading.DECODED, object::toString, NumberTexts.NONE);
    }

    /** {@return the same of another object} */
    public Patched with(Json.Obj other) {
        return new Patched(other, reading, shown, numbers);
    }

    /** {@return the refusal of it} */
    public StatusException refusal(String why) {
        return Failures.invalid("", "", "", List.of(FieldError.invalid("patch", shown.get(), why)));
    }
}
