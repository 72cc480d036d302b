package dev.konverge.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who is left when a benchmark is ended before its end. */
@Timeout(120)
class AtEndTest {
    /** Starts a process that stays, and stays itself. */
    static final class Parent {
        private Parent() {}

        public static void main(String[] args) throws IOException, InterruptedException {
            AtEnd.endChildren();
            System.out.println(new ProcessBuilder("sleep", "600").start().pid());
            AtEnd.close(() -> System.out.println("closed"));
            System.out.println("ready");
            new CountDownLatch(1).await();
        }
    }

    private static Process start(Class<?> main, String... arguments) throws IOException {
        List<String> command =
                JavaCommand.with(List.of("-XX:TieredStopAtLevel=1")).running(main, arguments);
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    @Test
    void whatAProcessHasStartedEndsWithItWhenItIsAskedToEnd() throws Exception {
        Process parent = start(Parent.class);
        try (var out = parent.inputReader()) {
            ProcessHandle child =
                    ProcessHandle.of(Long.parseLong(out.readLine())).orElseThrow();
            assertThat(out.readLine()).isEqualTo("ready");
            // By its handle: the process itself would lose what was written before its end.
            parent.toHandle().destroy();
            assertThat(out.readLine()).isEqualTo("closed");
            child.onExit().get(30, TimeUnit.SECONDS);
            assertThat(parent.waitFor()).as("exit code of SIGTERM").isEqualTo(128 + 15);
        } finally {
            parent.destroyForcibly();
        }
    }

    @Test
    void aChildEndsInTheMiddleOfAMeasurementWhenNobodyIsThereToHearOfIt() throws Exception {
        Process child = start(SelfTestBench.class, "self-test", "endless");
        try (var out = child.inputReader()) {
            child.outputWriter().append("measure 1\n").flush();
            assertThat(out.readLine()).isEqualTo("measuring");
            child.getOutputStream().close();
            assertThat(child.waitFor()).isZero();
        } finally {
            child.destroyForcibly();
        }
    }
}
