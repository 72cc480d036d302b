package dev.konverge.model.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.konverge.model.Json;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.model.core.v1.Container;
import dev.konverge.model.core.v1.Pod;
import dev.konverge.model.core.v1.Secret;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReaderTest {
    private static Pod pod(String json) {
        return read(json, Pod.CODEC);
    }

    private static <T> T read(String json, Codec<T> codec) {
        return read(json.getBytes(StandardCharsets.UTF_8), codec, DecodeOptions.STANDARD);
    }

    private static <T> T read(byte[] json, Codec<T> codec, DecodeOptions options) {
        JsonReader in = new JsonReader(json, options);
        T value = codec.read(in);
        in.expectEnd();
        return value;
    }

    private static DecodeException refusal(String json, Codec<?> codec) {
        return refusal(json.getBytes(StandardCharsets.UTF_8), codec, DecodeOptions.STANDARD);
    }

    private static DecodeException refusal(byte[] json, Codec<?> codec, DecodeOptions options) {
        DecodeException refused = catchThrowableOfType(DecodeException.class, () -> read(json, codec, options));
        assertThat(refused).as(() -> new String(json, StandardCharsets.UTF_8)).isNotNull();
        return refused;
    }

    @Test
    void unknownFieldsAreSkippedWhateverTheyHold() {
        Pod pod = pod("""
                {"new":{"a":[1,-2.5e3,true,false,null,"x\\n",{"b":{}}]},"metadata":{"name":"web","later":[[]]},"z":0}""");
        assertThat(pod.metadata().name()).isEqualTo("web");
    }

    @Test
    void nullIsAbsentForEveryShape() {
        Pod pod = pod("""
                {"kind":"Pod","apiVersion":"v1","metadata":{"name":null,"labels":null,"creationTimestamp":null,
                 "generation":null},"spec":{"containers":null,"hostNetwork":null,"securityContext":null}}""");
        assertThat(pod.metadata().name()).isNull();
        assertThat(pod.metadata().labels()).isEmpty();
        var spec = Objects.requireNonNull(pod.spec());
        assertThat(spec.containers()).isEmpty();
        assertThat(spec.securityContext()).isNull();
    }

    @Test
    void nullInAListOrMapIsTheZeroValue() {
        Container container = read("{\"command\":[\"a\",null],\"ports\":[null]}", Container.CODEC);
        assertThat(container.command()).containsExactly("a", "");
        assertThat(container.ports()).hasSize(1);
        ConfigMap map = read("{\"data\":{\"empty\":null}}", ConfigMap.CODEC);
        assertThat(map.data()).containsEntry("empty", "");
    }

    @Test
    void whiteSpaceMayStandBetweenAllTokens() {
        Pod pod = pod(" \n{ \"metadata\" :\t{ \"name\" : \"web\" , \"finalizers\" : [ \"a\" , \"b\" ] } } \r\n");
        assertThat(pod.metadata().finalizers()).containsExactly("a", "b");
    }

    @Test
    void fieldNamesMayBeWrittenWithEscapes() {
        assertThat(pod("{\"meta\\u0064ata\":{\"n\\u0061me\":\"web\"}}")
                        .metadata()
                        .name())
                .isEqualTo("web");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plain",
                "grüße",
                "日本語",
                "🎉",
                "a\"b\\c/d\b\f\n\r\t",
                "",
                "\u0000",
                "ends with ü",
                "12345678",
                "123456789"
            })
    void textsSurviveAtEveryPositionOfTheBuffer(String text) {
        byte[] value = Json.of(text).toBytes();
        for (int shift = 0; shift < 24; shift++) {
            byte[] padded = (" ".repeat(shift) + new String(value, StandardCharsets.UTF_8) + " ".repeat(shift % 3))
                    .getBytes(StandardCharsets.UTF_8);
            assertThat(read(padded, Scalars.STRING, DecodeOptions.STANDARD)).isEqualTo(text);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"spec":{"containers":[{"name":"a"},{"name":7}]}}      | $.spec.containers[1].name | 44 | expected a string but found a number
            {"metadata":{"name":"a","name":"b"}}                   | $.metadata.name | 31 | field "name" appears twice
            {"metadata":{"name":null,"name":"b"}}                  | $.metadata.name | 32 | field "name" appears twice
            {"kind":"Pod","kind":"Pod"}                            | $.kind          | 21 | field "kind" appears twice
            {"metadata":{"labels":{"a":"1","b":"2","a":"3"}}}      | $.metadata.labels | 22 | field "a" appears twice
            {"metadata":{"generation":1.5}}                        | $.metadata.generation | 26 | expected a whole number of 64 bits
            {"metadata":{"generation":99999999999999999999}}       | $.metadata.generation | 26 | expected a whole number of 64 bits
            {"spec":{"priority":2147483648}}                       | $.spec.priority | 20 | number does not fit into 32 bits
            {"spec":{"priority":01}}                               | $.spec.priority | 20 | malformed number
            {"spec":{"priority":NaN}}                              | $.spec.priority | 20 | expected a value but found 'N'
            {"spec":{"hostNetwork":"true"}}                        | $.spec.hostNetwork | 23 | expected true or false but found a string
            {"spec":[]}                                            | $.spec | 8 | expected an object but found a list
            {"spec":{"containers":{}}}                             | $.spec.containers | 22 | expected a list but found an object
            {"kind":"Service"}                                     | $.kind | 8 | expected "Pod" but found another value
            {"metadata":{"name":"\\ud800"}}                        | $.metadata.name | 20 | lone surrogate in a string
            {"metadata":{"name":"\\q"}}                            | $.metadata.name | 20 | unknown escape in a string
            {"metadata":{"name":"\\u12g4"}}                        | $.metadata.name | 20 | malformed \\u escape in a string
            {"metadata":{"creationTimestamp":"yesterday"}}         | $.metadata.creationTimestamp | 33 | `*`
            {"metadata":{"name":"a"                                | $.metadata.name | 23 | unexpected end of input
            {"metadata":{"name":"a"},}                             | $ | 25 | expected a field name but found '}'
            {"metadata":{"name":"a"} "spec":{}}                    | $.metadata | 25 | expected ',' or '}' but found '"'
            {"metadata":{"name" "a"}}                              | $.metadata.name | 20 | expected ':' but found '"'
            {} x                                                   | $ | 3 | expected the end of the document but found 'x'
            """)
    void wrongInputIsRefusedWithPathAndByte(String json, String path, long offset, String reason) {
        DecodeException refused = refusal(json.replace("\\\\", "\\"), Pod.CODEC);
        assertThat(refused.path()).isEqualTo(path);
        assertThat(refused.offset()).isEqualTo(offset);
        if (!reason.equals("*")) {
            assertThat(refused.reason()).isEqualTo(reason.replace("\\\\", "\\"));
        }
        assertThat(refused).hasMessage(refused.reason() + " at " + path + " (byte " + offset + ")");
    }

    @Test
    void everyTruncationIsAnUnexpectedEnd() {
        String json =
                "{\"metadata\":{\"name\":\"grüße\",\"labels\":{\"a\":\"\\u0041\"},\"generation\":12},\"spec\":{\"hostNetwork\":true}}";
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        for (int n = 0; n < bytes.length; n++) {
            byte[] cut = java.util.Arrays.copyOf(bytes, n);
            assertThat(refusal(cut, Pod.CODEC, DecodeOptions.STANDARD).offset()).isLessThanOrEqualTo(n);
        }
    }

    @Test
    void invalidUtf8IsRefusedInKeptAndInSkippedTexts() {
        List<byte[]> sequences = List.of(
                new byte[] {(byte) 0x80}, // a continuation without a beginning
                new byte[] {(byte) 0xC0, (byte) 0xAF}, // overlong
                new byte[] {(byte) 0xE0, (byte) 0x80, (byte) 0x80}, // overlong
                new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80}, // a surrogate
                new byte[] {(byte) 0xF5, (byte) 0x80, (byte) 0x80, (byte) 0x80}, // beyond Unicode
                new byte[] {(byte) 0xE2, (byte) 0x82} // cut short
                );
        for (byte[] sequence : sequences) {
            for (String field : List.of("name", "unknown")) {
                byte[] json = bytes("{\"metadata\":{\"" + field + "\":\"long enough text ", sequence, " and more\"}}");
                assertThat(refusal(json, Pod.CODEC, DecodeOptions.STANDARD).reason())
                        .isEqualTo("invalid UTF-8 in a string");
            }
        }
    }

    private static byte[] bytes(String before, byte[] middle, String after) {
        var out = new java.io.ByteArrayOutputStream();
        out.writeBytes(before.getBytes(StandardCharsets.UTF_8));
        out.writeBytes(middle);
        out.writeBytes(after.getBytes(StandardCharsets.UTF_8));
        return out.toByteArray();
    }

    @Test
    void depthIsLimitedInKnownAndInUnknownFields() {
        DecodeOptions options = DecodeOptions.STANDARD.withLimits(new Limits(50, 1 << 20, 1 << 20));
        String bomb = "[".repeat(100_000);
        for (String json : List.of("{\"x\":" + bomb, bomb, "{\"metadata\":" + "{\"x\":".repeat(100_000))) {
            DecodeException refused = refusal(json.getBytes(StandardCharsets.UTF_8), Json.CODEC, options);
            assertThat(refused.reason()).isEqualTo("nested deeper than the limit of 50");
            refused = refusal(("{\"x\":" + json).getBytes(StandardCharsets.UTF_8), Pod.CODEC, options);
            assertThat(refused.reason()).isEqualTo("nested deeper than the limit of 50");
        }
    }

    @Test
    void memoryIsLimitedWhereSmallInputUnfolds() {
        DecodeOptions options = DecodeOptions.STANDARD.withLimits(new Limits(50, 1 << 20, 100_000));
        String many = "{\"spec\":{\"containers\":[" + "{},".repeat(2_000) + "{}]}}";
        assertThat(refusal(many.getBytes(StandardCharsets.UTF_8), Pod.CODEC, options)
                        .reason())
                .isEqualTo("would take more memory than the limit of 100000 bytes");
        assertThat(pod(many).spec()).isNotNull();
    }

    @Test
    void aDocumentBeyondTheLimitIsRefusedUnread() {
        DecodeOptions options = DecodeOptions.STANDARD.withLimits(new Limits(50, 100, 1 << 20));
        assertThatThrownBy(() -> new JsonReader(new byte[101], options))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("document of 101 bytes is longer than the limit of 100");
    }

    @Test
    void numbersOfAnyLengthEndInAValueOrARefusal() {
        assertThat(Json.parse("123456789012345678901234567890")).isEqualTo(Json.of(1.2345678901234568e29));
        assertThat(Json.parse("-9223372036854775808")).isEqualTo(Json.of(Long.MIN_VALUE));
        assertThat(refusal("1e999", Json.CODEC).reason()).isEqualTo("number is too large");
        assertThat(refusal("1".repeat(500), Json.CODEC).reason()).isEqualTo("number of 500 characters");
        assertThat(refusal("-", Json.CODEC).reason()).isEqualTo("malformed number");
        assertThat(refusal("1.", Json.CODEC).reason()).isEqualTo("unexpected end of input");
        assertThat(refusal("1.e5", Json.CODEC).reason()).isEqualTo("malformed number");
    }

    @Test
    void managedFieldsAreDroppedOnRequest() {
        String json =
                "{\"metadata\":{\"managedFields\":[{\"manager\":\"m\",\"fieldsV1\":{\"f:a\":{}}}],\"name\":\"web\"}}";
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        Pod kept = read(bytes, Pod.CODEC, DecodeOptions.STANDARD);
        Pod dropped = read(bytes, Pod.CODEC, DecodeOptions.STANDARD.withManagedFields(false));
        assertThat(kept.metadata().managedFields()).hasSize(1);
        assertThat(dropped.metadata().managedFields()).isEmpty();
        assertThat(dropped.metadata().name()).isEqualTo("web");
    }

    @Test
    void messagesNeverRepeatTheInput() {
        DecodeException refused =
                refusal("{\"kind\":\"Secret\",\"data\":{\"password\":\"not base64: hunter2\"}}", Secret.CODEC);
        assertThat(refused.getMessage()).doesNotContain("hunter2").contains("malformed base64");
        Secret secret = read(
                "{\"metadata\":{\"name\":\"s\"},\"data\":{\"password\":\"aHVudGVyMg==\"},\"stringData\":{\"k\":\"hunter2\"}}",
                Secret.CODEC);
        assertThat(secret.toString())
                .doesNotContain("hunter2")
                .doesNotContain("aHVudGVyMg")
                .isEqualTo("Secret s");
    }
}
