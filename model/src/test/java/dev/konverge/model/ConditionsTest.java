package dev.konverge.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConditionsTest {
    private static final Instant THEN = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant NOW = Instant.parse("2026-01-02T00:00:00.987654321Z");
    private static final Instant NOW_TO_THE_SECOND = Instant.parse("2026-01-02T00:00:00Z");

    private static final Condition READY = Condition.builder()
            .type("Ready")
            .status(Conditions.TRUE)
            .reason("AllGood")
            .message("all is well")
            .observedGeneration(3L)
            .lastTransitionTime(THEN)
            .build();
    private static final Condition OTHER = READY.toBuilder().type("Other").build();

    private static Condition wish(String status) {
        return Condition.builder()
                .type("Ready")
                .status(status)
                .reason("AllGood")
                .message("all is well")
                .observedGeneration(3L)
                .build();
    }

    @Test
    void aNewConditionIsAppendedWithTheCurrentTimeToTheSecond() {
        List<Condition> set = Conditions.set(List.of(OTHER), wish("False"), NOW);
        assertThat(set)
                .containsExactly(
                        OTHER,
                        wish("False").toBuilder()
                                .lastTransitionTime(NOW_TO_THE_SECOND)
                                .build());
    }

    @Test
    void aNewConditionKeepsTheTimeItStates() {
        assertThat(Conditions.set(List.of(), READY, NOW)).containsExactly(READY);
    }

    @Test
    void theTimeStaysWhileTheStatusDoes() {
        Condition wish = wish("True").toBuilder()
                .reason("Better")
                .message("m")
                .observedGeneration(4L)
                .build();
        assertThat(Conditions.set(List.of(OTHER, READY), wish, NOW))
                .containsExactly(
                        OTHER, wish.toBuilder().lastTransitionTime(THEN).build());
    }

    @Test
    void theTimeStaysWhileTheStatusDoesEvenIfTheNewConditionStatesAnother() {
        Condition wish =
                wish("True").toBuilder().lastTransitionTime(NOW_TO_THE_SECOND).build();
        assertThat(Conditions.set(List.of(READY), wish, NOW)).containsExactly(READY);
    }

    @Test
    void theTimeChangesWithTheStatus() {
        assertThat(Conditions.set(List.of(READY, OTHER), wish("False"), NOW))
                .containsExactly(
                        wish("False").toBuilder()
                                .lastTransitionTime(NOW_TO_THE_SECOND)
                                .build(),
                        OTHER);
        Instant stated = Instant.parse("2026-01-01T12:00:00Z");
        assertThat(Conditions.set(
                        List.of(READY),
                        wish("Unknown").toBuilder().lastTransitionTime(stated).build(),
                        NOW))
                .extracting(Condition::lastTransitionTime)
                .containsExactly(stated);
    }

    @Test
    void theObservedGenerationIsThatOfTheNewConditionEvenIfAbsent() {
        Condition wish = wish("True").toBuilder().observedGeneration(null).build();
        assertThat(Conditions.set(List.of(READY), wish, NOW))
                .extracting(Condition::observedGeneration)
                .containsExactly((Long) null);
    }

    @Test
    void aListThatNeedsNoChangeComesOutAsItWentIn() {
        List<Condition> conditions = List.of(OTHER, READY);
        assertThat(Conditions.set(conditions, wish("True"), NOW)).isSameAs(conditions);
        assertThat(Conditions.remove(conditions, "Missing")).isSameAs(conditions);
    }

    @Test
    void conditionsAreRemovedByType() {
        assertThat(Conditions.remove(List.of(OTHER, READY, READY), "Ready")).containsExactly(OTHER);
    }

    @Test
    void aConditionIsFoundByTypeAndAskedForItsStatus() {
        Condition unknown =
                READY.toBuilder().type("Unsure").status(Conditions.UNKNOWN).build();
        Condition no = READY.toBuilder().type("No").status(Conditions.FALSE).build();
        Condition silent = Condition.builder().type("Silent").build();
        List<Condition> conditions = List.of(READY, unknown, no, silent);
        assertThat(Conditions.find(conditions, "Ready")).contains(READY);
        assertThat(Conditions.find(conditions, "Missing")).isEmpty();
        assertThat(conditions)
                .extracting(c -> Conditions.isTrue(conditions, String.valueOf(c.type())))
                .containsExactly(true, false, false, false);
        assertThat(conditions)
                .extracting(c -> Conditions.isFalse(conditions, String.valueOf(c.type())))
                .containsExactly(false, false, true, false);
        assertThat(Conditions.isTrue(conditions, "Missing")).isFalse();
        assertThat(Conditions.isFalse(conditions, "Missing")).isFalse();
    }
}
