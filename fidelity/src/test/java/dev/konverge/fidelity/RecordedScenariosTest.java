package dev.konverge.fidelity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import dev.konverge.fidelity.play.Site;
import dev.konverge.fidelity.play.Transcript;
import dev.konverge.fidelity.scenario.Scenario;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * The embedded server against what kube-apiserver 1.36.4 answered, where there is none to be asked. {@code ./konverge fidelity
 * --record} makes the recording anew; {@code ./konverge fidelity --only NAME} shows both answers.
 */
class RecordedScenariosTest {
    private static final int LEAST = 1000;

    private final Platform platform = Platform.real();

    @Test
    void theAnswersAreStillThoseOfTheRealServer() throws IOException, InterruptedException {
        Recording recording = recording();
        List<Scenario> scenarios = Suite.scenarios().stream()
                .filter(scenario -> recording.has(scenario.name()))
                .toList();
        assertThat(scenarios).hasSizeGreaterThan(LEAST).hasSize(recording.size());
        List<String> deviations = Collections.synchronizedList(new ArrayList<>());
        AtomicInteger next = new AtomicInteger();
        List<Task> tasks = new ArrayList<>();
        try (Site server = Servers.embedded(platform)) {
            for (int i = 0; i < 4; i++) {
                tasks.add(platform.start("scenarios", () -> {
                    for (int at = next.getAndIncrement(); at < scenarios.size(); at = next.getAndIncrement()) {
                        deviations.addAll(deviations(recording, server, scenarios.get(at), at));
                    }
                }));
            }
            for (Task task : tasks) {
                assertThat(task.join(Duration.ofMinutes(5))).isTrue();
            }
        } finally {
            tasks.forEach(Task::close);
        }

        assertThat(deviations).isEmpty();
        assertThat(next.get()).isGreaterThanOrEqualTo(scenarios.size());
    }

    private List<String> deviations(Recording recording, Site server, Scenario scenario, int number)
            throws InterruptedException {
        Transcript now = Fidelity.transcript(platform, server, scenario, String.format("f0000-%05d", number));
        return recording.deviations(scenario.name(), now).stream()
                .map(deviation -> scenario.name() + ": " + deviation)
                .toList();
    }

    private static Recording recording() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(RecordedScenariosTest.class.getResourceAsStream("recorded-1.36.4.tsv"))) {
            return Recording.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }
}
