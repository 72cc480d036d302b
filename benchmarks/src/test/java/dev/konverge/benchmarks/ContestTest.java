package dev.konverge.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.Platform;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Contests between small child processes; {@link SelfTestBench} is what the JVMs among them run. */
@Timeout(120)
class ContestTest {
    private final ByteArrayOutputStream progress = new ByteArrayOutputStream();

    private Standings hold(int rounds, Settings settings, Contender... contenders) {
        return hold(rounds, 1, settings, contenders);
    }

    private Standings hold(int rounds, int forks, Settings settings, Contender... contenders) {
        Options options = Options.QUICK
                .withRounds(rounds, Duration.ofMillis(1), Duration.ofMillis(1))
                .withForks(forks)
                .withSettings(settings);
        var out = new PrintStream(progress, true, StandardCharsets.UTF_8);
        return new Contest(
                        new SelfTestBench(),
                        options,
                        new Progress(out, true, Platform.real().clock()),
                        SelfTestBench.class)
                .hold("title", List.of(contenders));
    }

    private static Measured figure(Standings standings, String metric, String contender) {
        return Objects.requireNonNull(standings.figures(metric).get(contender));
    }

    private static Contender jvm(String name, String workload) {
        return new Contender.Jvm(name, workload, List.of("-Xmx64m", "-XX:+UseSerialGC"));
    }

    @Test
    void eachContenderRunsInAJvmOfItsOwnThroughAllRounds() {
        Standings standings = hold(3, Settings.NONE, jvm("konverge", "process"), jvm("peer", "process"));

        Figure ours = figure(standings, "pid", "konverge");
        Figure theirs = figure(standings, "pid", "peer");
        assertThat(ours.low()).as("one process for all rounds").isEqualTo(ours.high());
        assertThat(theirs.median()).isNotEqualTo(ours.median());
        assertThat(figure(standings, "calls", "peer"))
                .as("a warm-up, then 1, 2, 3")
                .isEqualTo(Figure.of(List.of(2.0, 3.0, 4.0)));
    }

    @Test
    void roundsCanBeSharedOutAmongProcessesEachOfWhichIsWarmedUp(@TempDir Path folder) throws Exception {
        Path runs = folder.resolve("runs");
        var program = new Contender.Program("go", List.of("sh", "-c", "echo x >>" + runs + "; echo '{\"rate\": 1}'"));

        Standings standings = hold(
                5, 2, Settings.NONE, jvm("konverge", "process"), program, new Contender.Missing("rust", "no rust"));

        Measured processes = figure(standings, "pid", "konverge");
        assertThat(processes.values().headMap(2).values().stream().distinct()).hasSize(1);
        assertThat(processes.values().tailMap(2).values().stream().distinct())
                .hasSize(1)
                .doesNotContain(processes.values().firstEntry().getValue());
        assertThat(figure(standings, "calls", "konverge"))
                .as("a warm-up before the first round of each process")
                .isEqualTo(Figure.of(List.of(2.0, 3.0, 2.0, 3.0, 4.0)));
        assertThat(Files.readAllLines(runs))
                .as("one to warm up and five that count: a program is another process in each round anyway")
                .hasSize(6);
        assertThat(standings.missing()).containsOnlyKeys("rust");
    }

    @Test
    void noProcessIsStartedThatHasNoRound() {
        Standings standings = hold(2, 5, Settings.NONE, jvm("konverge", "process"));

        assertThat(figure(standings, "pid", "konverge").values().values())
                .doesNotHaveDuplicates()
                .hasSize(2);
    }

    @Test
    void roundsAreInterleavedAndBeginWithAnotherContenderEach() {
        hold(2, Settings.NONE, jvm("a", "process"), jvm("b", "process"));

        assertThat(progress.toString(StandardCharsets.UTF_8)
                        .replaceAll("\r\033\\[K", "\n")
                        .replaceAll(", \\d+ s", ""))
                .isEqualTo("""

                        title: a, warming up
                        title: b, warming up
                        title: a, round 1 of 2
                        title: b, round 1 of 2
                        title: b, round 2 of 2
                        title: a, round 2 of 2
                        """);
    }

