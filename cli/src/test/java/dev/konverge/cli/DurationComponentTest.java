package dev.konverge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.codegen.processor.KindProcessor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lengths of time as components of records. */
class DurationComponentTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it before each test.
    private Path folder;

    private Compilation compilation() {
        return new Compilation(folder).processor(new KindProcessor());
    }

    private static final String PROBE = """
            package com.example;
            import dev.konverge.model.*;
            import dev.konverge.model.codec.*;
            import java.nio.charset.StandardCharsets;
            import java.time.Duration;
            public final class Probe implements java.util.function.Supplier<String> {
                private static Foo read(String text) {
                    return Foo.TYPE.codec().read(new JsonReader(text.getBytes(StandardCharsets.UTF_8)));
                }
                @Override
                public String get() {
                    Foo built = FooResource.builder().every(Duration.ofMinutes(90)).addSteps(Duration.ofMillis(1500))
                            .putLimits("a", Duration.ofNanos(-1)).build();
                    JsonWriter out = new JsonWriter();
                    Foo.TYPE.codec().write(built, out);
                    Foo read = read("{\\"every\\":\\"1.5h\\",\\"within\\":null,\\"steps\\":[\\"1s500ms\\"],\\"limits\\":{\\"a\\":\\"-1ns\\"}}");
                    String wrong;
                    try {
                        wrong = "read " + read("{\\"every\\":\\"1 day\\"}");
                    } catch (DecodeException e) {
                        wrong = e.getMessage();
                    }
                    return new String(out.toByteArray(), StandardCharsets.UTF_8) + " " + read.equals(built) + " " + wrong;
                }
            }
            """;

    @Test
    void aDurationIsWrittenAndReadAsGoDoesIt() throws Exception {
        String foo = KindSources.kind("@Default(\"\\\"10m\\\"\") Duration every, @Nullable Duration within,"
                + " List<Duration> steps, Map<String, Duration> limits");
        Object result = compilation()
                .source("com.example.Foo", KindSources.HEADER + foo)
                .source("com.example.Probe", PROBE)
                .run("com.example.Probe");
        assertThat(String.valueOf(result))
                .contains("\"every\":\"1h30m0s\",\"steps\":[\"1.5s\"],\"limits\":{\"a\":\"-1ns\"}} true")
                .contains("malformed duration \"1 day\": there is no unit ' day'");
        String manifest = Files.readString(folder.resolve("META-INF/konverge/crds/foos.example.com.yaml"));
        assertThat(manifest).contains("""
                            every:
                              type: string
                              format: duration
                              pattern: "^[-+]?(0|(([0-9]+(\\\\.[0-9]*)?|\\\\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$"
                              default: "10m"
                """);
    }

    @Test
    void aDefaultThatGoCannotReadIsTold() throws IOException {
        assertThat(new KindSources(compilation())
                        .complaints(KindSources.kind("@Default(\"\\\"1 day\\\"\") Duration every")))
                .singleElement()
                .asString()
                .contains("the @Default of 'every' is \"1 day\", and its pattern is ^[-+]?");
    }
}
