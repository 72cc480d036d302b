package dev.konverge.fidelity.random;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.model.Json;
import dev.konverge.model.KubernetesSchema;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RandomScenariosTest {
    private final RandomScenarios scenarios = new RandomScenarios(
            KubernetesSchema.load(),
            List.of(
                    (Json.Obj)
                            Json.parse(
                                    "{\"is\":\"pod\",\"at\":\"/pods\",\"name\":\"a\",\"object\":{\"apiVersion\":\"v1\","
                                            + "\"kind\":\"Pod\",\"metadata\":{\"name\":\"a\"},\"spec\":{\"containers\":[{\"name\":\"c\"}]}}}")));

    @Test
    void aSeedAndANumberMakeTheSameScenarioAgain() {
        assertThat(scenarios.scenario(7, 3)).isEqualTo(scenarios.scenario(7, 3));
    }

    @Test
    void otherNumbersAndOtherSeedsMakeOtherScenarios() {
        long different = IntStream.range(0, 100)
                .mapToObj(number -> scenarios.scenario(7, number).steps())
                .distinct()
                .count();

        assertThat(different).isGreaterThan(90);
        assertThat(scenarios.scenario(8, 3).steps())
                .isNotEqualTo(scenarios.scenario(7, 3).steps());
    }
}
