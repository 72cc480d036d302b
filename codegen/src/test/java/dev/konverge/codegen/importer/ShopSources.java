package dev.konverge.codegen.importer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.codegen.importer.SchemaImport.Options;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The sources of a small API that has one of everything: a copy to change.
 *
 * @param folder where the copy is
 */
record ShopSources(Path folder) {
    private static final Path ORIGINAL = Path.of("src/test/resources/dev/konverge/codegen/importer/shop");

    static ShopSources copyTo(Path folder) {
        try (Stream<Path> files = Files.walk(ORIGINAL)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = folder.resolve(ORIGINAL.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
            return new ShopSources(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Replaces the first {@code before}, which must be there, by {@code after} in one file. */
    ShopSources change(String file, String before, String after) {
        try {
            Path path = folder.resolve(file);
            String text = Files.readString(path);
            assertThat(text).contains(before);
            int at = text.indexOf(before);
            Files.writeString(path, text.substring(0, at) + after + text.substring(at + before.length()));
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Options options(String openapi) {
        return new Options(
                folder.resolve(openapi),
                folder.resolve("discovery"),
                List.of(folder.resolve("api"), folder.resolve("machinery")),
                "v1.2.3",
                out());
    }

    Path out() {
        return folder.resolve("made/shop.schema");
    }

    String expected() {
        return read(folder.resolve("expected.schema"));
    }

    /** Imports, and gives the text of the file that was written. */
    String imported(String openapi) {
        SchemaImport.run(options(openapi));
        return read(out());
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
