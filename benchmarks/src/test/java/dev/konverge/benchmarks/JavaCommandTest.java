package dev.konverge.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class JavaCommandTest {
    /** Says what it was given. */
    static final class Echo {
        private Echo() {}

        public static void main(String[] arguments) {
            System.out.println(System.getProperty("flag") + " " + String.join(" ", arguments));
        }
    }

    /** Ends without a word. */
    static final class Mute {
        private Mute() {}

        public static void main(String[] arguments) {}
    }

    @Test
    void aClassOfTheBenchmarksRunsWithItsFlagsAndArguments() throws IOException, InterruptedException {
        ReadyServer server = ReadyServer.start(JavaCommand.with(List.of("-XX:TieredStopAtLevel=1", "-Dflag=up"))
                .running(Echo.class, "a", "b c"));
        assertThat(server.line()).isEqualTo("up a b c");
        assertThat(server.process().waitFor()).isZero();
    }

    @Test
    void flagsComeAfterTheClassPathBecauseWhatFollowsMinusVersionIsNotRead() {
        assertThat(new JavaCommand("there", List.of("-Xmx1g", "-version")).running("Main", List.of("a")))
                .endsWith("-cp", "there", "-Xmx1g", "-version", "Main", "a");
    }

    @Test
    void aServerThatEndsBeforeItIsReadyIsTold() {
        List<String> command =
                JavaCommand.with(List.of("-XX:TieredStopAtLevel=1")).running(Mute.class);
        assertThatThrownBy(() -> ReadyServer.start(command))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("did not start");
    }
}
