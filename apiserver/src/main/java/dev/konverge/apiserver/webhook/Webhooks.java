package dev.konverge.apiserver.webhook;

import dev.konverge.apiserver.access.Authorizer;
import dev.konverge.apiserver.admission.match.MatchConditions.Outcome;
import dev.konverge.apiserver.admission.match.Request;
import dev.konverge.apiserver.admission.match.RequestVariables;
import dev.konverge.apiserver.admission.match.Scope;
import dev.konverge.apiserver.catalog.Catalog;
import dev.konverge.apiserver.catalog.Served;
import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.GoText;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.patch.JsonPatch;
import dev.konverge.apiserver.store.State;
import dev.konverge.apiserver.store.Stored;
import dev.konverge.model.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The webhooks that are stored, and what they make of a write. Safe for use by many threads.
 *
 * <p>A change of a configuration counts for the next write. Mutating webhooks are asked one after the other, in the order of their
 * configurations' names; validating ones too, and the first refusal is the answer.
 */
public final class Webhooks {
    private static final Logger LOG = LoggerFactory.getLogger(Webhooks.class);
    private static final String GROUP = "admissionregistration.k8s.io";
    /** Where the configurations of webhooks that change writes are. */
    public static final String MUTATING = "mutatingwebhookconfigurations." + GROUP;
    /** Where the configurations of webhooks that refuse writes are. */
    public static final String VALIDATING = "validatingwebhookconfigurations." + GROUP;

    private final Supplier<State> state;
    private final Authorizer authorizer;
    private final WebhookCalls calls;
    private final RandomGenerator random;
    private final Converter converter;
    private final Scope scope;

    /** Makes objects those of another version of their kind. */
    @FunctionalInterface
    public interface Converter {
        /** {@return an object of one version in another} */
        Json.Obj convert(Json.Obj object, Served from, Served to);
    }

    /** Replaced by whoever first sees that it is out of date; read by everyone. */
    private volatile View view = new View(-1, -1, List.of(), List.of());

    /** The webhooks at two revisions. */
    private record View(long mutatingRevision, long validatingRevision, List<Hook> mutating, List<Hook> validating) {}

    /** The webhooks in a store. */
    public Webhooks(
            Supplier<State> state,
            Supplier<Catalog> catalog,
            Authorizer authorizer,
            WebhookCalls calls,
            RandomGenerator random,
            Converter converter) {
        this.converter = converter;
        this.state = state;
        this.authorizer = authorizer;
        this.calls = calls;
        this.random = random;
        this.scope = new Scope(catalog, this::namespace);
    }

    private Optional<Json.Obj> namespace(String name) {
        return Optional.ofNullable(state.get().find("namespaces", name)).map(Stored::object);
    }

    /**
     * {@return the object as mutating webhooks want it, null for a deletion}
     *
     * @param request the write, with the object as it is before them
     * @param normal makes an object what its kind says it is, after it was changed
     * @param plugins what may change the object again once a webhook has
     * @throws StatusException if the write is refused
     */
    public Json.@Nullable Obj mutate(Request request, UnaryOperator<Json.Obj> normal, UnaryOperator<Json.Obj> plugins) {
        List<Hook> hooks = isExempt(request) ? List.of() : view().mutating();
        if (hooks.isEmpty()) {
            return request.object();
        }
        Rounds rounds = new Rounds(request, normal);
        for (Hook hook : hooks) {
            rounds.ask(hook);
        }
        if (rounds.changed && rounds.object != null) {
            Json.Obj before = rounds.object;
            rounds.object = plugins.apply(before);
            if (!rounds.object.equals(before)) {
                rounds.again.addAll(rounds.asked);
            }
            hooks.stream().filter(hook -> rounds.again.contains(hook.id())).forEach(rounds::ask);
        }
        return rounds.object;
    }

