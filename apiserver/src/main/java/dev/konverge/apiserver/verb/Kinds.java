package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.apply.Versions;
import dev.konverge.apiserver.catalog.Catalog;
import dev.konverge.apiserver.catalog.Origin;
import dev.konverge.apiserver.catalog.Served;
import dev.konverge.apiserver.crd.DefinitionRules;
import dev.konverge.apiserver.crd.DefinitionSchemas;
import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.kind.BuiltInKinds;
import dev.konverge.apiserver.kind.KindRules;
import dev.konverge.apiserver.negotiate.Bodies;
import dev.konverge.apiserver.policy.ConditionChecks;
import dev.konverge.apiserver.policy.DeviceExpressions;
import dev.konverge.apiserver.policy.MutatingPolicyChecks;
import dev.konverge.apiserver.policy.Policies;
import dev.konverge.apiserver.policy.PolicyChecks;
import dev.konverge.apiserver.structure.Structures;
import dev.konverge.apiserver.webhook.Webhooks;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Finds what the verbs know about a served resource. Safe for use by many threads. */
final class Kinds {
    private final Supplier<Catalog> catalog;
    private final BuiltInKinds builtIns;
    private final Structures structures;
    private final Bodies bodies;
    private final Definitions definitions;
    /** The built-in kinds asked for so far; bounded by their number. */
    private final ConcurrentHashMap<Served, Kind> known = new ConcurrentHashMap<>();

    Kinds(
            Supplier<Catalog> catalog,
            BuiltInKinds builtIns,
            Structures structures,
            Bodies bodies,
            Definitions definitions) {
        this.catalog = catalog;
        this.builtIns = builtIns;
        this.structures = structures;
        this.bodies = bodies;
        this.definitions = definitions;
    }

    Kind of(Served served) {
        return switch (served.origin()) {
            case Origin.BuiltIn type -> known.computeIfAbsent(served, any -> builtIn(served, type.type()));
            case Origin.Custom ignored -> definitions.find(served).orElseThrow(Failures::noSuchResource);
        };
    }

    private Kind builtIn(Served served, String type) {
        KindRules rules = builtIns.rules(served.group(), served.version(), served.kind());
        Form plain = new BuiltInForm(served, rules, bodies);
        Form form = switch (served.collection().toString()) {
            case Definitions.COLLECTION ->
                new CheckedForm(plain, DefinitionRules::prepared, DefinitionRules::errors, DefinitionSchemas::remarks);
            case Policies.POLICIES ->
                new CheckedForm(plain, CheckedForm.Preparation.NONE, PolicyChecks::policy, CheckedForm.Remarks.NONE);
            case MutatingPolicyChecks.POLICIES ->
                new CheckedForm(
                        plain, CheckedForm.Preparation.NONE, MutatingPolicyChecks::errors, CheckedForm.Remarks.NONE);
            case "deviceclasses.resource.k8s.io" ->
                new CheckedForm(
                        plain, CheckedForm.Preparation.NONE, DeviceExpressions::ofClass, CheckedForm.Remarks.NONE);
            case "resourceclaims.resource.k8s.io" ->
                new CheckedForm(
                        plain, CheckedForm.Preparation.NONE, DeviceExpressions::ofClaim, CheckedForm.Remarks.NONE);
            case "resourceclaimtemplates.resource.k8s.io" ->
                new CheckedForm(
                        plain, CheckedForm.Preparation.NONE, DeviceExpressions::ofTemplate, CheckedForm.Remarks.NONE);
            case Policies.BINDINGS ->
                new CheckedForm(plain, CheckedForm.Preparation.NONE, PolicyChecks::binding, CheckedForm.Remarks.NONE);
            case Webhooks.MUTATING, Webhooks.VALIDATING ->
                new CheckedForm(
                        plain, CheckedForm.Preparation.NONE, ConditionChecks::webhooks, CheckedForm.Remarks.NONE);
            default -> plain;
        };
        return new Kind(
                served,
                rules,
                structures.object(type),
                form,
                (object, apiVersion) -> catalog.get()
                        .findKind(apiVersion, served.kind())
                        .filter(other -> other.collection().equals(served.collection()))
                        .map(this::of)
                        .map(other -> new Versions.Versioned(
                                BuiltInForm.converted(object, other.served().apiVersion()), other.structure())));
    }
}
