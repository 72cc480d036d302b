package dev.konverge.apiserver.kind;

import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.kind.Traits.Mark;
import dev.konverge.model.Json;
import dev.konverge.schema.FieldDef;
import dev.konverge.schema.KindDef;
import dev.konverge.schema.KindDef.ResourceDef;
import dev.konverge.schema.Schema;
import dev.konverge.schema.Shape;
import dev.konverge.schema.TypeDef;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rules of a built-in kind: what its schema says, then its {@link Traits}, then what only code can say. */
final class BuiltInRules implements KindRules {
    private final NormalForm normalForm;
    private final SchemaChecks schemaChecks;
    private final Immutables immutables;
    private final InnerForm forms;
    private final KindDef kind;
    private final String qualifiedKind;
    private final Traits traits;
    private final MetadataRounds rounds;
    private final boolean namespaced;
    private final boolean writesStatusApart;
    private final @Nullable String statusType;
    private final SelectableFields selectableFields;
    private final KindColumns tables;

    BuiltInRules(
            Schema schema,
            NormalForm normalForm,
            SchemaChecks schemaChecks,
            Immutables immutables,
            InnerForm forms,
            Map<String, Traits> table,
            Map<String, MetadataRounds> rounds,
            KindColumns tables,
            KindDef kind) {
        this.normalForm = normalForm;
        this.schemaChecks = schemaChecks;
        this.immutables = immutables;
        this.forms = forms;
        this.kind = kind;
        this.qualifiedKind = kind.group().isEmpty() ? kind.kind() : kind.kind() + "." + kind.group();
        this.traits = Traits.of(table, qualifiedKind);
        this.rounds = MetadataRounds.of(rounds, qualifiedKind);
        ResourceDef resource = kind.resource();
        this.namespaced = resource != null && resource.namespaced();
        this.writesStatusApart = resource != null
                && resource.subresources().stream().anyMatch(sub -> sub.name().equals("status"));
        this.statusType = statusType(schema.type(kind.type()));
        this.selectableFields = FieldTable.of(kind.group(), kind.kind());
        this.tables = tables;
    }

    private static @Nullable String statusType(TypeDef type) {
        FieldDef status = type.findField("status").orElse(null);
        return status != null && status.shape() instanceof Shape.Ref ref ? ref.type() : null;
    }

    @Override
    public Json.Obj defaulted(Json.Obj object) {
        Json.Obj normal = normalForm.of(object, kind.type());
        return switch (qualifiedKind) {
            case "DaemonSet.apps" -> Preparation.withTemplateGeneration(normal);
            case "ResourceSlice.resource.k8s.io" -> SliceChecks.withEmptyLists(normal, object);
            case "HorizontalPodAutoscaler.autoscaling" ->
                kind.version().equals("v1") ? AutoscalerVersions.withTarget(normal) : normal;
            default -> normal;
        };
    }

    @Override
    public Json.Obj prepareForCreate(Json.Obj object, Instant now) {
        Json.Obj fresh = object;
        // A node registers itself together with its status.
        if (writesStatusApart && statusType != null && !qualifiedKind.equals("Node")) {
            fresh = Tree.with(fresh, normalForm.of(Json.Obj.EMPTY, statusType), "status");
        }
        fresh = Tree.without(fresh, "metadata", "selfLink");
        return traits.generation().begin(Preparation.create(qualifiedKind, fresh, now));
    }

    @Override
    public Json.Obj prepareForUpdate(Json.Obj next, Json.Obj live, String subresource, Instant now) {
        return switch (subresource) {
            case MAIN -> {
                Json.Obj kept = writesStatusApart ? Tree.withFrom(next, live, "status") : next;
                yield Preparation.countsFirst(qualifiedKind)
                        ? Preparation.update(qualifiedKind, traits.generation().advance(kept, live), live)
                        : traits.generation().advance(Preparation.update(qualifiedKind, kept, live), live);
            }
            case "status" -> statusUpdate(next, live, now);
            case "approval" -> {
                Json.Obj kept = Tree.withFrom(statusUpdate(next, live, now), live, "status");
                yield Tree.withFrom(kept, next, "status", "conditions");
            }
            case "resize", "ephemeralcontainers" ->
                traits.generation().advance(PodParts.only(subresource, next, live), live);
            default -> traits.generation().advance(Tree.withFrom(next, live, "status"), live);
        };
    }

    private Json.Obj statusUpdate(Json.Obj next, Json.Obj live, Instant now) {
        Json.Obj kept = Tree.withFrom(live, next, "status");
        Json.Obj metadata = Tree.object(traits.is(Mark.META) ? live : next, "metadata");
        if (traits.is(Mark.META)) {
            metadata = Tree.with(metadata, Tree.at(next, "metadata", "managedFields"), "managedFields");
            metadata = Tree.with(metadata, Tree.at(next, "metadata", "resourceVersion"), "resourceVersion");
        }
        if (traits.is(Mark.LABELS)) {
            metadata = Tree.with(metadata, Tree.at(live, "metadata", "labels"), "labels");
        }
        kept = Tree.with(kept, metadata, "metadata");
        return Generation.NONE.advance(Preparation.updateStatus(qualifiedKind, kept, live, now), live);
    }

