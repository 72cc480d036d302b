package dev.konverge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
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

    @Test
    void aFileOfSomebodyElseIsLeftAloneWhateverIsInIt(@TempDir Path folder) throws IOException {
        Path text = Files.writeString(folder.resolve("text"), "mine");
        Path binary = Files.write(folder.resolve("binary"), new byte[] {(byte) 0xff, 0, (byte) 0x80});
        for (Path path : new Path[] {text, binary}) {
            assertThatThrownBy(() -> KubeconfigFile.at(path))
                    .isInstanceOf(UserMistake.class)
                    .hasMessage(path + " exists and was not written by 'konverge'."
                            + " Give another file to --kubeconfig, or remove that one.");
        }
    }

    @Test
    void anEmptyFileIsNobodys(@TempDir Path folder) throws IOException {
        Path empty = Files.createFile(folder.resolve("from-mktemp"));
        try (KubeconfigFile file = KubeconfigFile.at(empty)) {
            file.write("one");
            assertThat(empty).content().endsWith("one");
        }
    }

    @Test
    void foldersThatWereMadeForItGoWithItUnlessSomebodyUsesThem(@TempDir Path folder) throws IOException {
        Path path = folder.resolve("shared/own/kubeconfig");
        try (KubeconfigFile file = KubeconfigFile.at(path)) {
            file.write("one");
        }
        assertThat(folder).isEmptyDirectory();
        try (KubeconfigFile file = KubeconfigFile.at(path)) {
            file.write("one");
            Files.createFile(folder.resolve("shared/other"));
        }
        assertThat(path.getParent()).doesNotExist();
        assertThat(folder.resolve("shared/other")).exists();
    }

    @Test
    void nothingIsMadeBeforeSomethingIsWritten(@TempDir Path folder) {
        KubeconfigFile.at(folder.resolve("deep/kubeconfig")).close();
        assertThat(folder).isEmptyDirectory();
        KubeconfigFile temporary = KubeconfigFile.at(null);
        Path path = temporary.write("one");
        temporary.close();
        assertThat(path.getParent()).doesNotExist();
    }
}
