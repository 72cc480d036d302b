package dev.konverge.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.konverge.schema.FieldDef.Go;
import dev.konverge.schema.FieldDef.ListType;
import dev.konverge.schema.FieldDef.MapType;
import dev.konverge.schema.FieldDef.Merge;
import dev.konverge.schema.FieldDef.Presence;
import dev.konverge.schema.KindDef.ResourceDef;
import dev.konverge.schema.KindDef.SubresourceDef;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaFileTest {
    private static final String SAMPLE = """
            konverge-schema 1 kubernetes 9.8.7
            group v1
            group shop.example.com/v2 shop.example.com/v1beta1

            kind v1 Ticket com.example.core.v1.Ticket

            kind shop.example.com/v2 Order com.example.shop.v2.Order
             resource orders namespaced short=or,ord categories=all verbs=create,get
             subresource scale autoscaling/v1 Scale get,update
             subresource status shop.example.com/v2 Order get

            kind shop.example.com/v2 Staff com.example.shop.v2.Staff
             resource staff cluster singular=staffmember verbs=list

            package com.example.core.v1

            type Amount form=quantity

            type Ticket map=atomic
             text string! 1 required

            package com.example.shop.v2

            type Order
             ticket com.example.core.v1.Ticket? 2.1.3 map=granular
             lines [Order]! 3 required list=map keys=sku,unit patch=merge,retainKeys mergeKey=sku
             labels {string} 4 map=atomic
             extra {[string]} 5
             price com.example.core.v1.Amount! 6
             count int32? 7 default=1
             total int64 8
             rate double? 9
             open bool 10 default=false
             stamp bytes 11
             state string 12 enum="",Open,"a \\"b\\\\, c" default="a b" go=v1.State
             note string -
             codes [string] 13.1 list=set go=[]v1.Code within=Coded.Inner

            type Staff
            end
            """;

    private static FieldDef field(String name, Shape shape, Presence presence, Integer... protoPath) {
        return new FieldDef(name, shape, false, presence, List.of(protoPath), Merge.UNSTATED, null, List.of());
    }

    /** Every fact that the sample states, built by hand. */
    private static Schema sampleSchema() {
        FieldDef text = new FieldDef(
                "text", Shape.Scalar.STRING, true, Presence.ALWAYS, List.of(1), Merge.UNSTATED, null, List.of());
        Map<String, TypeDef> types = new LinkedHashMap<>();
        for (TypeDef type : List.of(
                new TypeDef("com.example.core.v1.Amount", TypeDef.Form.QUANTITY, false, List.of()),
                new TypeDef("com.example.core.v1.Ticket", TypeDef.Form.OBJECT, true, List.of(text)),
                new TypeDef("com.example.shop.v2.Order", TypeDef.Form.OBJECT, false, orderFields()),
                new TypeDef("com.example.shop.v2.Staff", TypeDef.Form.OBJECT, false, List.of()))) {
            types.put(type.name(), type);
        }
        ResourceDef orders = new ResourceDef(
                "orders",
                "order",
                List.of("or", "ord"),
                List.of("all"),
                true,
                List.of("create", "get"),
                List.of(
                        new SubresourceDef("scale", "autoscaling", "v1", "Scale", List.of("get", "update")),
                        new SubresourceDef("status", "shop.example.com", "v2", "Order", List.of("get"))));
        ResourceDef staff =
                new ResourceDef("staff", "staffmember", List.of(), List.of(), false, List.of("list"), List.of());
        return new Schema(
                "9.8.7",
                List.of(new GroupDef("", List.of("v1")), new GroupDef("shop.example.com", List.of("v2", "v1beta1"))),
                types,
                List.of(
                        new KindDef("", "v1", "Ticket", "com.example.core.v1.Ticket", null),
                        new KindDef("shop.example.com", "v2", "Order", "com.example.shop.v2.Order", orders),
                        new KindDef("shop.example.com", "v2", "Staff", "com.example.shop.v2.Staff", staff)));
    }

    private static List<FieldDef> orderFields() {
        Merge granular = new Merge(null, List.of(), MapType.GRANULAR, List.of(), null);
        Merge atomic = new Merge(null, List.of(), MapType.ATOMIC, List.of(), null);
        Merge bySku = new Merge(ListType.MAP, List.of("sku", "unit"), null, List.of("merge", "retainKeys"), "sku");
        Shape ticket = new Shape.Ref("com.example.core.v1.Ticket");
        Shape order = new Shape.Ref("com.example.shop.v2.Order");
        Shape amount = new Shape.Ref("com.example.core.v1.Amount");
        Shape strings = new Shape.MapOf(Shape.Scalar.STRING);
        Shape stringLists = new Shape.MapOf(new Shape.ListOf(Shape.Scalar.STRING));
        List<String> states = List.of("", "Open", "a \"b\\, c");
        return List.of(
                new FieldDef("ticket", ticket, false, Presence.EXPLICIT, List.of(2, 1, 3), granular, null, List.of()),
                new FieldDef(
                        "lines", new Shape.ListOf(order), true, Presence.ALWAYS, List.of(3), bySku, null, List.of()),
                new FieldDef("labels", strings, false, Presence.ZERO_IS_ABSENT, List.of(4), atomic, null, List.of()),
                field("extra", stringLists, Presence.ZERO_IS_ABSENT, 5),
                field("price", amount, Presence.ALWAYS, 6),
                new FieldDef(
                        "count",
                        Shape.Scalar.INT32,
                        false,
                        Presence.EXPLICIT,
                        List.of(7),
                        Merge.UNSTATED,
                        "1",
                        List.of()),
                field("total", Shape.Scalar.INT64, Presence.ZERO_IS_ABSENT, 8),
                field("rate", Shape.Scalar.DOUBLE, Presence.EXPLICIT, 9),
                new FieldDef(
                        "open",
                        Shape.Scalar.BOOL,
                        false,
                        Presence.ZERO_IS_ABSENT,
                        List.of(10),
                        Merge.UNSTATED,
                        "false",
                        List.of()),
                field("stamp", Shape.Scalar.BYTES, Presence.ZERO_IS_ABSENT, 11),
                new FieldDef(
                        "state",
                        Shape.Scalar.STRING,
                        false,
                        Presence.ZERO_IS_ABSENT,
                        List.of(12),
                        Merge.UNSTATED,
                        "\"a b\"",
                        states,
                        new Go("v1.State", null)),
                field("note", Shape.Scalar.STRING, Presence.ZERO_IS_ABSENT),
                new FieldDef(
                        "codes",
                        new Shape.ListOf(Shape.Scalar.STRING),
                        false,
                        Presence.ZERO_IS_ABSENT,
                        List.of(13, 1),
                        new Merge(ListType.SET, List.of(), null, List.of(), null),
                        null,
                        List.of(),
                        new Go("[]v1.Code", "Coded.Inner")));
    }

    @Test
    void readsEveryFactThatTheTextStates() {
        assertThat(SchemaFile.parse(SAMPLE)).isEqualTo(sampleSchema());
    }

    @Test
    void writesEveryFactInTheCanonicalForm() {
        assertThat(SchemaFile.format(sampleSchema())).isEqualTo(SAMPLE);
    }

    @Test
    void keepsTheOrderOfTypesWhenRead() {
        assertThat(SchemaFile.parse(SAMPLE).types().keySet())
                .containsExactlyElementsOf(sampleSchema().types().keySet());
    }

    @Test
    void readsAStreamToItsEnd() throws IOException {
        var stream = new ByteArrayInputStream(SAMPLE.getBytes(StandardCharsets.UTF_8));
        assertThat(SchemaFile.read(stream)).isEqualTo(sampleSchema());
        assertThat(stream.available()).isZero();
    }

    @ParameterizedTest
    @EnumSource(TypeDef.Form.class)
    void everyFormOfATypeHasAWord(TypeDef.Form form) {
        TypeDef type = new TypeDef("a.B", form, false, List.of());
        Schema schema = new Schema("1.0.0", List.of(), Map.of(type.name(), type), List.of());
        assertThat(SchemaFile.parse(SchemaFile.format(schema))).isEqualTo(schema);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", ",", "\"", "\\", "a,b", "tab\there", "line\nbreak", "é", "s/mime", "=", "\u007f"})
    void anyEnumValueSurvives(String value) {
        FieldDef field = new FieldDef(
                "f",
                Shape.Scalar.STRING,
                false,
                Presence.ALWAYS,
                List.of(1),
                Merge.UNSTATED,
                null,
                List.of(value, "plain"));
        TypeDef type = new TypeDef("a.B", TypeDef.Form.OBJECT, false, List.of(field));
        Schema schema = new Schema("1.0.0", List.of(), Map.of(type.name(), type), List.of());
        assertThat(SchemaFile.parse(SchemaFile.format(schema))).isEqualTo(schema);
    }

    static Stream<Arguments> badTexts() {
        return Stream.of(
                arguments("konverge-schema 1", "konverge-schema 2", 1, "of format 2, and this program reads format 1"),
                arguments("konverge-schema 1", "other-schema 1", 1, "not a schema file"),
                arguments("kubernetes 9.8.7", "kubernetes", 1, "expected 'konverge-schema 1 kubernetes RELEASE'"),
                arguments("group v1", "groups v1", 2, "unknown keyword 'groups'"),
                arguments("group v1", "group", 2, "expected 'group VERSION...'"),
                arguments("group v1", "group  v1", 2, "a space too many"),
                arguments("group v1", "group v1 apps/v1", 2, "'apps/v1' is not a version of group ''"),
                arguments("group v1", "group shop.example.com/v9", 3, "group 'shop.example.com' is there twice"),
                arguments("kind v1 Ticket com", "kind v1 com", 5, "expected 'kind APIVERSION KIND TYPE'"),
                arguments("core.v1.Ticket\n\n", "core.v1.Token\n\n", 5, "there is no type 'com.example.core.v1.Token'"),
                arguments("kind v1 Ticket", "kind zoo/v1 Ticket", 7, "kind Order is there twice or not in the order"),
                arguments("orders namespaced", "orders", 8, "expected ' resource PLURAL namespaced|cluster"),
                arguments("short=or", "shirt=or", 8, "unknown attribute 'shirt='"),
                arguments("short=or,ord", "short=or short=ord", 8, "'short=' is there twice"),
                arguments("short=or", "short=,or", 8, "bad value ''"),
                arguments("subresource scale", "subresource", 9, "expected ' subresource NAME APIVERSION KIND VERBS'"),
                arguments("package com.example.core.v1", "package a b", 15, "expected 'package NAME'"),
                arguments("package com.example.core.v1", "", 17, "expected 'type NAME ...' after a line 'package"),
                arguments("form=quantity", "form=quantify", 17, "unknown word 'quantify'"),
                arguments("form=quantity", "form=", 17, "unknown word 'form='"),
                arguments(
                        "type Ticket map=atomic", "type Ticket map=granular", 19, "a type is 'map=atomic' or nothing"),
                arguments("type Ticket", "type Amount", 19, "type com.example.core.v1.Amount is there twice"),
                arguments("type Ticket", "type Aaa", 19, "is there twice or not in the order of package"),
                arguments("type Ticket map=atomic", "type Ticket form=json", 19, "is no object and yet has fields"),
                arguments("text string! 1", "text string!", 20, "'required' is not a protobuf number"),
                arguments("text string! 1 required", "text string!", 20, "expected ' NAME SHAPE NUMBER ...'"),
                arguments("text string!", "text strings!", 20, "unknown shape 'strings'"),
                arguments("text string!", "text !", 20, "unknown shape ''"),
                arguments("text string! 1", "text string! 0", 20, "'0' is not a protobuf number"),
                arguments("text string! 1", "text string! 1..2", 20, "'1..2' is not a protobuf number"),
                arguments("text string! 1", "text string! 99999999999", 20, "is not a protobuf number"),
                arguments("text string! 1 required", "text string! 1 demanded", 20, "unknown word 'demanded'"),
                arguments(" text string!", "text string!", 20, "unknown keyword 'text'"),
                arguments("core.v1.Ticket?", "core.v1.Tricket?", 25, "there is no type 'com.example.core.v1.Tricket'"),
                arguments("map=granular", "map=grainy", 25, "unknown word 'grainy'"),
                arguments("[Order]!", "[Odor]!", 26, "there is no type 'com.example.shop.v2.Odor'"),
                arguments("[Order]!", "[Order!", 26, "unknown shape '[Order'"),
                arguments("list=map", "list=bag", 26, "unknown word 'bag'"),
                arguments("count int32?", "total int32?", 31, "field 'total' is there twice"),
                arguments("enum=\"\",Open", "enum=\"\"x,Open", 35, "bad value '\"\"x'"),
                arguments("default=\"a b\"", "default=\"a b", 35, "a quote is not closed"),
                arguments("a \\\"b", "a \\xb", 35, "bad escape"),
                arguments("end\n", "", 39, "the file is cut off: its last line is not 'end'"),
                arguments("end\n", "end\nmore\n", 41, "text after 'end'"),
                arguments("end\n", "the end\n", 40, "unknown keyword 'the'"));
    }

    @ParameterizedTest(name = "{0} -> {1}: {3}")
    @MethodSource("badTexts")
    void badTextIsRefusedWithItsLineAndTheReason(String before, String after, int line, String reason) {
        assertThat(SAMPLE).contains(before);
        int at = SAMPLE.indexOf(before);
        String text = SAMPLE.substring(0, at) + after + SAMPLE.substring(at + before.length());
        assertThatThrownBy(() -> SchemaFile.parse(text))
                .isInstanceOfSatisfying(
                        SchemaFormatException.class, e -> assertThat(e.line()).isEqualTo(line))
                .hasMessageContaining("line " + line + ": ")
                .hasMessageContaining(reason);
    }

    @Test
    void anEmptyFileIsRefused() {
        assertThatThrownBy(() -> SchemaFile.parse(""))
                .isInstanceOf(SchemaFormatException.class)
                .hasMessage("schema file, line 1: the file is empty");
    }

    @Test
    void aFileThatIsCutOffAnywhereIsRefused() {
        // The last character is the line break after "end", which a text may lack.
        for (int length = 0; length < SAMPLE.length() - 1; length++) {
            String cut = SAMPLE.substring(0, length);
            assertThatThrownBy(() -> SchemaFile.parse(cut))
                    .describedAs("the first %s characters", length)
                    .isInstanceOf(SchemaFormatException.class);
        }
    }

    @Test
    void damagedTextIsEitherRefusedInOrderOrReadsAsWhatItIsWrittenAs() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int run = 0; run < 10_000; run++) {
            StringBuilder text = new StringBuilder(SAMPLE);
            for (int change = 0; change <= run % 3; change++) {
                int at = random.nextInt(text.length());
                switch (random.nextInt(4)) {
                    case 0 -> text.deleteCharAt(at);
                    case 1 -> text.insert(at, SAMPLE.charAt(random.nextInt(SAMPLE.length())));
                    case 2 -> text.setCharAt(at, " \"\\,=\n[{!?.1A".charAt(random.nextInt(13)));
                    default -> text.insert(at, SAMPLE, 0, random.nextInt(40));
                }
            }
            Throwable thrown = catchThrowable(() -> {
                Schema schema = SchemaFile.parse(text.toString());
                assertThat(SchemaFile.parse(SchemaFile.format(schema))).isEqualTo(schema);
            });
            if (thrown != null) {
                assertThat(thrown)
                        .describedAs("seed %s, run %s:%n%s", seed, run, text)
                        .isInstanceOf(SchemaFormatException.class);
            }
        }
    }
}
