package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.catalog.Served;
import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.failure.GoText;
import dev.konverge.apiserver.kind.AutoscalerVersions;
import dev.konverge.apiserver.kind.KindRules;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.negotiate.Bodies;
import dev.konverge.apiserver.negotiate.Expected;
import dev.konverge.apiserver.negotiate.Patched;
import dev.konverge.apiserver.store.Stored;
import dev.konverge.apiserver.upkeep.ScaleView;
import dev.konverge.model.Json;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The form of a built-in kind. */
final class BuiltInForm implements Form {
    private final Served served;
    private final KindRules rules;
    private final Bodies bodies;
    private final Expected expected;

    BuiltInForm(Served served, KindRules rules, Bodies bodies) {
        this.served = served;
        this.rules = rules;
        this.bodies = bodies;
        this.expected = Expected.builtIn(served.group(), served.version(), served.kind());
    }

    @Override
    public List<String> problems(Patched patched) {
        return bodies.unknownFields(patched, expected).stream()
                .map(path -> "unknown field " + GoText.quote(path))
                .toList();
    }

    @Override
    public Optional<String> findMisfit(Json.Obj object) {
        return bodies.findMisfit(object, expected);
    }

    @Override
    public Json.Obj normalized(Json.Obj object) {
        return rules.defaulted(object);
    }

    @Override
    public List<FieldError> errors(Json.Obj object, Json.@Nullable Obj live, String subresource, Warnings warnings) {
        return List.of();
    }

    @Override
    public Json.Obj toStorage(Json.Obj object) {
        return converted(object, served.storageVersion());
    }

    @Override
    public int storedBytes(Json.Obj content) {
        return bodies.storedBytes(content);
    }

    @Override
    public Json.Obj shown(Stored stored) {
        // What one version writes as zero another leaves out.
        return showsAsStored(stored)
                ? stored.object()
                : rules.defaulted(converted(stored.object(), served.apiVersion()));
    }

    @Override
    public boolean showsAsStored(Stored stored) {
        return Tree.text(stored.content(), "apiVersion").equals(served.apiVersion());
    }

    @Override
    public Optional<String> deprecation() {
        return served.group().isEmpty() && served.kind().equals("Endpoints")
                ? Optional.of("v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice")
                : Optional.empty();
    }

    @Override
    public ScaleView scale() {
        return ScaleView.BUILT_IN;
    }

    static Json.Obj converted(Json.Obj object, String apiVersion) {
        if (Tree.text(object, "apiVersion").equals(apiVersion)) {
            return object;
        }
        Json.Obj renamed = apiVersion.equals("v1")
                ? EventFields.toCore(object)
                : apiVersion.equals("events.k8s.io/v1")
                        ? EventFields.fromCore(object)
                        : AutoscalerVersions.converted(object, apiVersion);
        return Tree.with(renamed, Json.of(apiVersion), "apiVersion");
    }
}
