package dev.konverge.apiserver.kind;

import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.failure.GoText;
import dev.konverge.model.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The rules of a custom resource.
 *
 * <p>They are the same for all of them; what differs is its definition's to say: whether the status is written on its own, by what it
 * can be selected, how it is shown. Its schema is not looked at here.
 */
public final class CustomRules implements KindRules {
    private static final Set<String> STANDARD_FINALIZERS = Set.of("orphan", "foregroundDeletion", "kubernetes");

    private final String qualifiedKind;
    private final boolean namespaced;
    private final boolean statusSubresource;
    private final SelectableFields selectableFields;
    private final Columns columns;

    /**
     * The rules of the resource of one definition in one version.
     *
     * @param qualifiedKind the kind with its group, such as {@code Foo.example.com}
     * @param namespaced whether its objects live in a namespace
     * @param statusSubresource whether the status is written on its own
     * @param selectablePaths the fields by which it can be selected, such as {@code spec.color}
     * @param columns its table
     */
    public CustomRules(
            String qualifiedKind,
            boolean namespaced,
            boolean statusSubresource,
            List<String> selectablePaths,
            Columns columns) {
        this.qualifiedKind = qualifiedKind;
        this.namespaced = namespaced;
        this.statusSubresource = statusSubresource;
        this.selectableFields = FieldTable.custom(selectablePaths);
        this.columns = columns;
    }

    @Override
    public Json.Obj defaulted(Json.Obj object) {
        return object;
    }

    @Override
    public Json.Obj prepareForCreate(Json.Obj object, Instant now) {
        Json.Obj fresh = statusSubresource ? Tree.without(object, "status") : object;
        return generation().begin(fresh);
    }

    @Override
    public Json.Obj prepareForUpdate(Json.Obj next, Json.Obj live, String subresource, Instant now) {
        if (subresource.equals("status")) {
            Json managed = Tree.at(next, "metadata", "managedFields");
            Json.Obj kept = Tree.withFrom(live, next, "status");
            return Tree.with(kept, managed, "metadata", "managedFields");
        }
        Json.Obj kept = statusSubresource ? Tree.withFrom(next, live, "status") : next;
        return generation().advance(kept, live);
    }

    private Generation generation() {
        return statusSubresource ? Generation.CONTENT : Generation.EVERYTHING;
    }

    @Override
    public List<FieldError> validateCreate(Json.Obj object) {
        return MetadataChecks.create(object, namespaced, NameSyntax.Rule.SUBDOMAIN, false);
    }

    @Override
    public List<FieldError> validateUpdate(Json.Obj next, Json.Obj live, String subresource) {
        return MetadataChecks.update(next, live, MetadataRounds.CUSTOM).all();
    }

    @Override
    public List<String> warnings(Json.Obj object) {
        List<String> warnings = new ArrayList<>(0);
        for (String finalizer : Tree.strings(object, "metadata", "finalizers")) {
            if (!STANDARD_FINALIZERS.contains(finalizer) && !finalizer.contains("/")) {
                String path = finalizer.contains(".") ? "including a path (/) " : "";
                warnings.add("metadata.finalizers: " + GoText.quote(finalizer)
                        + ": prefer a domain-qualified finalizer name " + path
                        + "to avoid accidental conflicts with other finalizer writers");
            }
        }
        return warnings;
    }

    @Override
    public boolean allowsUnconditionalUpdate() {
        return false;
    }

    @Override
    public boolean allowsCreateOnUpdate() {
        return false;
    }

    @Override
    public boolean answersWithDeletedObject() {
        return false;
    }

    @Override
    public Propagation defaultPropagation() {
        return Propagation.BACKGROUND;
    }

    @Override
    public SelectableFields selectableFields() {
        return selectableFields;
    }

    @Override
    public Columns columns() {
        return columns;
    }

    @Override
    public Set<List<String>> resetFields(String subresource) {
        if (!statusSubresource) {
            return Set.of();
        }
        return subresource.equals("status") ? Set.of(List.of("metadata"), List.of("spec")) : Set.of(List.of("status"));
    }

    @Override
    public String qualifiedKind() {
        return qualifiedKind;
    }
}
