package dev.konverge.cli;

import dev.konverge.apiserver.SecretFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The file that tells clients where the API server is. Closing removes it, if it is still what was written: it is of no use
 * without the server.
 */
final class KubeconfigFile implements AutoCloseable {
    /** By this line a file of an earlier run is told from one that somebody needs. */
    private static final String MARK = "# Written by 'konverge', which overwrites and removes it.\n";

    private final Path path;
    private final @Nullable Path folder;
    private @Nullable String written;

    private KubeconfigFile(Path path, @Nullable Path folder) {
        this.path = path;
        this.folder = folder;
    }

    /**
     * Chooses the file; a temporary one if none is given.
     *
     * @throws UserMistake if there is a file already that is not ours
     */
    static KubeconfigFile at(@Nullable Path wanted) {
        try {
            if (wanted == null) {
                Path folder = Files.createTempDirectory("konverge-");
                return new KubeconfigFile(folder.resolve("kubeconfig"), folder);
            }
            if (Files.isDirectory(wanted)) {
                throw new UserMistake(wanted + " is a folder; --kubeconfig takes a file.");
            }
            if (Files.exists(wanted) && !Files.readString(wanted).startsWith(MARK)) {
                throw new UserMistake(wanted + " exists and was not written by 'konverge'."
                        + " Give another file to --kubeconfig, or remove that one.");
            }
            return new KubeconfigFile(wanted.toAbsolutePath(), null);
        } catch (IOException e) {
            throw new UserMistake("cannot write the kubeconfig: " + e.getMessage() + ".");
        }
    }

    Path path() {
        return path;
    }

    void write(String content) {
        try {
            SecretFile.write(path, MARK + content);
            written = MARK + content;
        } catch (UncheckedIOException e) {
            throw new UserMistake("the kubeconfig: " + e.getMessage() + ".");
        }
    }

    @Override
    public void close() {
        try {
            // Another server may have written its own there since.
            if (written != null && Files.exists(path) && Files.readString(path).equals(written)) {
                Files.delete(path);
            }
            if (folder != null) {
                Files.deleteIfExists(folder);
            }
        } catch (IOException e) {
            throw new UserMistake("cannot remove the kubeconfig " + path + ": " + e.getMessage() + ".");
        }
    }
}