    /** What mutating webhooks have made of one write so far. */
    private final class Rounds {
        private final Request request;
        private final UnaryOperator<Json.Obj> normal;
        private final Set<String> asked = new HashSet<>();
        private final Set<String> again = new HashSet<>();
        private Json.@Nullable Obj object;
        private boolean changed;

        Rounds(Request request, UnaryOperator<Json.Obj> normal) {
            this.request = request;
            this.normal = normal;
            this.object = request.object();
        }

        /** A webhook that asked to see what others change is asked again, once, after others did; never because of itself. */
        void ask(Hook hook) {
            Request now = request.withObject(object);
            Served seen = find(hook, now).orElse(null);
            if (seen == null) {
                return;
            }
            Json.Arr operations = answer(hook, now, seen, true)
                    .map(answer -> changes(hook, answer))
                    .orElse(new Json.Arr(List.of()));
            if (!operations.items().isEmpty()) {
                Json.Obj next = patched(hook, operations, seen);
                if (!next.equals(object)) {
                    changed = true;
                    again.addAll(asked);
                }
                object = next;
            }
            if (hook.isReinvoked()) {
                asked.add(hook.id());
            }
        }

        private Json.Obj patched(Hook hook, Json.Arr operations, Served seen) {
            if (object == null) {
                throw Failures.internal("admission webhook " + GoText.quote(hook.name())
                        + " attempted to modify the object, which is not supported for this operation");
            }
            Json.Obj shown = in(object, request.served(), seen);
            Json.Obj patched;
            try {
                patched = JsonPatch.apply(shown, operations);
            } catch (StatusException misfit) {
                throw Failures.internal(PatchWords.of(shown, operations));
            }
            try {
                return normal.apply(in(patched, seen, request.served()));
            } catch (StatusException misfit) {
                throw Failures.internal(String.valueOf(misfit.getMessage()));
            }
        }
    }

    /**
     * Lets a write pass.
     *
     * @throws StatusException if a validating webhook refuses it
     */
    public void validate(Request request) {
        List<Hook> hooks = isExempt(request) ? List.of() : view().validating();
        // All that are concerned are found before the first is asked, as a refusal of a condition comes before any
        // call.
        Map<Hook, Served> concerned = new LinkedHashMap<>();
        hooks.forEach(hook -> find(hook, request).ifPresent(seen -> concerned.put(hook, seen)));
        concerned.forEach((hook, seen) -> answer(hook, request, seen, false));
    }

    private Json.Obj in(Json.Obj object, Served from, Served to) {
        return from.equals(to) ? object : converter.convert(object, from, to);
    }

    private Request in(Request request, Served seen) {
        if (request.served().equals(seen)) {
            return request;
        }
        Json.Obj object = request.object();
        Json.Obj old = request.old();
        return request.withObjects(
                object == null ? null : in(object, request.served(), seen),
                old == null ? null : in(old, request.served(), seen));
    }

    /** Whoever gets a configuration wrong must be able to put it right. */
    private static boolean isExempt(Request request) {
        return request.served().group().equals(GROUP);
    }

    /** {@return the version in which a webhook is to be asked about a request, nothing if it is not} */
    private Optional<Served> find(Hook hook, Request request) {
        return hook.findVersion(request, scope).filter(seen -> meets(hook, request));
    }

    private boolean meets(Hook hook, Request request) {
        Optional<Json.Obj> namespace = request.namespace().isEmpty() || request.isAboutNamespace()
                ? Optional.empty()
                : namespace(request.namespace());
        RequestVariables variables = new RequestVariables(request, Optional.empty(), namespace, authorizer);
        return switch (hook.conditions().evaluate(variables)) {
            case Outcome.Matched ignored -> true;
            case Outcome.Unmatched ignored -> false;
            case Outcome.Failed failed -> {
                if (hook.ignoresFailures()) {
                    yield false;
                }
                throw Failures.forbidden(request.served().resource(), request.name(), failed.why());
            }
        };
    }

