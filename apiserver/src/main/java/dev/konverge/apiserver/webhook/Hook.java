package dev.konverge.apiserver.webhook;

import dev.konverge.apiserver.admission.match.MatchConditions;
import dev.konverge.apiserver.admission.match.Request;
import dev.konverge.apiserver.admission.match.ResourceRules;
import dev.konverge.apiserver.admission.match.Scope;
import dev.konverge.apiserver.catalog.Served;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One webhook of a configuration.
 *
 * @param id what tells it from all others
 * @param name its name
 * @param settings all that the configuration says of it
 * @param endpoint where it is
 * @param conditions what must be true besides
 */
record Hook(String id, String name, Json.Obj settings, Endpoint endpoint, MatchConditions conditions) {
    private static final int USUAL_SECONDS = 10;

    /** {@return a webhook}; {@code configuration} is the name of the object it is in */
    static Hook of(String configuration, int index, Json.Obj settings) {
        String name = Tree.text(settings, "name");
        return new Hook(
                configuration + "/" + name + "/" + index,
                name,
                settings,
                Endpoint.of(Tree.object(settings, "clientConfig")),
                MatchConditions.of(Tree.objects(settings, "matchConditions"), false, Map.of()));
    }

    boolean ignoresFailures() {
        return Tree.text(settings, "failurePolicy").equals("Ignore");
    }

    boolean isReinvoked() {
        return Tree.text(settings, "reinvocationPolicy").equals("IfNeeded");
    }

    /** Whether it may be asked about a write that is not stored. */
    boolean allowsDryRun() {
        return List.of("None", "NoneOnDryRun").contains(Tree.text(settings, "sideEffects"));
    }

    boolean speaksV1() {
        return Tree.strings(settings, "admissionReviewVersions").contains("v1");
    }

    Duration timeout() {
        return Duration.ofSeconds(Tree.numberOr(USUAL_SECONDS, settings, "timeoutSeconds"));
    }

    /**
     * {@return the version in which it wants to see what a request is about, nothing if rules or selectors are not for the request}
     * Conditions are another matter.
     */
    Optional<Served> findVersion(Request request, Scope scope) {
        return scope.selects(settings, request)
                ? ResourceRules.find(Tree.objects(settings, "rules"), request, scope.equivalents(settings, request))
                : Optional.empty();
    }
}
