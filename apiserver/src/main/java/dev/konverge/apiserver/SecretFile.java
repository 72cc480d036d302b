package dev.konverge.apiserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/** A file with a secret in it, such as a kubeconfig. */
public final class SecretFile {
    private SecretFile() {}

    /**
     * Writes a file that only its owner can read, from its first moment on. It is there all at once or not at all: who waits for
     * it never reads half of it. Folders that are missing are made.
     *
     * @throws UncheckedIOException if it cannot be written
     */
    public static void write(Path file, String content) {
        try {
            Path folder = Optional.ofNullable(file.toAbsolutePath().getParent()).orElse(Path.of("/"));
            Files.createDirectories(folder);
            Path draft = Files.createTempFile(folder, ".draft", "", ownerOnly());
            try {
                Files.write(draft, content.getBytes(StandardCharsets.UTF_8));
                move(draft, file);
            } finally {
                Files.deleteIfExists(draft);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file + ": " + why(e), e);
        }
    }

    /** Failures of the file system say which file it is about, and mostly leave the rest to the type. */
    private static String why(IOException e) {
        return switch (e) {
            case FileAlreadyExistsException taken -> taken.getFile() + " is no folder";
            case NoSuchFileException missing -> "there is no " + missing.getFile();
            case AccessDeniedException denied -> "no permission for " + denied.getFile();
            default -> String.valueOf(e.getMessage());
        };
    }

    private static void move(Path draft, Path file) throws IOException {
        try {
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static FileAttribute<?>[] ownerOnly() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }
}