    /**
     * {@return what a webhook says, if it could be asked}
     *
     * @throws StatusException if it refuses, or failed and must not
     */
    private Optional<Review.Answer> answer(Hook hook, Request request, Served seen, boolean mutating) {
        if (request.dryRun() && !hook.allowsDryRun()) {
            throw Failures.badRequest("admission webhook " + GoText.quote(hook.name()) + " does not support dry run");
        }
        requireTime(request);
        Review.Answer answer;
        try {
            answer = ask(hook, request, seen, mutating);
        } catch (WebhookCalls.CallFailure failure) {
            requireTime(request);
            passOver(hook, failure);
            return Optional.empty();
        }
        answer.warnings().forEach(request.warnings());
        if (!answer.allowed()) {
            throw Review.refusal(hook.name(), answer.result());
        }
        return Optional.of(answer);
    }

    /** A request whose time is over while webhooks are asked is told so, and not that a webhook failed. */
    private static void requireTime(Request request) {
        if (!request.left().get().isPositive()) {
            throw Failures.outOfTime();
        }
    }

    /** What a webhook wants to change; nothing if that cannot be read, and need not be. */
    private static Json.Arr changes(Hook hook, Review.Answer answer) {
        try {
            return answer.changes();
        } catch (WebhookCalls.CallFailure failure) {
            passOver(hook, failure);
            return new Json.Arr(List.of());
        }
    }

    /** Goes on without a webhook that failed, if its configuration says so. */
    private static void passOver(Hook hook, WebhookCalls.CallFailure failure) {
        if (!hook.ignoresFailures()) {
            throw Failures.internal(
                    "failed calling webhook " + GoText.quote(hook.name()) + ": " + failure.getMessage());
        }
        LOG.atWarn()
                .addKeyValue("webhook", hook.name())
                .addKeyValue("reason", failure.getMessage())
                .log("webhook failed and is passed over");
    }

    private Review.Answer ask(Hook hook, Request request, Served seen, boolean mutating)
            throws WebhookCalls.CallFailure {
        if (!hook.speaksV1()) {
            throw new WebhookCalls.CallFailure("could not create admission objects: webhook does not accept known"
                    + " AdmissionReview versions (v1, v1beta1)");
        }
        Duration left = request.left().get();
        Duration timeout = left.compareTo(hook.timeout()) < 0 ? left : hook.timeout();
        String uid = new UUID(random.nextLong(), random.nextLong()).toString();
        Json.Obj review;
        try {
            byte[] body = calls.post(hook.endpoint(), Review.of(uid, in(request, seen), seen), timeout);
            review = Review.read(body);
        } catch (WebhookCalls.CallFailure failure) {
            throw new WebhookCalls.CallFailure("failed to call webhook: " + failure.getMessage());
        }
        try {
            return Review.meaning(uid, review, mutating);
        } catch (Review.Nonsense nonsense) {
            throw new WebhookCalls.CallFailure("received invalid webhook response: " + nonsense.getMessage());
        }
    }

    private View view() {
        State now = state.get();
        long mutating = now.lastChange(MUTATING);
        long validating = now.lastChange(VALIDATING);
        View known = view;
        if (known.mutatingRevision() != mutating || known.validatingRevision() != validating) {
            known = new View(mutating, validating, hooks(now, MUTATING), hooks(now, VALIDATING));
            view = known;
        }
        return known;
    }

    private static List<Hook> hooks(State now, String collection) {
        List<Hook> hooks = new ArrayList<>();
        now.objects(collection).from("").forEach(stored -> {
            List<Json.Obj> webhooks = Tree.objects(stored.content(), "webhooks");
            for (int i = 0; i < webhooks.size(); i++) {
                hooks.add(Hook.of(Tree.text(stored.content(), "metadata", "name"), i, webhooks.get(i)));
            }
        });
        return List.copyOf(hooks);
    }
}
