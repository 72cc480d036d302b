package dev.konverge.cli;

import java.io.IOException;
import java.util.List;

/** Records with {@code @Kind} for tests of what the compiler says of them. */
final class KindSources {
    /** Nine lines, so that a record begins in the tenth. */
    static final String HEADER = """
            package com.example;
            import dev.konverge.model.*;
            import dev.konverge.model.annotation.*;
            import dev.konverge.model.core.v1.PodTemplateSpec;
            import java.time.*;
            import java.util.List;
            import java.util.Map;
            import org.jspecify.annotations.Nullable;
            """;

    private final Compilation compilation;

    KindSources(Compilation compilation) {
        this.compilation = compilation;
    }

    /** {@return what the compiler says} All in one go, each in a package of its own: a compiler takes its time to start. */
    List<String> complaints(String... records) throws IOException {
        for (int i = 0; i < records.length; i++) {
            String packageName = "com.example.p" + i;
            compilation.source(packageName + ".Foo", HEADER.replace("com.example", packageName) + records[i]);
        }
        return compilation.compile();
    }

    /** {@return a kind with components beside its metadata} Its body is empty, for a test to replace. */
    static String kind(String components) {
        return "@Kind(group = \"example.com\", version = \"v1\")\n" + "public record Foo(ObjectMeta metadata, "
                + components + ") implements FooResource {}";
    }
}
