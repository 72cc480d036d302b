package dev.konverge.fidelity;

import dev.konverge.base.Platform;
import dev.konverge.client.config.ClientConfig;
import dev.konverge.fidelity.play.Site;
import dev.konverge.fidelity.random.RandomScenarios;
import dev.konverge.fidelity.scenario.Scenario;
import dev.konverge.model.KubernetesSchema;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What to compare the embedded server with, and by which scenarios.
 *
 * @param real where the real server is; without one it is started for the purpose
 * @param random how many scenarios are made at random, besides the written ones
 * @param seed what they are made from
 * @param only which scenarios are played: a pattern that is looked for in their names and rows
 */
public record Judgement(Optional<ClientConfig> real, int random, long seed, Pattern only) {
    /**
     * {@return what came of it}
     *
     * @throws IllegalStateException if a real server has to be started, and its programs are not there
     */
    public Report run(Platform platform, IntConsumer progress) throws InterruptedException {
        List<Scenario> chosen = scenarios();
        try (Site judge = real.map(config -> Servers.remote(platform, config)).orElseGet(() -> Servers.real(platform));
                Site ours = Servers.embedded(platform)) {
            return new Fidelity(platform, judge, ours).run(chosen, progress);
        }
    }

    /** {@return the scenarios that will be played} */
    public List<Scenario> scenarios() {
        RandomScenarios generator = new RandomScenarios(KubernetesSchema.load(), Suite.kinds());
        return Stream.concat(
                        Suite.scenarios().stream(),
                        IntStream.range(0, random).mapToObj(number -> generator.scenario(seed, number)))
                .filter(scenario -> only.matcher(scenario.name()).find()
                        || scenario.rows().stream()
                                .anyMatch(row -> only.matcher(row).matches()))
                .toList();
    }
}
