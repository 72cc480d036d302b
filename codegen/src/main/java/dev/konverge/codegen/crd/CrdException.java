package dev.konverge.codegen.crd;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;

/** A definition that cannot be turned into sources. The message names file, place and reason. */
public final class CrdException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CrdException(String message) {
        super(message);
    }

    CrdException(String message, Throwable cause) {
        super(message, cause);
    }

    /** {@return why something could not be read or written} The message of some exceptions is only a path. */
    static String reason(Exception failure) {
        return switch (failure) {
            case NoSuchFileException missing -> "there is no file or folder " + missing.getFile();
            case AccessDeniedException denied -> "no permission for " + denied.getFile();
            case FileAlreadyExistsException other -> other.getFile() + " is in the way";
            default -> failure.getMessage() == null ? failure.toString() : failure.getMessage();
        };
    }
}
