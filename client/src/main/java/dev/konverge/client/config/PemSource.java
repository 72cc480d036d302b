package dev.konverge.client.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Where certificates or a key come from: given once, or a file that may change. Prints no contents. */
public sealed interface PemSource {
    /** {@return certificates or a key given as they are} */
    static PemSource of(String pem) {
        return new Inline(pem.getBytes(StandardCharsets.UTF_8), "inline data");
    }

    /** {@return certificates or a key in a file, read again when it changes} */
    static PemSource of(Path file) {
        return new InFile(file);
    }

    /**
     * {@return the bytes as they are now}
     *
     * @throws ConfigException if they cannot be read
     */
    byte[] read();

    /** {@return the place, for messages} */
    String origin();

    /** Bytes that were given once and stay. */
    final class Inline implements PemSource {
        private final byte[] bytes;
        private final String origin;

        /** Copies the bytes. */
        public Inline(byte[] bytes, String origin) {
            this.bytes = bytes.clone();
            this.origin = origin;
        }

        @Override
        public byte[] read() {
            return bytes.clone();
        }

        @Override
        public String origin() {
            return origin;
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Inline other && Arrays.equals(bytes, other.bytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }

        @Override
        public String toString() {
            return origin + " (" + bytes.length + " bytes)";
        }
    }

    /**
     * A file that may change.
     *
     * @param file which
     */
    record InFile(Path file) implements PemSource {
        @Override
        public byte[] read() {
            try {
                return Files.readAllBytes(file);
            } catch (IOException e) {
                throw Unreadable.file(file, e);
            }
        }

        @Override
        public String origin() {
            return file.toString();
        }

        @Override
        public String toString() {
            return file.toString();
        }
    }
}
