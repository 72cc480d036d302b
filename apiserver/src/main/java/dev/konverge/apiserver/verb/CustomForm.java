package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.crd.CustomDefinition;
import dev.konverge.apiserver.crd.CustomKind;
import dev.konverge.apiserver.crd.ScalePaths;
import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.failure.GoText;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.negotiate.Patched;
import dev.konverge.apiserver.store.Stored;
import dev.konverge.apiserver.upkeep.ScaleView;
import dev.konverge.model.Json;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The form of a custom resource in one version. */
final class CustomForm implements Form {
    private final CustomKind kind;
    private final CustomKind storedKind;
    private final CustomDefinition definition;

    /**
     * @param kind the version that is served
     * @param definition the definition it is of
     */
    CustomForm(CustomKind kind, CustomDefinition definition) {
        this.kind = kind;
        this.storedKind = definition.storedKind();
        this.definition = definition;
    }

    @Override
    public List<String> problems(Patched patched) {
        return kind.pruned(patched.object()).unknown().stream()
                .map(path -> "unknown field " + GoText.quote(path))
                .toList();
    }

    @Override
    public Json.Obj normalized(Json.Obj object) {
        return kind.defaulted(kind.pruned(object).object());
    }

    @Override
    public Json.Obj normalizedApplied(Json.Obj object) {
        return kind.defaultedWithNulls(kind.pruned(object).object());
    }

    @Override
    public List<FieldError> errors(Json.Obj object, Json.@Nullable Obj live, String subresource, Warnings warnings) {
        return live != null && subresource.equals("status")
                ? kind.validateStatus(object, live, warnings::add)
                : kind.validate(object, live, warnings::add);
    }

    @Override
    public Json.Obj toStorage(Json.Obj object) {
        return storedKind.convert(object);
    }

    @Override
    public int storedBytes(Json.Obj content) {
        return content.toBytes().length;
    }

    @Override
    public Json.Obj shown(Stored stored) {
        if (!isOfThisVersion(stored)) {
            return kind.convert(stored.object());
        }
        // What was stored under another definition takes the form of this one when it is read.
        return stored.isIn(definition) ? stored.object() : normalized(stored.object());
    }

    @Override
    public boolean showsAsStored(Stored stored) {
        return stored.isIn(definition) && isOfThisVersion(stored);
    }

    /** Of whichever version: all of them store alike. */
    @Override
    public Object stored() {
        return definition;
    }

    private boolean isOfThisVersion(Stored stored) {
        return Tree.text(stored.content(), "apiVersion").equals(kind.apiVersion());
    }

    @Override
    public ScaleView scale() {
        ScalePaths paths = kind.scale().orElseThrow(Failures::noSuchResource);
        return new ScaleView(
                path(paths.specReplicas()),
                path(paths.statusReplicas()),
                paths.labelSelector().isEmpty() ? Optional.empty() : Optional.of(path(paths.labelSelector())));
    }

    @Override
    public Optional<String> deprecation() {
        return kind.deprecation();
    }

    private static List<String> path(String dotted) {
        return List.of((dotted.startsWith(".") ? dotted.substring(1) : dotted).split("\\.", -1));
    }
}
