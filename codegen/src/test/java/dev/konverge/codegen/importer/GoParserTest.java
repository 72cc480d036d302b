package dev.konverge.codegen.importer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.codegen.importer.GoType.Constant;
import dev.konverge.codegen.importer.GoType.Declaration;
import dev.konverge.codegen.importer.GoType.Field;
import dev.konverge.codegen.importer.GoType.MapOf;
import dev.konverge.codegen.importer.GoType.Named;
import dev.konverge.codegen.importer.GoType.Opaque;
import dev.konverge.codegen.importer.GoType.Pointer;
import dev.konverge.codegen.importer.GoType.Slice;
import dev.konverge.codegen.importer.GoType.Struct;
import dev.konverge.codegen.importer.GoType.Value;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GoParserTest {
    private static final String HERE = "example.com/here";
    private static final Named STRING = new Named("", "string");

    private static GoParser parse(String source) {
        return new GoParser(source, "x.go", HERE).parse();
    }

    private static GoType type(String declaration) {
        List<Declaration> types = parse("package x\n\nimport m \"example.com/m/v1\"\n\ntype T " + declaration + "\n")
                .types();
        assertThat(types).hasSize(1);
        return types.get(0).type();
    }

    private static List<Field> fields(String body) {
        return ((Struct) type("struct {\n" + body + "\n}")).fields();
    }

    @Test
    void everyFormOfATypeIsRead() {
        assertThat(type("string")).isEqualTo(STRING);
        assertThat(type("Other")).isEqualTo(new Named(HERE, "Other"));
        assertThat(type("m.Other")).isEqualTo(new Named("example.com/m/v1", "Other"));
        assertThat(type("unknown.Other")).isEqualTo(new Named("unknown", "Other"));
        assertThat(type("*string")).isEqualTo(new Pointer(STRING));
        assertThat(type("[]*m.Other")).isEqualTo(new Slice(new Pointer(new Named("example.com/m/v1", "Other"))));
        assertThat(type("[4]byte")).isEqualTo(new Slice(new Named("", "byte")));
        assertThat(type("[size]byte")).isEqualTo(new Slice(new Named("", "byte")));
        assertThat(type("map[string][]string")).isEqualTo(new MapOf(new Slice(STRING)));
        assertThat(type("map[m.Key]m.Other[string]")).isEqualTo(new MapOf(new Named("example.com/m/v1", "Other")));
        assertThat(type("interface { Do(x struct{}) }")).isEqualTo(new Opaque());
        assertThat(type("func(a, b int) (c struct{}, err error)")).isEqualTo(new Opaque());
        assertThat(type("func(interface{}) []string")).isEqualTo(new Opaque());
        assertThat(type("func()")).isEqualTo(new Opaque());
        assertThat(type("<-chan string")).isEqualTo(new Opaque());
        assertThat(type("chan<- func() string")).isEqualTo(new Opaque());
    }

    @Test
    void fieldsKeepTheirOrderTagsAndComments() {
        assertThat(fields("""
                        // Detached.

                        // First line.
                        // +default=1
                        A, B int `json:"a,omitempty" protobuf:"varint,7,opt,name=a"` // behind it
                        C string
                        """))
                .containsExactly(
                        new Field(
                                "A",
                                new Named("", "int"),
                                false,
                                new GoTag("a", List.of("omitempty"), 7, "a"),
                                List.of("First line.", "+default=1")),
                        new Field(
                                "B",
                                new Named("", "int"),
                                false,
                                new GoTag("a", List.of("omitempty"), 7, "a"),
                                List.of("First line.", "+default=1")),
                        new Field("C", STRING, false, GoTag.NONE, List.of()));
    }

    @Test
    void aFieldWithoutANameIsEmbedded() {
        assertThat(fields("""
                        Plain
                        m.Far
                        *Near `json:",inline"`
                        Last `json:"last"`"""))
                .allMatch(Field::embedded)
                .extracting(Field::name)
                .containsExactly("Plain", "Far", "Near", "Last");
    }

    @Test
    void aStructOnOneLineIsRead() {
        assertThat(((Struct) type("struct{ A string; B func() }")).fields())
                .extracting(Field::name)
                .containsExactly("A", "B");
        assertThat(type("struct{}")).isEqualTo(new Struct(List.of()));
    }

    @Test
    void aTagBehindAFunctionIsItsOwn() {
        assertThat(fields("Hook func(a int) error `json:\"-\"`").get(0).tag().isNotSent())
                .isTrue();
    }

    @Test
    void aliasesAndNewTypesAreToldApart() {
        assertThat(parse("type A = B\ntype C B\n").types())
                .containsExactly(
                        new Declaration("A", new Named(HERE, "B"), true, List.of()),
                        new Declaration("C", new Named(HERE, "B"), false, List.of()));
    }

    @Test
    void groupedDeclarationsHaveTheirOwnComments() {
        assertThat(parse("// Outer.\ntype (\n\t// +enum\n\tA string\n\n\tB string\n)\n")
                        .types())
                .containsExactly(
                        new Declaration("A", STRING, false, List.of("+enum")),
                        new Declaration("B", STRING, false, List.of()));
    }

    @Test
    void typesWithParametersAndTypesInsideFunctionsAreSkipped() {
        assertThat(parse("""
                        type Pair[K comparable, V any] struct {
                        \tKey K
                        }

                        func f() {
                        \ttype Local string
                        \tconst c Local = "no"
                        }

                        var (
                        \tx = map[string]struct{}{"type": {}}
                        )

                        type After string
                        """).types()).extracting(Declaration::name).containsExactly("After");
    }

    @Test
    void constantsAreReadAsFarAsTheyAreStrings() {
        Named colour = new Named(HERE, "Colour");
        assertThat(parse("""
                        import m "example.com/m"

                        const Single Colour = "single"
                        const (
                        \tTyped Colour = "typed"
                        \tConverted = Colour("converted")
                        \tSame Colour = Typed
                        \tFar = Colour(m.Far)
                        \tQuoted = "a\\tb \\"c\\" \\\\"
                        \tRaw = `a\\b`
                        \tNumber = 1 << (10 *
                        \t\titself)
                        \tSum Colour = "a" + "b"
                        \tCount = iota
                        \tRepeated
                        \tLast Colour = "last" // behind
                        )
                        """).constants())
                .containsExactly(
                        new Constant("Single", colour, new Value.Text("single")),
                        new Constant("Typed", colour, new Value.Text("typed")),
                        new Constant("Converted", colour, new Value.Text("converted")),
                        new Constant("Same", colour, new Value.SameAs(new Named(HERE, "Typed"))),
                        new Constant("Far", colour, new Value.SameAs(new Named("example.com/m", "Far"))),
                        new Constant("Quoted", STRING, new Value.Text("a\tb \"c\" \\")),
                        new Constant("Raw", STRING, new Value.Text("a\\b")),
                        new Constant("Number", STRING, new Value.Other()),
                        new Constant("Sum", colour, new Value.Other()),
                        new Constant("Count", STRING, new Value.SameAs(new Named(HERE, "iota"))),
                        new Constant("Last", colour, new Value.Text("last")));
    }

    @Test
    void charactersThatLookLikeQuotesDoNotOpenStrings() {
        assertThat(parse("var a, b, c = '\"', '\\'', '`'\n\ntype T string\n").types())
                .hasSize(1);
    }

    @Test
    void aCommentIsThatOfADeclarationOnlyRightAboveIt() {
        assertThat(parse("// +enum\n\ntype T string\n").types().get(0).doc()).isEmpty();
        assertThat(parse("var x = 1 // +enum\ntype T string\n").types().get(0).doc())
                .isEmpty();
        assertThat(parse("/* +enum */\ntype T string\n").types().get(0).doc()).isEmpty();
        assertThat(parse("// Text.\n// +enum\ntype T string\n").types().get(0).doc())
                .containsExactly("Text.", "+enum");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "type T struct {\n\tA string\n",
                "type T",
                "type T =",
                "type T ;",
                "type T map",
                "type T struct",
                "type T struct { A string; [] }",
                "type (",
                "const (",
                "const X = (1",
                "import (",
                "type T interface",
                "type T func",
                "type T struct { A `never",
                "const X = \"never",
                "/* never",
                "type T struct { \"a\" }",
            })
    void brokenSourceIsRefusedWithItsPlace(String source) {
        assertThatThrownBy(() -> parse(source))
                .isInstanceOf(ImportException.class)
                .hasMessageMatching("x.go, line \\d+: .*; is this Go source\\?");
    }
}