    @Override
    public List<FieldError> validateCreate(Json.Obj object) {
        List<FieldError> errors =
                new ArrayList<>(MetadataChecks.create(object, namespaced, traits.names(), rounds.standardFinalizers()));
        if (qualifiedKind.equals("Event")) {
            // Its metadata are looked at only if nothing else is wrong.
            List<FieldError> own = new ArrayList<>();
            whole(object, report(own));
            return own.isEmpty() ? errors : own;
        }
        if (qualifiedKind.equals("Service") && ServiceChecks.isNobodys(object)) {
            return List.of(ServiceChecks.nobodys(object));
        }
        whole(object, report(errors));
        KindChecks.created(qualifiedKind, object, report(errors));
        return errors;
    }

    private Report report(List<FieldError> errors) {
        return new Report(errors, forms, schemaChecks);
    }

    private void whole(Json.Obj object, Report report) {
        KindChecks.whole(qualifiedKind, object, report);
        schemaChecks.check(object, kind.type(), report);
    }

    private void changes(Json.Obj next, Json.Obj live, Report report) {
        KindChecks.changes(qualifiedKind, next, live, report);
        immutables.check(qualifiedKind, next, live, report);
    }

    @Override
    public List<FieldError> validateUpdate(Json.Obj next, Json.Obj live, String subresource) {
        MetadataChecks.Found metadata = MetadataChecks.update(next, live, rounds);
        if (!subresource.equals(MAIN)) {
            List<FieldError> errors = new ArrayList<>(metadata.all());
            KindChecks.updateSubresource(qualifiedKind, subresource, next, live, report(errors));
            return errors;
        }
        List<FieldError> changes = new ArrayList<>();
        changes(next, live, report(changes));
        List<FieldError> wholes = traits.is(Mark.CHANGES_ONLY) ? List.of() : unforgiven(next, live);
        List<FieldError> errors = new ArrayList<>(metadata.common());
        if (traits.is(Mark.CHANGES_FIRST)) {
            List.of(metadata.changes(), changes, metadata.wholes(), wholes).forEach(errors::addAll);
        } else if (traits.is(Mark.CHANGES_LAST)) {
            List.of(metadata.wholes(), wholes, metadata.changes(), changes).forEach(errors::addAll);
        } else {
            List.of(metadata.changes(), metadata.wholes(), wholes, changes).forEach(errors::addAll);
        }
        return errors;
    }

    private List<FieldError> unforgiven(Json.Obj next, Json.Obj live) {
        List<FieldError> found = new ArrayList<>();
        whole(next, report(found));
        found.removeIf(error -> KindChecks.isForgiven(qualifiedKind, next, live, error.field()));
        return found;
    }

    @Override
    public List<String> warnings(Json.Obj object) {
        return KindWarnings.of(qualifiedKind, object);
    }

    @Override
    public List<String> warnings(Json.Obj next, Json.Obj live) {
        return traits.is(Mark.REMINDS) ? warnings(next) : KindRules.super.warnings(next, live);
    }

    @Override
    public boolean allowsUnconditionalUpdate() {
        return !traits.is(Mark.CONDITIONAL);
    }

    @Override
    public boolean allowsCreateOnUpdate() {
        return traits.is(Mark.UPSERT);
    }

    @Override
    public boolean answersWithDeletedObject() {
        return traits.is(Mark.RETURNS);
    }

    @Override
    public Propagation defaultPropagation() {
        if (traits.is(Mark.NO_GC)) {
            return Propagation.UNSUPPORTED;
        }
        return traits.is(Mark.ORPHANS) ? Propagation.ORPHAN : Propagation.BACKGROUND;
    }

    @Override
    public boolean deletesGracefully() {
        return qualifiedKind.equals("Pod");
    }

    @Override
    public long graceSeconds(Json.Obj live, OptionalLong requested) {
        if (!deletesGracefully()) {
            return 0;
        }
        String phase = Tree.text(live, "status", "phase");
        boolean runsNowhere = Tree.text(live, "spec", "nodeName").isEmpty();
        if (runsNowhere || phase.equals("Failed") || phase.equals("Succeeded")) {
            return 0;
        }
        long seconds = requested.orElse(Tree.number(live, "spec", "terminationGracePeriodSeconds"));
        // Below zero is a mistake of old clients that must not be taken for "at once".
        return seconds < 0 ? 1 : seconds;
    }

    @Override
    public SelectableFields selectableFields() {
        return selectableFields;
    }

    @Override
    public Columns columns() {
        return tables.of(qualifiedKind);
    }

    @Override
    public Set<List<String>> resetFields(String subresource) {
        if (!writesStatusApart) {
            return Set.of();
        }
        if (!subresource.equals("status")) {
            return Set.of(List.of("status"));
        }
        Set<List<String>> reset = new HashSet<>();
        reset.add(List.of("spec"));
        if (traits.is(Mark.META)) {
            reset.add(List.of("metadata"));
        }
        if (traits.is(Mark.LABELS)) {
            reset.add(List.of("metadata", "labels"));
        }
        if (qualifiedKind.equals("Pod")) {
            reset.add(List.of("metadata", "deletionTimestamp"));
            reset.add(List.of("metadata", "ownerReferences"));
        }
        return reset;
    }

    @Override
    public String qualifiedKind() {
        return qualifiedKind;
    }
}
