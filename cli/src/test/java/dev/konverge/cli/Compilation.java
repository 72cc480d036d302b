package dev.konverge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Platform;
import dev.konverge.client.ClientSet;
import dev.konverge.informer.SharedInformerFactory;
import dev.konverge.model.ResourceType;
import dev.konverge.schema.Schema;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.annotation.processing.Processor;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** Compiles sources against the modules of a user, with all warnings on, and runs what came out. */
final class Compilation {
    private final Path classes;
    private final List<JavaFileObject> sources = new ArrayList<>();
    private final List<Path> further = new ArrayList<>();
    private @Nullable Processor processor;
    private String encoding = "UTF-8";

    /** @param classes a folder for what comes out */
    Compilation(Path classes) {
        this.classes = classes;
    }

    Compilation source(String qualifiedName, String text) {
        URI uri = URI.create("string:///" + qualifiedName.replace('.', '/') + ".java");
        sources.add(new SimpleJavaFileObject(uri, JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text;
            }
        });
        return this;
    }

    /** All sources in a folder. */
    Compilation folder(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                String name = folder.relativize(file).toString().replace('/', '.');
                source(name.substring(0, name.length() - ".java".length()), Files.readString(file));
            }
        }
        return this;
    }

    Compilation processor(Processor processor) {
        this.processor = processor;
        return this;
    }

    /** Compiles also against the modules that these types are in. */
    Compilation against(Class<?>... types) {
        Stream.of(types).map(Compilation::location).forEach(further::add);
        return this;
    }

    /** Compiles also against what another compilation left in a folder. */
    Compilation against(Path folder) {
        further.add(folder);
        return this;
    }

    /** Tells the compiler that sources are in another encoding than UTF-8. */
    Compilation encoding(String encoding) {
        this.encoding = encoding;
        return this;
    }

    /** {@return what the compiler has to say: nothing, if all is well} */
    List<String> compile() throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        Files.createDirectories(classes);
        try (StandardJavaFileManager files =
                compiler.getStandardFileManager(diagnostics, Locale.ROOT, StandardCharsets.UTF_8)) {
            files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(classes));
            files.setLocationFromPaths(StandardLocation.SOURCE_OUTPUT, List.of(classes));
            files.setLocationFromPaths(StandardLocation.CLASS_PATH, userClassPath());
            List<String> options = new ArrayList<>(
                    List.of("-Xlint:all,-classfile,-path,-processing", "--release", "21", "-encoding", encoding));
            if (processor == null) {
                options.add("-proc:none");
            }
            JavaCompiler.CompilationTask task = compiler.getTask(null, files, diagnostics, options, null, sources);
            if (processor != null) {
                task.setProcessors(List.of(processor));
            }
            task.call();
        }
        return diagnostics.getDiagnostics().stream()
                .filter(d -> d.getKind() != Diagnostic.Kind.NOTE)
                .map(Compilation::describe)
                .toList();
    }

    private static String describe(Diagnostic<? extends JavaFileObject> diagnostic) {
        String line = diagnostic.getLineNumber() < 0 ? "" : ":" + diagnostic.getLineNumber();
        String file = diagnostic.getSource() == null
                ? ""
                : Path.of(diagnostic.getSource().getName()).getFileName() + line + ": ";
        return file + diagnostic.getMessage(Locale.ROOT);
    }

    /** Compiles, demands that there is nothing to say, and runs a class. {@return what it gives} */
    Object run(String className) throws Exception {
        assertThat(compile()).isEmpty();
        URL[] urls = {classes.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(urls, Compilation.class.getClassLoader())) {
            Object instance =
                    loader.loadClass(className).getDeclaredConstructor().newInstance();
            return ((Supplier<?>) instance).get();
        }
    }

    /** The modules that generated sources may use, those that were asked for, and no other. */
    private List<Path> userClassPath() {
        Stream<Class<?>> usual = Stream.of(
                ResourceType.class,
                Schema.class,
                ClientSet.class,
                SharedInformerFactory.class,
                Platform.class,
                Nullable.class);
        return Stream.concat(usual.map(Compilation::location), further.stream()).collect(Collectors.toList());
    }

    private static Path location(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
