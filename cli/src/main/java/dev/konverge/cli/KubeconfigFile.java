package dev.konverge.cli;

import dev.konverge.apiserver.SecretFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The file that tells clients where the API server is. Closing removes it, if it is still what was written: it is of no use
 * without the server.
 */
final class KubeconfigFile implements AutoCloseable {
    /** By this line a file of an earlier run is told from one that somebody needs. */
    private static final String MARK = "# Written by 'konverge', which overwrites and removes it.\n";

    private @Nullable Path path;
    /** The folders that were made for it, from the inmost on. */
    private final List<Path> folders = new ArrayList<>();

    private @Nullable String written;

    private KubeconfigFile(@Nullable Path path) {
        this.path = path;
    }

    /**
     * Chooses the file; a temporary one if none is given. Nothing is made before something is written.
     *
     * @throws UserMistake if there is a file already that is not ours
     */
    static KubeconfigFile at(@Nullable Path wanted) {
        try {
            if (wanted == null) {
                return new KubeconfigFile(null);
            }
            if (Files.isDirectory(wanted)) {
                throw new UserMistake(wanted + " is a folder; --kubeconfig takes a file.");
            }
            if (Files.exists(wanted) && !isOurs(wanted)) {
                throw new UserMistake(wanted + " exists and was not written by 'konverge'."
                        + " Give another file to --kubeconfig, or remove that one.");
            }
            return new KubeconfigFile(wanted.toAbsolutePath());
        } catch (IOException e) {
            throw new UserMistake("cannot write the kubeconfig: " + e.getMessage() + ".");
        }
    }

    /** {@return whether nobody misses what is in the file} Nothing is, in one that mktemp has just made. */
    private static boolean isOurs(Path file) throws IOException {
        // Every byte is a character of this charset: the file may be anything.
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        return text.isEmpty() || text.startsWith(MARK);
    }

    /** Writes it. {@return where it is} */
    Path write(String content) {
        try {
            Path file = path == null ? temporary() : path;
            noteMissing(file.getParent());
            SecretFile.write(file, MARK + content);
            path = file;
            written = MARK + content;
            return file;
        } catch (UncheckedIOException e) {
            throw new UserMistake("the kubeconfig: " + e.getMessage() + ".");
        }
    }

    private Path temporary() {
        try {
            Path folder = Files.createTempDirectory("konverge-");
            folders.add(folder);
            return folder.resolve("kubeconfig");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void noteMissing(@Nullable Path from) {
        for (Path folder = from; folder != null && !Files.exists(folder); folder = folder.getParent()) {
            folders.add(folder);
        }
    }

    @Override
    public void close() {
        try {
            // Another server may have written its own there since.
            if (path != null
                    && written != null
                    && Files.exists(path)
                    && Files.readString(path).equals(written)) {
                Files.delete(path);
            }
            for (Path folder : folders) {
                Files.deleteIfExists(folder);
            }
        } catch (DirectoryNotEmptyException e) {
            // Somebody has put something there since, and it stays with all around it.
        } catch (IOException e) {
            throw new UserMistake("cannot remove the kubeconfig " + path + ": " + e.getMessage() + ".");
        }
    }
}
