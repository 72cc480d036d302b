package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.negotiate.Patched;
import dev.konverge.apiserver.store.Stored;
import dev.konverge.apiserver.upkeep.ScaleView;
import dev.konverge.model.Json;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the description of a kind says about the form of its objects. Pure. */
interface Form {
    /** {@return what strict decoding objects to in an object that a patch has made} */
    List<String> problems(Patched patched);

    /** {@return why an object cannot be read as one of the kind, in Go's words, if it cannot} */
    default Optional<String> findMisfit(Json.Obj object) {
        return Optional.empty();
    }

    /** {@return an object without the fields that its kind does not have, and with its defaults} */
    Json.Obj normalized(Json.Obj object);

    /** {@return the same of what an applied configuration has made} */
    default Json.Obj normalizedApplied(Json.Obj object) {
        return normalized(object);
    }

    /** {@return the object as it shall be stored}; {@code live} is the state it shall replace, if any */
    default Json.Obj prepared(Json.Obj object, Json.@Nullable Obj live) {
        return object;
    }

    /**
     * {@return what of the kind's description an object breaks}
     *
     * @param live the state it shall replace, if any
     * @param subresource what of it is written, empty for the whole
     * @param warnings takes what is let pass because it was so before
     */
    List<FieldError> errors(Json.Obj object, Json.@Nullable Obj live, String subresource, Warnings warnings);

    /** {@return an object as it is stored} */
    Json.Obj toStorage(Json.Obj object);

    /** {@return what {@linkplain Stored#isIn tells} objects that were written in this form; null if all are} */
    default @Nullable Object stored() {
        return null;
    }

    /** {@return how many bytes a database takes for an object as it is stored} */
    int storedBytes(Json.Obj content);

    /** {@return a stored object as this version shows it}: its {@link Stored#object()} itself if that is the same */
    Json.Obj shown(Stored stored);

    /** {@return whether this version shows a stored object as it is}: then {@link #shown} is its {@link Stored#object()} */
    boolean showsAsStored(Stored stored);

    /** {@return how objects of the kind are scaled} */
    ScaleView scale();

    /** {@return what clients of this version are warned of, if anything} */
    Optional<String> deprecation();
}
