package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.controller.Outcome;
import dev.konverge.model.Condition;
import dev.konverge.model.Conditions;
import dev.konverge.model.Json;
import dev.konverge.model.MergePatch;
import dev.konverge.model.policy.v1.PodDisruptionBudget;
import dev.konverge.model.policy.v1.PodDisruptionBudgetStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Conditions that a reconciler sets: what they are about, and when they last changed. */
@WithCluster
class ConditionsStoryTest {
    @BeforeEach
    void run(TestCluster cluster) {
        cluster.run(cluster.manager()
                .controller(
                        PodDisruptionBudget.TYPE,
                        c -> c.reconcile((budget, scope) -> {
                            boolean ready = budget.metadata().labels().containsKey("ready");
                            List<Condition> before = Optional.ofNullable(budget.status())
                                    .map(PodDisruptionBudgetStatus::conditions)
                                    .orElse(List.of());
                            List<Condition> after = scope.condition(
                                    before,
                                    "Ready",
                                    ready ? Conditions.TRUE : Conditions.FALSE,
                                    ready ? "Labelled" : "NotLabelled",
                                    "the label decides");
                            scope.status(budget.toBuilder()
                                    .status(PodDisruptionBudgetStatus.builder()
                                            .conditions(after)
                                            .build())
                                    .build());
                            return Outcome.done();
                        }))
                .build());
        cluster.create(PodDisruptionBudget.builder()
                .metadata(m -> m.namespace("default").name("web"))
                .spec(s -> s.selector(l -> l.matchLabels(Map.of("app", "web"))))
                .build());
    }

    private static PodDisruptionBudget budget(TestCluster cluster) {
        return cluster.get(PodDisruptionBudget.TYPE, "default", "web");
    }

    private static Condition ready(TestCluster cluster) {
        return Optional.ofNullable(budget(cluster).status())
                .flatMap(status -> Conditions.find(status.conditions(), "Ready"))
                .orElseThrow(() -> new AssertionError("there is no condition"));
    }

    private static void change(TestCluster cluster, String patch) {
        cluster.clients()
                .resource(PodDisruptionBudget.TYPE)
                .in("default")
                .patch("web", new MergePatch(Json.parse(patch)));
    }

    @Test
    void aConditionIsAboutThePresentGenerationAndKeepsItsTimeWhileItsStatusStays(TestCluster cluster) {
        cluster.eventually(() -> assertThat(ready(cluster).isFalse()).isTrue());
        Instant first = ready(cluster).lastTransitionTime();

        cluster.advance(Duration.ofHours(1));
        change(cluster, "{\"spec\":{\"maxUnavailable\":2}}");
        cluster.eventually(() -> assertThat(ready(cluster).observedGeneration())
                .isEqualTo(budget(cluster).metadata().generation()));
        assertThat(ready(cluster).lastTransitionTime()).isEqualTo(first);
        assertThat(ready(cluster).observedGeneration()).isEqualTo(2);

        change(cluster, "{\"metadata\":{\"labels\":{\"ready\":\"yes\"}}}");
        cluster.eventually(() -> assertThat(ready(cluster).isTrue()).isTrue());
        assertThat(ready(cluster).lastTransitionTime()).isAfter(first);
        assertThat(ready(cluster).reason()).isEqualTo("Labelled");
    }
}
