package dev.konverge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KubeconfigFileTest {
    @Test
    void closingRemovesWhatWasWrittenAndNotWhatAnotherServerWroteThereSince(@TempDir Path folder) {
        Path path = folder.resolve("kubeconfig");
        KubeconfigFile first = KubeconfigFile.at(path);
        first.write("one");
        KubeconfigFile second = KubeconfigFile.at(path);
        second.write("two");
        first.close();
        assertThat(path).content().endsWith("two");
        second.close();
        assertThat(path).doesNotExist();
        second.close();
    }
}
