package dev.konverge.apiserver.policy;

import dev.konverge.apiserver.access.Authorizer;
import dev.konverge.apiserver.admission.match.Request;
import dev.konverge.apiserver.admission.match.RequestVariables;
import dev.konverge.apiserver.admission.match.Scope;
import dev.konverge.apiserver.catalog.Catalog;
import dev.konverge.apiserver.failure.GoText;
import dev.konverge.apiserver.failure.GroupResource;
import dev.konverge.apiserver.failure.StatusBuilder;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.store.State;
import dev.konverge.apiserver.store.Stored;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The admission policies that are stored, and what they say about a write. Safe for use by many threads.
 *
 * <p>A change of a policy or a binding counts for the next write.
 */
public final class Policies {
    private static final String GROUP = "admissionregistration.k8s.io";

    /** The collection of policies. */
    public static final String POLICIES = "validatingadmissionpolicies." + GROUP;

    /** The collection of bindings. */
    public static final String BINDINGS = "validatingadmissionpolicybindings." + GROUP;

    private static final Set<String> EXEMPT = Set.of(
            "validatingadmissionpolicies",
            "validatingadmissionpolicybindings",
            "mutatingadmissionpolicies",
            "mutatingadmissionpolicybindings");

    private final Supplier<State> state;
    private final Supplier<Catalog> catalog;
    private final Authorizer authorizer;
    private final Scope scope;

    /** Replaced by whoever first sees that it is out of date; read by everyone. */
    private volatile @Nullable View view;

    /** The policies in a store. */
    public Policies(Supplier<State> state, Supplier<Catalog> catalog, Authorizer authorizer) {
        this.state = state;
        this.catalog = catalog;
        this.authorizer = authorizer;
        this.scope = new Scope(catalog, this::namespace);
    }

    /** A policy and the bindings that put it to work. */
    private record Bound(String name, Json.Obj policy, List<Json.Obj> bindings) {}

    /** The policies at two revisions, and those of them that were compiled by now. */
    private record View(
            long policyRevision, long bindingRevision, List<Bound> policies, Map<String, CompiledPolicy> compiled) {}

    /** One reason to refuse a request; {@code binding} is empty if the policy itself is at fault. */
    private record Refusal(String policy, String binding, CompiledPolicy.Denial denial) {}

    private Optional<Json.Obj> namespace(String name) {
        return Optional.ofNullable(state.get().find("namespaces", name)).map(Stored::object);
    }

    /**
     * Lets a write pass.
     *
     * @throws StatusException if a policy refuses it
     */
    public void validate(Request request) {
        View now = view();
        boolean exempt = request.served().group().equals(GROUP)
                && EXEMPT.contains(request.served().plural());
        if (now.policies().isEmpty() || exempt) {
            return;
        }
        List<Refusal> refusals = new ArrayList<>();
        for (Bound bound : now.policies()) {
            Json.Obj spec = Tree.object(bound.policy(), "spec");
            if (scope.matches(Tree.object(spec, "matchConstraints"), request)) {
                CompiledPolicy compiled =
                        now.compiled().computeIfAbsent(bound.name(), any -> CompiledPolicy.of(bound.policy()));
                bound.bindings().forEach(binding -> bound(bound, spec, compiled, binding, request, refusals));
            }
        }
        if (!refusals.isEmpty()) {
            throw refused(request, refusals.getFirst());
        }
    }

    private void bound(
            Bound bound,
            Json.Obj policy,
            CompiledPolicy compiled,
            Json.Obj binding,
            Request request,
            List<Refusal> refusals) {
        String name = Tree.text(binding, "metadata", "name");
        Json.Obj spec = Tree.object(binding, "spec");
        if (!scope.matches(Tree.object(spec, "matchResources"), request)) {
            return;
        }
        try {
            Parameters parameters = new Parameters(state.get(), catalog.get());
            for (Optional<Json.Obj> params : parameters.find(policy, spec, request.namespace())) {
                Optional<Json.Obj> namespace = request.namespace().isEmpty() || request.isAboutNamespace()
                        ? Optional.empty()
                        : namespace(request.namespace());
                RequestVariables values = new RequestVariables(request, params, namespace, authorizer);
                for (CompiledPolicy.Denial denial : compiled.evaluate(values)) {
                    act(bound.name(), name, Tree.strings(spec, "validationActions"), denial, request, refusals);
                }
            }
        } catch (Parameters.Misconfigured wrong) {
            if (compiled.failsClosed()) {
                String culprit = wrong.isOfPolicy() ? "policy" : "binding";
                String message = "failed to configure " + culprit + ": " + wrong.getMessage();
                String where = wrong.isOfPolicy() ? "" : name;
                refusals.add(new Refusal(bound.name(), where, new CompiledPolicy.Denial(message, "")));
            }
        }
    }

    private static void act(
            String policy,
            String binding,
            List<String> actions,
            CompiledPolicy.Denial denial,
            Request request,
            List<Refusal> refusals) {
        for (String action : actions) {
            switch (action) {
                case "Deny" -> refusals.add(new Refusal(policy, binding, denial));
                case "Warn" ->
                    request.warnings()
                            .accept("Validation failed for ValidatingAdmissionPolicy '" + policy + "' with binding '"
                                    + binding + "': " + denial.message());
                default -> {
                    // There is no audit log to write to.
                }
            }
        }
    }

    private static StatusException refused(Request request, Refusal refusal) {
        String binding = refusal.binding().isEmpty() ? "" : " with binding '" + refusal.binding() + "'";
        String text = "ValidatingAdmissionPolicy '" + refusal.policy() + "'" + binding + " denied request: "
                + refusal.denial().message();
        String reason = refusal.denial().reason().isEmpty()
                ? "Invalid"
                : refusal.denial().reason();
        int code = switch (reason) {
            case "Forbidden" -> 403;
            case "Unauthorized" -> 401;
            case "RequestEntityTooLarge" -> 413;
            default -> 422;
        };
        GroupResource resource = request.served().resource();
        String message = resource + " " + GoText.quote(request.shownName()) + " is forbidden: " + text;
        return StatusBuilder.failure(code, reason, message)
                .about(request.shownName(), resource.group(), resource.resource())
                .cause("", text, "")
                .exception();
    }

    private View view() {
        State now = state.get();
        long policyRevision = now.lastChange(POLICIES);
        long bindingRevision = now.lastChange(BINDINGS);
        View known = view;
        if (known == null || known.policyRevision() != policyRevision || known.bindingRevision() != bindingRevision) {
            known = new View(policyRevision, bindingRevision, policies(now), new ConcurrentHashMap<>());
            view = known;
        }
        return known;
    }

    private static List<Bound> policies(State now) {
        Map<String, List<Json.Obj>> bindings = new TreeMap<>();
        now.objects(BINDINGS)
                .from("")
                .forEach(stored -> bindings.computeIfAbsent(
                                Tree.text(stored.content(), "spec", "policyName"), any -> new ArrayList<>())
                        .add(stored.content()));
        List<Bound> bound = new ArrayList<>();
        bindings.forEach((name, of) -> {
            Stored policy = now.find(POLICIES, name);
            if (policy != null) {
                bound.add(new Bound(name, policy.content(), List.copyOf(of)));
            }
        });
        return List.copyOf(bound);
    }
}
