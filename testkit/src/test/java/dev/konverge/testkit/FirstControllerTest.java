package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.controller.Outcome;
import dev.konverge.model.ObjectMeta;
import dev.konverge.model.core.v1.ConfigMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

@WithCluster
class FirstControllerTest {
    @Test
    void aControllerKeepsACopyOfEachConfigMap(TestCluster cluster) {
        cluster.run(cluster.manager()
                .controller(
                        ConfigMap.TYPE,
                        c -> c.name("copier").owns(ConfigMap.TYPE).reconcile((map, scope) -> {
                            if (map.key().name().startsWith("web")) {
                                scope.apply(ConfigMap.builder()
                                        .metadata(m -> m.namespace("default")
                                                .name("copy-of-" + map.key().name()))
                                        .data(map.data())
                                        .build());
                            }
                            return Outcome.done();
                        }))
                .build());
        cluster.create(ConfigMap.builder()
                .metadata(ObjectMeta.builder().namespace("default").name("web").build())
                .data(Map.of("color", "blue"))
                .build());

        cluster.eventually(() -> assertThat(
                        cluster.get(ConfigMap.TYPE, "default", "copy-of-web").data())
                .containsEntry("color", "blue"));
    }
}