    @Test
    void settingsReachTheChild() {
        Standings standings = hold(1, Settings.parse(List.of("echo=42")), jvm("konverge", "process"));

        assertThat(figure(standings, "echo", "konverge").median()).isEqualTo(42);
    }

    @Test
    void whatALibraryPrintsDoesNotGetBetweenTheAnswers() {
        assertThat(figure(hold(1, Settings.NONE, jvm("konverge", "chatty")), "x", "konverge")
                        .median())
                .isEqualTo(1);
    }

    @Test
    void aChildTidiesUpBeforeItEnds(@TempDir Path folder) {
        Path litter = folder.resolve("litter");
        var contender = new Contender.Jvm("konverge", "tidy", List.of("-Xmx64m"));
        Settings settings = Settings.parse(List.of("litter=" + litter));
        try (ChildJvm child = ChildJvm.start(SelfTestBench.class, new SelfTestBench(), contender, settings)) {
            child.measure(Duration.ofMillis(1));
            assertThat(litter).exists();
        }

        assertThat(litter).doesNotExist();
    }

    @Test
    void aChildThatFailsEndsTheContestAndIsNamed() {
        assertThatThrownBy(() -> hold(1, Settings.NONE, jvm("konverge", "process"), jvm("peer", "failing")))
                .isInstanceOf(BenchFailure.class)
                .hasMessageContaining("peer ended without an answer");
    }

    @Test
    void aProgramPrintsItsFiguresOnceARound(@TempDir Path folder) throws Exception {
        Path runs = folder.resolve("runs");
        var program = new Contender.Program(
                "go", List.of("sh", "-c", "echo x >>" + runs + "; echo \"{\\\"rate\\\": $BENCH_MILLIS.5}\""));

        Standings standings = hold(3, Settings.NONE, program);

        assertThat(figure(standings, "rate", "go").median()).isEqualTo(1.5);
        assertThat(Files.readAllLines(runs))
                .as("one to warm up and three that count")
                .hasSize(4);
    }

    @Test
    void aProgramThatFailsOrBabblesIsNamed() {
        assertThatThrownBy(() ->
                        hold(1, Settings.NONE, new Contender.Program("go", List.of("sh", "-c", "echo no; exit 3"))))
                .isInstanceOf(BenchFailure.class)
                .hasMessageContaining("go ended with exit code 3: no");
        for (String babble : List.of("hello", "[1]", "{\"a\": \"b\"}", "{\"a\": 1} more", "")) {
            assertThatThrownBy(() -> hold(1, Settings.NONE, new Contender.Program("go", List.of("echo", babble))))
                    .isInstanceOf(BenchFailure.class)
                    .hasMessageContaining("go should print one JSON object");
        }
    }

    @Test
    void whoIsMissingIsReportedWithTheReason() {
        Standings standings =
                hold(1, Settings.NONE, jvm("konverge", "process"), new Contender.Missing("go", "there is no go"));

        assertThat(standings.missing()).isEqualTo(Map.of("go", "there is no go"));
        assertThat(standings.figures("pid")).containsOnlyKeys("konverge");
    }

    @Test
    void allocationIsCountedToTheByteAndHeapToAFewPercent() {
        Standings standings = hold(1, Settings.NONE, jvm("konverge", "allocating"));
        assertThat(figure(standings, Repeated.ALLOCATED, "konverge").median()).isBetween(1016.0, 1032.0);

        Standings held = hold(1, Settings.NONE, jvm("konverge", "holding"));
        assertThat(figure(held, Retained.RETAINED, "konverge").median()).isBetween(1000.0, 1070.0);
    }
}
