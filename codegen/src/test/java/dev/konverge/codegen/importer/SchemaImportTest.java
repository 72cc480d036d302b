package dev.konverge.codegen.importer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.konverge.codegen.importer.SchemaImport.Options;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaImportTest {
    private static final String V2 = "openapi-v2.json";
    private static final String V3 = "openapi-v3";
    private static final String V3_SHOP = "openapi-v3/apis__shop.example.com__v1.json";
    private static final String GO = "api/shop/v1/types.go";
    private static final String PARTS = "api/parts/v1/types.go";
    private static final String PROTO = "api/shop/v1/generated.proto";
    private static final String DISCOVERY = "discovery/apis__shop.example.com__v1.json";

    @TempDir
    Path folder;

    private ShopSources shop;

    @BeforeEach
    void copySources() {
        shop = ShopSources.copyTo(folder);
    }

    @ParameterizedTest
    @ValueSource(strings = {V2, V3})
    void bothVersionsOfOpenApiGiveTheSameFacts(String openapi) {
        assertThat(shop.imported(openapi)).isEqualTo(shop.expected());
    }

    @Test
    void importingTwiceGivesTheSameBytesAndLeavesTheFileAlone() throws IOException {
        ImportReport first = SchemaImport.run(shop.options(V3));
        byte[] bytes = Files.readAllBytes(shop.out());
        ImportReport second = SchemaImport.run(shop.options(V3));
        assertThat(Files.readAllBytes(shop.out())).isEqualTo(bytes);
        assertThat(first.changed()).isTrue();
        assertThat(second.changed()).isFalse();
    }

    @Test
    void theReportCountsWhatWasFound() {
        assertThat(SchemaImport.run(shop.options(V3)))
                .isEqualTo(new ImportReport("1.2.3", 4, 2, 8, 27, shop.out(), true));
    }

    @Test
    void theReleaseIsToldFromThePathOfAGoModuleCache() throws IOException {
        Path openapi = folder.resolve("kubernetes@v1.36.4/swagger.json");
        Files.createDirectories(openapi.getParent());
        Files.copy(folder.resolve(V2), openapi);
        Options options = shop.options(V2);
        Options unnamed = new Options(openapi, options.discovery(), options.modules(), null, options.out());
        assertThat(SchemaImport.run(unnamed).release()).isEqualTo("1.36.4");
    }

    @Test
    void aReleaseThatNobodyNamesIsAskedFor() {
        Options options = shop.options(V2);
        Options unnamed = new Options(options.openapi(), options.discovery(), options.modules(), null, options.out());
        assertThatThrownBy(() -> SchemaImport.run(unnamed))
                .isInstanceOf(ImportException.class)
                .hasMessageContaining("which Kubernetes release is this?");
    }

    @Test
    void enumerationsThatOpenApiListsAreTaken() {
        shop.change(V2, "\"type\": \"number\",", "\"type\": \"string\", \"enum\": [\"b\", \"a\"],");
        shop.change(V2, "\"format\": \"double\"", "\"description\": \"\"");
        shop.change(GO, "Ratio *float64", "Ratio *string").change(PROTO, "double ratio", "string ratio");
        assertThat(shop.imported(V2)).contains("\n ratio string? 12 enum=a,b\n");
    }

    @Test
    void aZeroDefaultIsStatedOnlyWhereItDoesNotGoWithoutSaying() {
        shop.change(GO, "json:\"express,omitempty\"", "json:\"express\"");
        assertThat(shop.imported(V3)).contains("\n express bool! 13\n");
    }

    /** What is changed, and what the import must say of it. */
    static Stream<Arguments> contradictions() {
        return Stream.of(
                // Go and OpenAPI
                arguments(GO, "json:\"customer\"", "json:\"buyer\"", "has a field 'buyer' that its OpenAPI"),
                arguments(GO, "\tSeal []byte", "\tseal []byte", "no field with the protobuf numbers [11]"),
                arguments(V3_SHOP, "\"city\"", "\"town\"", "has a field 'city' that its OpenAPI description lacks"),
                arguments(
                        V3_SHOP,
                        "\"line2\":",
                        "\"line3\": {\"type\": \"string\"},\n\"line2\":",
                        "has properties [line3] that its Go declaration lacks"),
                arguments(GO, "metav1.TypeMeta   `json:\",inline\"`", "", "has properties [apiVersion, kind] that"),
                arguments(GO, "type Line struct", "type Rope struct", "v1.Line is declared in none of the Go modules"),
                arguments(GO, "type Line struct", "type Line []struct", "v1.Line is not a struct"),
                arguments(GO, "+default=1", "+default=2", "has default 1, and its Go declaration says 2"),
                arguments(GO, "+default=1", "+default=one", "default of field copies in Go package"),
                arguments(GO, "ref(Card)", "ref(Coin)", "Go constant example.com/shop-api/shop/v1.Coin"),
                arguments(
                        GO,
                        "Invoice PaymentMethod = `",
                        "Invoice PaymentMethod = \"a\" + `",
                        "Invoice of Go type example.com/shop-api/shop/v1.PaymentMethod has a value that"),
                arguments(PARTS, "const oldDollar", "var oldDollar", "Go constant example.com/shop-api/parts/v1.old"),
                arguments(
                        GO,
                        "type Money = parts.Currency",
                        "// +enum\ntype Money string",
                        "v1.Money is marked as an enumeration, and its package has no constant of it"),
                // Go and protobuf
                arguments(
                        GO,
                        "bytes,9,opt,name=customer",
                        "bytes,99,opt,name=customer",
                        "field Customer has protobuf number 99, which message example.com.shop_api.shop.v1.OrderSpec"),
                arguments(GO, "opt,name=customer", "opt,name=client", "is called 'client' in protobuf, and number 9"),
                arguments(
                        PROTO,
                        "optional string ref = 14;",
                        "optional string ref = 14;\n  optional string more = 77;",
                        "has no field with the protobuf numbers [77]"),
                arguments(
                        PROTO, "message Line {", "message Rope {", "field SKU has protobuf number 1, and there is no"),
                arguments(
                        "api/parts/v1/generated.proto",
                        "message Street {",
                        "message Road {",
                        "in protobuf, and the generated.proto of that has no message of it"),
                // protobuf and OpenAPI
                arguments(
                        PROTO,
                        "optional int32 copies",
                        "optional int64 copies",
                        "protobuf carries com.example.shop-api.shop.v1.OrderSpec.copies as single int64"),
                arguments(PROTO, "repeated Line lines", "optional Line lines", "OrderSpec.lines as single"),
                arguments(
                        PROTO,
                        "optional .k8s.io.apimachinery.pkg.apis.meta.v1.Time due",
                        "optional .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta due",
                        "OrderSpec.due as single"),
                arguments(
                        PROTO, "repeated string items = 1;", "repeated string items = 2;", "OrderSpec.tags as single"),
                // lists
                arguments(V3_SHOP, "\"kind\": \"OrderList\"", "\"kind\": \"OtherList\"", "a list unlike the others"),
                arguments(V3_SHOP, "v1.ListMeta\"\n", "v1.ObjectMeta\"\n", "a list unlike the others"),
                // kinds
                arguments(
                        "openapi-v3/meta__v1.json",
                        "\"version\": \"v1\"",
                        "\"version\": \"v9\"",
                        "OpenAPI names no kind for it, or many and none of group core"),
                // OpenAPI alone
                arguments(V3_SHOP, "\"openapi\": \"3.0.0\"", "\"openapi\": \"4\"", "is no OpenAPI description"),
                arguments(
                        V3_SHOP,
                        "\"format\": \"double\"",
                        "\"format\": \"float\"",
                        "OrderSpec.ratio has type 'number' and format 'float'"),
                arguments(V3_SHOP, "\"format\": \"double\"", "\"maximum\": 7", "uses 'maximum', which the import does"),
                arguments(
                        V3_SHOP,
                        "\"x-kubernetes-list-type\": \"set\"",
                        "\"x-kubernetes-list-type\": \"bag\"",
                        "OrderSpec.accepted has x-kubernetes-list-type 'bag', which the import does not know"),
                arguments(V3_SHOP, "\"additionalProperties\": {", "\"items\": {", "'additionalProperties' is missing"),
                arguments(
                        "openapi-v3/meta__v1.json",
                        "\"name\"",
                        "\"title\"",
                        "describes type io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta differently"),
                arguments(
                        V3_SHOP,
                        "com.example.shop-api.shop.v1.Line\": {",
                        "com.example.shop-api.shap.v1.Line\": {",
                        "com.example.shop-api.shap.v1.Line is in none of the Go modules given"),
                arguments(V3_SHOP, "}", "", "is not a JSON document"),
                // discovery
                arguments(DISCOVERY, "\"kind\": \"APIResourceList\"", "\"kind\": \"Pod\"", "is no discovery document"),
                arguments(
                        DISCOVERY,
                        "\"kind\": \"Order\"",
                        "\"kind\": \"Ordeal\"",
                        "discovery serves kinds that OpenAPI does not describe"),
                arguments(
                        DISCOVERY,
                        "\"name\": \"orders/scale\"",
                        "\"name\": \"ordure/scale\"",
                        "subresource ordure/scale has no resource to belong to"),
                arguments(
                        DISCOVERY,
                        "\"name\": \"orders/scale\"",
                        "\"name\": \"orders2\", \"kind\": \"Order\", \"x\": 1",
                        "Duplicate field 'kind'"),
                // files that are not what they should be
                arguments(PROTO, "optional string ref = 14;", "oneof x {", "generated.proto, line"),
                arguments(PROTO, "optional string ref = 14;", "optional string ref = 13;", "number 13 is used twice"),
                arguments(GO, "type Line struct {", "type Line struct", "types.go, line"),
                arguments("api/go.mod", "module ", "modular ", "names no module"));
    }

    @ParameterizedTest(name = "{0}: {1} -> {2}")
    @MethodSource("contradictions")
    void aContradictionBetweenSourcesEndsTheImport(String file, String before, String after, String message) {
        shop.change(file, before, after);
        assertThatThrownBy(() -> SchemaImport.run(shop.options(V3)))
                .isInstanceOf(ImportException.class)
                .hasMessageContaining(message);
        assertThat(shop.out()).doesNotExist();
    }

    @Test
    void aListWithOtherProtobufNumbersEndsTheImport() {
        shop.change(GO, "bytes,2,rep,name=items", "bytes,5,rep,name=items");
        shop.change(PROTO, "repeated Order items = 2;", "repeated Order items = 5;");
        assertThatThrownBy(() -> SchemaImport.run(shop.options(V3)))
                .isInstanceOf(ImportException.class)
                .hasMessageContaining("a list unlike the others");
    }

    @Test
    void missingSourcesAreNamed() {
        Options options = shop.options(V3);
        Path nowhere = folder.resolve("nowhere");
        assertThatThrownBy(() -> SchemaImport.run(
                        new Options(nowhere, options.discovery(), options.modules(), "1.2.3", options.out())))
                .isInstanceOf(ImportException.class)
                .hasMessageContaining("cannot read the OpenAPI documents in " + nowhere);
        assertThatThrownBy(() -> SchemaImport.run(
                        new Options(options.openapi(), folder.resolve("api"), options.modules(), "1", options.out())))
                .isInstanceOf(ImportException.class)
                .hasMessageContaining("there is no discovery document");
        assertThatThrownBy(() -> SchemaImport.run(
                        new Options(options.openapi(), options.discovery(), List.of(nowhere), "1", options.out())))
                .isInstanceOf(ImportException.class)
                .hasMessageContaining("go.mod cannot be read");
    }

    @Test
    void anOutputThatCannotBeWrittenIsNamed() {
        Options options = shop.options(V3);
        Path taken = folder.resolve("api/go.mod/x.schema");
        assertThatThrownBy(() -> SchemaImport.run(
                        new Options(options.openapi(), options.discovery(), options.modules(), "1.2.3", taken)))
                .isInstanceOf(ImportException.class)
                .hasMessageContaining("cannot write the schema file " + taken);
    }

    @Test
    void aReleaseThatIsNoneIsRefusedBeforeTheGoToolIsAsked() {
        assertThatThrownBy(() -> Options.ofKubernetes("latest", shop.out()))
                .isInstanceOf(ImportException.class)
                .hasMessage("'latest' is no Kubernetes release; expected one such as v1.36.4");
    }
}
