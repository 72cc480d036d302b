package dev.konverge.model.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.model.GroupVersionKind;
import dev.konverge.model.ResourceList;
import dev.konverge.model.ResourceType;
import dev.konverge.model.Unstructured;
import dev.konverge.model.core.v1.Pod;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonListsTest {
    private static final ResourceType<Unstructured> FOO =
            ResourceType.of("example.com", "v1", "Foo", Unstructured.CODEC);
    private static final ResourceType<Unstructured> ANY =
            ResourceType.of(new GroupVersionKind("example.com", "v1", ""), Unstructured.CODEC);

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static ResourceList<Unstructured> read(ResourceType<Unstructured> type, String list) {
        return JsonLists.read(bytes(list), type, DecodeOptions.STANDARD);
    }

    /** A custom resource definition names the kind of its lists as it likes: {@code spec.names.listKind}. */
    @Test
    void aListOfACustomKindMayHaveAnyName() {
        assertThat(read(
                                FOO,
                                "{\"apiVersion\":\"example.com/v1\",\"items\":[{\"metadata\":{\"name\":\"a\"}}],"
                                        + "\"kind\":\"FooCollection\",\"metadata\":{\"resourceVersion\":\"7\"}}")
                        .items())
                .extracting(Unstructured::kind)
                .containsExactly("Foo");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "{}",
                "{\"kind\":\"Foo\",\"apiVersion\":\"example.com/v1\",\"metadata\":{\"name\":\"a\"}}",
                "{\"kind\":\"Status\",\"apiVersion\":\"example.com/v1\",\"items\":[]}",
                "{\"kind\":\"FooCollection\",\"apiVersion\":\"example.com/v1\"}"
            })
    void whatIsNoListIsRefused(String body) {
        for (ResourceType<Unstructured> type : List.of(FOO, ANY)) {
            assertThatThrownBy(() -> read(type, body))
                    .as(body)
                    .isInstanceOf(DecodeException.class)
                    .hasMessageStartingWith("expected a list");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "{}"})
    void nothingIsNoEmptyListOfABuiltInKind(String body) {
        assertThatThrownBy(() -> JsonLists.read(bytes(body), Pod.TYPE, DecodeOptions.STANDARD))
                .isInstanceOf(DecodeException.class)
                .hasMessageStartingWith("expected a list");
    }

    @Test
    void aListOfAnotherVersionIsRefused() {
        assertThatThrownBy(() -> read(FOO, "{\"kind\":\"FooList\",\"apiVersion\":\"example.com/v2\",\"items\":[]}"))
                .isInstanceOf(DecodeException.class)
                .hasMessageStartingWith("expected \"example.com/v1\"");
    }

    @Test
    void withoutAKindItemsLearnTheirsFromTheListWhereverItSaysIt() throws IOException {
        String head = "\"kind\":\"FooList\",\"apiVersion\":\"example.com/v1\"";
        String items = "\"items\":[{\"metadata\":{\"name\":\"a\"}},{\"kind\":\"Other\"}]";
        for (String list : List.of("{" + head + "," + items + "}", "{" + items + "," + head + "}")) {
            assertThat(read(ANY, list).items())
                    .as(list)
                    .extracting(Unstructured::kind)
                    .containsExactly("Foo", "Other");
        }
        List<Unstructured> handedOver = new ArrayList<>();
        JsonLists.forEach(
                new ByteArrayInputStream(bytes("{" + head + "," + items + "}")),
                ANY,
                DecodeOptions.STANDARD,
                handedOver::add);
        assertThat(handedOver).extracting(Unstructured::kind).containsExactly("Foo", "Other");
    }
}
