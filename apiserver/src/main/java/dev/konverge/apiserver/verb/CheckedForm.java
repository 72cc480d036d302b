package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.negotiate.Patched;
import dev.konverge.apiserver.store.Stored;
import dev.konverge.apiserver.upkeep.ScaleView;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The form of a built-in kind about which there is more to say than its schema does: definitions of custom resources, and objects that
 * hold expressions.
 *
 * @param builtIn what its schema says
 * @param preparation what is done to an object besides
 * @param check says what is wrong beyond that
 */
record CheckedForm(Form builtIn, Preparation preparation, Check check, Remarks remarks) implements Form {
    /** Makes an object what it shall be stored as. */
    @FunctionalInterface
    interface Preparation {
        /** Does nothing. */
        Preparation NONE = (object, live) -> object;

        /** {@return the object as it shall be stored}; {@code live} is the state it shall replace, if any */
        Json.Obj prepared(Json.Obj object, Json.@Nullable Obj live);
    }

    /** Says what is wrong with an object. */
    @FunctionalInterface
    interface Check {
        /** {@return what is wrong}; {@code live} is the state it shall replace, if any */
        List<FieldError> errors(Json.Obj object, Json.@Nullable Obj live);
    }

    /** Says what the author of an object should know. */
    @FunctionalInterface
    interface Remarks {
        /** Says nothing. */
        Remarks NONE = object -> List.of();

        /** {@return what is remarkable}; what was so before is not told again. */
        List<String> of(Json.Obj object);
    }

    @Override
    public Optional<String> findMisfit(Json.Obj object) {
        return builtIn.findMisfit(object);
    }

    @Override
    public List<FieldError> errors(Json.Obj object, Json.@Nullable Obj live, String subresource, Warnings warnings) {
        List<FieldError> errors = new ArrayList<>(builtIn.errors(object, live, subresource, warnings));
        errors.addAll(check.errors(object, live));
        if (errors.isEmpty()) {
            List<String> before = live == null ? List.of() : remarks.of(live);
            remarks.of(object).stream()
                    .filter(remark -> !before.contains(remark))
                    .forEach(warnings::add);
        }
        return errors;
    }

    @Override
    public List<String> problems(Patched patched) {
        return builtIn.problems(patched);
    }

    @Override
    public Json.Obj normalized(Json.Obj object) {
        return builtIn.normalized(object);
    }

    @Override
    public Json.Obj prepared(Json.Obj object, Json.@Nullable Obj live) {
        return preparation.prepared(builtIn.prepared(object, live), live);
    }

    @Override
    public Json.Obj toStorage(Json.Obj object) {
        return builtIn.toStorage(object);
    }

    @Override
    public int storedBytes(Json.Obj content) {
        return builtIn.storedBytes(content);
    }

    @Override
    public Json.Obj shown(Stored stored) {
        return builtIn.shown(stored);
    }

    @Override
    public boolean showsAsStored(Stored stored) {
        return builtIn.showsAsStored(stored);
    }

    @Override
    public ScaleView scale() {
        return builtIn.scale();
    }

    @Override
    public Optional<String> deprecation() {
        return builtIn.deprecation();
    }
}
