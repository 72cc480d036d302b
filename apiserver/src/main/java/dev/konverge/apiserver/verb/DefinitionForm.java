package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.crd.DefinitionRules;
import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.store.Stored;
import dev.konverge.apiserver.upkeep.ScaleView;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The form of the definitions of custom resources: a built-in kind about which there is more to say than its schema does. */
final class DefinitionForm implements Form {
    private final Form builtIn;

    DefinitionForm(Form builtIn) {
        this.builtIn = builtIn;
    }

    @Override
    public Json.Obj prepared(Json.Obj object, Json.@Nullable Obj live) {
        return live == null ? DefinitionRules.prepareForCreate(object) : DefinitionRules.prepareForUpdate(object, live);
    }

    @Override
    public List<FieldError> errors(Json.Obj object, Json.@Nullable Obj live, Warnings warnings) {
        List<FieldError> errors = new ArrayList<>(builtIn.errors(object, live, warnings));
        errors.addAll(
                live == null ? DefinitionRules.validateCreate(object) : DefinitionRules.validateUpdate(object, live));
        return errors;
    }

    @Override
    public List<String> problems(Json.Obj object) {
        return builtIn.problems(object);
    }

    @Override
    public Json.Obj normalized(Json.Obj object) {
        return builtIn.normalized(object);
    }

    @Override
    public Json.Obj toStorage(Json.Obj object) {
        return builtIn.toStorage(object);
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
