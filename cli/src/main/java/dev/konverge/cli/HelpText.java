package dev.konverge.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * The overview of all commands. It is a file of its own because the launcher prints it too, before anything is built, and
 * knows from it which commands there are.
 */
final class HelpText {
    private static final String FILE = "help.txt";

    private HelpText() {}

    static String read() {
        try (InputStream in = HelpText.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IllegalStateException(FILE + " is missing from the program");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
