package dev.konverge.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.model.scheduling.v1.PriorityClass;
import org.junit.jupiter.api.Test;

class ContentTest {
    private static Content of(Deployment deployment) {
        return Content.of(Deployment.TYPE, deployment, false);
    }

    private static Deployment deployment(String uid, long generation, int available) {
        return Deployment.builder()
                .metadata(meta -> meta.name("web").uid(uid).generation(generation))
                .status(status -> status.availableReplicas(available))
                .build();
    }

    @Test
    void whereTheServerCountsChangesItsCountIsAskedAndNotTheStatus() {
        assertThat(of(deployment("u", 1, 0))).isEqualTo(of(deployment("u", 1, 3)));
        assertThat(of(deployment("u", 2, 0))).isNotEqualTo(of(deployment("u", 1, 0)));
    }

    @Test
    void whereTheServerBeginsToCountAndNeverGoesOnTheContentIsLookedAt() {
        PriorityClass urgent = PriorityClass.builder()
                .metadata(meta -> meta.name("urgent").uid("u").generation(1L))
                .value(7)
                .build();
        assertThat(Content.of(PriorityClass.TYPE, urgent.with(c -> c.globalDefault(true)), false))
                .isNotEqualTo(Content.of(PriorityClass.TYPE, urgent, false));
    }

    @Test
    void anotherObjectOfTheSameNameBeginsToCountAnew() {
        assertThat(of(deployment("other", 1, 0))).isNotEqualTo(of(deployment("u", 1, 0)));
    }

    @Test
    void aStatusThatMattersIsLookedAt() {
        assertThat(Content.of(Deployment.TYPE, deployment("u", 1, 0), true))
                .isNotEqualTo(Content.of(Deployment.TYPE, deployment("u", 1, 3), true));
    }

    @Test
    void whereNobodyCountsEverythingBesideTheMetadataIsLookedAt() {
        ConfigMap map = ConfigMap.builder()
                .metadata(meta -> meta.name("web").resourceVersion("1"))
                .putData("a", "b")
                .build();
        Content content = Content.of(ConfigMap.TYPE, map, false);

        assertThat(Content.of(ConfigMap.TYPE, map.with(m -> m.metadata(meta -> meta.resourceVersion("2"))), false))
                .isEqualTo(content);
        assertThat(Content.of(ConfigMap.TYPE, map.with(m -> m.putData("c", "d")), false))
                .isNotEqualTo(content);
    }
}
