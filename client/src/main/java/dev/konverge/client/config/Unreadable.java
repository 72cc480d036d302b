package dev.konverge.client.config;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Why a file could not be read, in words. */
final class Unreadable {
    private Unreadable() {}

    static ConfigException file(Path file, IOException cause) {
        if (cause instanceof NoSuchFileException) {
            return new ConfigException("no such file", file.toString(), "check the path", cause);
        }
        if (cause instanceof AccessDeniedException) {
            return new ConfigException(
                    "permission denied", file.toString(), "let the user of this process read it", cause);
        }
        if (Files.isDirectory(file)) {
            return new ConfigException("is a directory", file.toString(), "name a file", cause);
        }
        return new ConfigException("cannot be read: " + cause.getMessage(), file.toString(), "", cause);
    }
}
