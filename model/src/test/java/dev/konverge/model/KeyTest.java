package dev.konverge.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Section 1.7 of the client-go contract: SplitMetaNamespaceKey and ObjectName. */
class KeyTest {
    @ParameterizedTest
    @CsvSource({"web, '', web", "shop/web, shop, web", "/web, '', web", "shop/, shop, ''", "'', '', ''"})
    void aTextOfOneOrTwoSegmentsIsAKey(String text, String namespace, String name) {
        assertThat(Key.parse(text)).isEqualTo(new Key(namespace, name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/b/c", "//", "a//b"})
    void aTextOfMoreSegmentsIsRefusedByName(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Key.parse(text))
                .withMessage("unexpected key format: \"" + text + "\"");
    }

    @Test
    void theTextFormLeavesAnEmptyNamespaceOut() {
        assertThat(Key.of("shop", "web")).hasToString("shop/web");
        assertThat(Key.of("web")).hasToString("web");
        assertThat(Key.of("", "web")).hasToString("web").isEqualTo(Key.of("web"));
    }

    @Test
    void parsingIsTheInverseOfTheTextForm() { // TestObjectNames
        for (Key key : new Key[] {Key.of("web"), Key.of("shop", "web"), Key.of("shop", "web.example-1")}) {
            assertThat(Key.parse(key.toString())).isEqualTo(key);
        }
    }

    @Test
    void aSlashInANameIsRefusedBecauseTheTextWouldBeAmbiguous() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Key("a", "b/c"))
                .withMessageContaining("b/c");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Key("a/b", "c"))
                .withMessageContaining("a/b");
    }

    @Test
    void keysAreOrderedAsTheServerOrdersAList() {
        assertThat(Stream.of("b/a", "a/b", "a.b/a", "a/a", "a-b/z", "z", "a/a-b", "a/a.b")
                        .map(Key::parse)
                        .sorted())
                .extracting(Key::toString)
                .containsExactly("z", "a-b/z", "a.b/a", "a/a", "a/a-b", "a/a.b", "a/b", "b/a");
    }

    @Test
    void onlyAKeyWithANamespaceIsNamespaced() {
        assertThat(Key.of("shop", "web").isNamespaced()).isTrue();
        assertThat(Key.of("web").isNamespaced()).isFalse();
    }
}
