package dev.konverge.model.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.konverge.model.Bytes;
import dev.konverge.model.Json;
import dev.konverge.model.KubernetesSchema;
import dev.konverge.model.KubernetesTypes;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import dev.konverge.model.Resources;
import dev.konverge.schema.KindDef;
import dev.konverge.schema.Schema;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kubernetes' own Go types as judge: what they read and write, for random objects of every kind, is what we read and
 * write. Layer real; without Go on the PATH it is skipped and says so.
 */
class GoOracleTest {
    private static final long SEED = 36;
    private static final int ROUNDS = 12;

    @TempDir
    static Path folder;

    private static List<Sample> samples = List.of();

    /** An object of ours and what Go made of it: of its JSON, and of its protobuf. */
    private record Sample(ResourceType<?> type, String json, Json.Obj ofJson, Json.Obj ofProto) {
        String where() {
            return type.apiVersion() + " " + type.kind() + ": " + json;
        }
    }

    @BeforeAll
    static void askGo() throws IOException, InterruptedException {
        boolean go = Arrays.stream(
                        Objects.requireNonNullElse(System.getenv("PATH"), "").split(File.pathSeparator, -1))
                .anyMatch(p -> Files.isExecutable(Path.of(p, "go")));
        assumeTrue(go, "skipped: Kubernetes' Go types cannot be asked, because there is no go on the PATH");
        Path oracle = folder.resolve("oracle");
        Path source = Path.of("..", "hack", "oracle").toAbsolutePath();
        run(new ProcessBuilder("go", "build", "-o", oracle.toString(), ".").directory(source.toFile()));

        List<ResourceType<?>> types = new ArrayList<>();
        List<String> documents = new ArrayList<>();
        StringBuilder questions = new StringBuilder();
        for (ResourceType<?> type : KubernetesTypes.all()) {
            for (byte[] document : documents(type)) {
                Resource object = Resources.fromJson(document, type);
                types.add(type);
                documents.add(new String(document, StandardCharsets.UTF_8));
                questions.append("{\"json\":").append(documents.getLast()).append("}\n");
                String message = Bytes.of(Resources.toProto(object)).toBase64();
                questions.append("{\"proto\":\"").append(message).append("\"}\n");
            }
        }
        Path in = Files.writeString(folder.resolve("questions"), questions);
        Path out = folder.resolve("answers");
        run(new ProcessBuilder(oracle.toString()).redirectInput(in.toFile()).redirectOutput(out.toFile()));
        List<String> answers = Files.readAllLines(out);
        assertThat(answers).hasSize(2 * documents.size());
        List<Sample> all = new ArrayList<>();
        for (int i = 0; i < documents.size(); i++) {
            all.add(new Sample(
                    types.get(i), documents.get(i), answer(answers.get(2 * i)), answer(answers.get(2 * i + 1))));
        }
        samples = List.copyOf(all);
    }

    private static void run(ProcessBuilder builder) throws IOException, InterruptedException {
        Path errors = folder.resolve("errors");
        Process process = builder.redirectError(errors.toFile()).start();
        assertThat(process.waitFor()).as(() -> read(errors)).isZero();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static Json.Obj answer(String line) {
        return (Json.Obj) Json.parse(line);
    }

    private static List<byte[]> documents(ResourceType<?> type) {
        Schema schema = KubernetesSchema.load();
        KindDef kind =
                schema.findKind(type.group(), type.version(), type.kind()).orElseThrow();
        List<byte[]> documents = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            documents.add(new RandomJson(schema, new SplittableRandom(SEED + i), 15 + 5 * i)
                    .kind(kind)
                    .toBytes());
        }
        return documents;
    }

    @Test
    void goUnderstandsOurJsonAndOurProtobufAlike() {
        for (Sample sample : samples) {
            assertThat(sample.ofJson().get("error")).as(sample::where).isNull();
            assertThat(sample.ofProto().get("error")).as(sample::where).isNull();
            assertThat(headless(sample.ofProto())).as(sample::where).isEqualTo(headless(sample.ofJson()));
        }
    }

    /** Protobuf has no place for the kind of an object within another, and Go forgets it at the top, too. */
    private static Json headless(Json.Obj answer) {
        return withoutKind(Objects.requireNonNull(answer.get("json")), true);
    }

    private static Json withoutKind(Json value, boolean top) {
        if (value instanceof Json.Arr list) {
            return new Json.Arr(
                    list.items().stream().map(i -> withoutKind(i, false)).toList());
        }
        if (!(value instanceof Json.Obj object)) {
            return value;
        }
        Map<String, Json> fields = new LinkedHashMap<>();
        object.fields().forEach((name, field) -> fields.put(name, withoutKind(field, false)));
        boolean claim = Json.of("PersistentVolumeClaim").equals(fields.get("kind"));
        if (top || claim || Json.of("DeleteOptions").equals(fields.get("kind"))) {
            fields.remove("kind");
            fields.remove("apiVersion");
        }
        return new Json.Obj(fields);
    }

    @Test
    void weUnderstandGosJsonAndGosProtobufAlike() {
        for (Sample sample : samples) {
            assertThat(Resources.fromProto(proto(sample), sample.type()))
                    .as(sample::where)
                    .isEqualTo(Resources.fromJson(json(sample).toBytes(), sample.type()));
        }
    }

    /** Go writes null for lists and maps that must be there and are not; we leave them out. All else is the same. */
    @Test
    void weWriteWhatGoWritesByteForByte() {
        for (Sample sample : samples) {
            Resource object = Resources.fromJson(json(sample).toBytes(), sample.type());
            assertThat(new String(Resources.toJson(object), StandardCharsets.UTF_8))
                    .as(sample::where)
                    .isEqualTo(withoutNulls(json(sample)).toString());
        }
    }

    private static Json.Obj json(Sample sample) {
        return (Json.Obj) Objects.requireNonNull(sample.ofJson().get("json"));
    }

    private static byte[] proto(Sample sample) {
        Json.Str text = (Json.Str) Objects.requireNonNull(sample.ofJson().get("proto"));
        return Bytes.base64(text.value()).toByteArray();
    }

    private static Json withoutNulls(Json value) {
        if (value instanceof Json.Arr list) {
            return new Json.Arr(
                    list.items().stream().map(GoOracleTest::withoutNulls).toList());
        }
        if (!(value instanceof Json.Obj object)) {
            return value;
        }
        Map<String, Json> fields = new LinkedHashMap<>();
        object.fields().forEach((name, field) -> {
            if (!(field instanceof Json.Null)) {
                fields.put(name, withoutNulls(field));
            }
        });
        return new Json.Obj(fields);
    }
}
