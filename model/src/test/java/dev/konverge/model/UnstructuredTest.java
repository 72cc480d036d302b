package dev.konverge.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.konverge.model.codec.DecodeException;
import dev.konverge.model.codec.DecodeOptions;
import dev.konverge.model.codec.JsonLists;
import dev.konverge.model.codec.JsonReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnstructuredTest {
    private static final String TEXT = "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Widget\",\"metadata\":"
            + "{\"name\":\"w\",\"namespace\":\"shop\",\"uid\":\"u1\",\"resourceVersion\":\"5\",\"labels\":{\"a.b/c\":\"1\"}},"
            + "\"spec\":{\"replicas\":3,\"paused\":false,\"name\":\"x\",\"nothing\":null,\"ratio\":0.5,"
            + "\"ports\":[{\"port\":80}],\"unknown\":{\"deep\":[1]}}}";

    private static final Unstructured WIDGET = read(TEXT);

    private static Unstructured read(String json) {
        return Unstructured.CODEC.read(new JsonReader(json.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void everyFieldSurvives() {
        assertThat(WIDGET.content().toString()).isEqualTo(TEXT);
        assertThat(new String(JsonTrees.bytes(Unstructured.CODEC, WIDGET), StandardCharsets.UTF_8))
                .isEqualTo(TEXT);
    }

    @Test
    void kindAndMetadataAreThoseOfTheTree() {
        assertThat(WIDGET.apiVersion()).isEqualTo("example.com/v1");
        assertThat(WIDGET.kind()).isEqualTo("Widget");
        assertThat(WIDGET.key()).isEqualTo(Key.of("shop", "w"));
        assertThat(WIDGET.metadata().uid()).isEqualTo("u1");
        assertThat(WIDGET.metadata().findLabel("a.b/c")).contains("1");
        assertThat(WIDGET.metadata().version()).isEqualTo(new ResourceVersion("5"));
        assertThat(WIDGET.resourceType().groupVersionKind())
                .isEqualTo(new GroupVersionKind("example.com", "v1", "Widget"));
        assertThat(WIDGET.resourceType().isServed()).isFalse();
        assertThat(WIDGET.controllerReference().uid()).isEqualTo("u1");
        assertThat(WIDGET).hasToString("Widget shop/w @5");
    }

    @Test
    void anItemThatDoesNotSayWhatItIsLearnsItFromItsList() {
        // Lists of built-in kinds are such: their items do not repeat their kind.
        ResourceType<Unstructured> type = ResourceType.of("apps", "v1", "Deployment", Unstructured.CODEC);
        String list = "{\"kind\":\"DeploymentList\",\"apiVersion\":\"apps/v1\",\"metadata\":{},\"items\":["
                + "{\"metadata\":{\"name\":\"a\"}},"
                + "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"metadata\":{\"name\":\"b\"}}]}";
        assertThat(JsonLists.read(list.getBytes(StandardCharsets.UTF_8), type, DecodeOptions.STANDARD)
                        .items())
                .extracting(Unstructured::resourceType)
                .containsExactly(type, type);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"metadata\":null}", "{\"metadata\":{}}"})
    void absentMetadataAreEmptyAndNotNull(String json) {
        Unstructured object = read(json);
        assertThat(object.metadata()).isEqualTo(ObjectMeta.builder().build());
        assertThat(object.key()).isEqualTo(Key.of(""));
        assertThat(object.kind()).isEmpty();
        assertThat(object.apiVersion()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "null", "1", "\"x\"", "true"})
    void whatIsNotAnObjectIsRefused(String json) {
        assertThatExceptionOfType(DecodeException.class).isThrownBy(() -> read(json));
    }

    @Test
    void metadataOfTheWrongTypeAreAnErrorWhenAskedForAndNotBefore() {
        Unstructured odd = read("{\"kind\":\"Odd\",\"metadata\":{\"name\":[1],\"labels\":\"x\"}}");
        assertThat(odd).hasToString("Odd ");
        assertThatExceptionOfType(DecodeException.class).isThrownBy(odd::metadata);
    }

    @Test
    void valuesAreFoundByPath() {
        assertThat(WIDGET.findLong("spec", "replicas")).isEqualTo(OptionalLong.of(3));
        assertThat(WIDGET.findString("spec", "name")).contains("x");
        assertThat(WIDGET.findBoolean("spec", "paused")).contains(false);
        assertThat(WIDGET.items("spec", "ports")).containsExactly(Json.parse("{\"port\":80}"));
        assertThat(WIDGET.find("spec", "ratio")).contains(Json.of(0.5));
        assertThat(WIDGET.find("spec", "nothing")).contains(Json.Null.INSTANCE);
        assertThat(WIDGET.find()).contains(WIDGET.content());
        assertThat(WIDGET.find(JsonPointer.parse("/spec/ports/0/port"))).contains(Json.of(80));
        assertThat(WIDGET.findString("metadata", "labels", "a.b/c")).contains("1");
    }

    @Test
    void whatIsNotThereIsNotFound() {
        assertThat(WIDGET.find("spec", "missing")).isEmpty();
        assertThat(WIDGET.find("missing", "x")).isEmpty();
        assertThat(WIDGET.find("spec", "replicas", "x")).isEmpty();
        assertThat(WIDGET.find("spec", "ports", "0")).isEmpty();
        assertThat(WIDGET.findLong("spec", "missing")).isEmpty();
        assertThat(WIDGET.items("spec", "missing")).isEmpty();
        assertThat(WIDGET.findString("spec", "nothing")).isEmpty();
        assertThat(WIDGET.findLong("spec", "nothing")).isEmpty();
        assertThat(WIDGET.findBoolean("spec", "nothing")).isEmpty();
        assertThat(WIDGET.items("spec", "nothing")).isEmpty();
    }

    @Test
    void aValueOfAnotherTypeIsAnErrorThatNamesThePlace() {
        assertThatIllegalStateException()
                .isThrownBy(() -> WIDGET.findString("spec", "replicas"))
                .withMessage("Widget shop/w @5 has a number at spec.replicas, not a string");
        assertThatIllegalStateException().isThrownBy(() -> WIDGET.findLong("spec", "ratio"));
        assertThatIllegalStateException().isThrownBy(() -> WIDGET.findBoolean("spec", "name"));
        assertThatIllegalStateException().isThrownBy(() -> WIDGET.items("spec"));
    }

    @Test
    void aCopyDiffersOnlyWhereItWasChanged() {
        Unstructured changed = WIDGET.with(Json.of(5), "spec", "replicas");
        assertThat(changed.content().toString()).isEqualTo(TEXT.replace("\"replicas\":3", "\"replicas\":5"));
        assertThat(WIDGET.content().toString()).isEqualTo(TEXT);
        assertThat(changed.find("metadata").orElseThrow())
                .isSameAs(WIDGET.find("metadata").orElseThrow());
    }

    @Test
    void missingObjectsOnTheWayAreMade() {
        Unstructured object = read("{}").with(Json.of("v"), "metadata", "annotations", "a.b/c");
        assertThat(object.metadata().annotations()).containsEntry("a.b/c", "v");
        assertThatIllegalStateException()
                .isThrownBy(() -> WIDGET.with(Json.of(1), "spec", "replicas", "x"))
                .withMessageContaining("spec.replicas.x");
        assertThat(WIDGET.with(Json.Obj.EMPTY)).isEqualTo(read("{}"));
    }

    @Test
    void aValueIsRemoved() {
        assertThat(WIDGET.without("spec").find("spec")).isEmpty();
        assertThat(WIDGET.without("spec", "unknown", "deep").find("spec", "unknown"))
                .contains(Json.Obj.EMPTY);
        assertThat(WIDGET.without("spec", "missing")).isSameAs(WIDGET);
        assertThat(WIDGET.without("spec", "replicas", "x")).isSameAs(WIDGET);
        assertThat(WIDGET.without()).isSameAs(WIDGET);
    }

    @Test
    void metadataAreReplacedAsAWhole() {
        Unstructured renamed =
                WIDGET.withMetadata(ObjectMeta.builder().name("v").build());
        assertThat(renamed.key()).isEqualTo(Key.of("v"));
        assertThat(renamed.find("metadata", "uid")).isEmpty();
        assertThat(renamed.find("spec")).isEqualTo(WIDGET.find("spec"));
    }

    @Test
    void equalityIsThatOfTheTreesWhateverTheOrderOfFields() {
        assertThat(read("{\"kind\":\"A\",\"spec\":{\"a\":1,\"b\":2}}"))
                .isEqualTo(read("{\"spec\":{\"b\":2,\"a\":1},\"kind\":\"A\"}"))
                .hasSameHashCodeAs(read("{\"spec\":{\"b\":2,\"a\":1},\"kind\":\"A\"}"))
                .isNotEqualTo(read("{\"kind\":\"A\",\"spec\":{\"a\":1}}"));
    }

    @Test
    void anObjectIsStartedFromKindAndKey() {
        GroupVersionKind kind = new GroupVersionKind("example.com", "v1", "Widget");
        assertThat(Unstructured.of(kind, Key.of("shop", "w")).content().toString())
                .isEqualTo("{\"apiVersion\":\"example.com/v1\",\"kind\":\"Widget\","
                        + "\"metadata\":{\"name\":\"w\",\"namespace\":\"shop\"}}");
        assertThat(Unstructured.of(kind, Key.of("w")).find("metadata", "namespace"))
                .isEmpty();
    }

    @Test
    void typedValuesAndTreesBecomeEachOther() {
        Condition condition = Condition.builder().type("Ready").status("True").build();
        Unstructured tree = Unstructured.from(Condition.CODEC, condition);
        assertThat(tree.content().fields().keySet()).containsExactlyElementsOf(List.of("type", "status"));
        assertThat(tree.as(Condition.CODEC)).isEqualTo(condition);
        assertThatExceptionOfType(DecodeException.class)
                .isThrownBy(() -> tree.with(Json.of(1), "type").as(Condition.CODEC));
    }

    @Test
    void managedFieldsAreLeftBehindOnRequestAndNothingElse() {
        byte[] document =
                ("{\"kind\":\"Widget\",\"metadata\":{\"name\":\"w\",\"managedFields\":[{\"manager\":\"m\"}],\"uid\":\"u\"},"
                                + "\"spec\":{\"managedFields\":[1],\"metadata\":{\"managedFields\":2}},\"managedFields\":3}")
                        .getBytes(StandardCharsets.UTF_8);
        var options = DecodeOptions.STANDARD.withManagedFields(false);
        assertThat(Unstructured.CODEC
                        .read(new JsonReader(document, options))
                        .content()
                        .toString())
                .isEqualTo("{\"kind\":\"Widget\",\"metadata\":{\"name\":\"w\",\"uid\":\"u\"},"
                        + "\"spec\":{\"managedFields\":[1],\"metadata\":{\"managedFields\":2}},\"managedFields\":3}");
        assertThat(Unstructured.CODEC.read(new JsonReader(document)).content().toString())
                .isEqualTo(new String(document, StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "7", "[]", "{}"})
    void metadataThatAreNoneSurviveTheDroppingOfManagedFields(String metadata) {
        String text = "{\"metadata\":" + metadata + "}";
        var in = new JsonReader(text.getBytes(StandardCharsets.UTF_8), DecodeOptions.STANDARD.withManagedFields(false));
        assertThat(Unstructured.CODEC.read(in).content().toString()).isEqualTo(text);
    }
}
