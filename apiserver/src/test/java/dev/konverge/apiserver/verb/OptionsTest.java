package dev.konverge.apiserver.verb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.apiserver.Headers;
import dev.konverge.apiserver.failure.StatusException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What parameters, tokens and warnings look like. */
class OptionsTest {
    @Test
    void queriesAreReadAsGoReadsThem() {
        Query query = Query.parse("a=1&a=2&b&c=%20x+y&=empty&bad=%zz&d=");
        assertThat(query.all("a")).containsExactly("1", "2");
        assertThat(query.flag("b")).isTrue();
        assertThat(query.text("c")).isEqualTo(" x y");
        assertThat(query.has("bad")).isFalse();
        assertThat(query.has("d")).isTrue();
        assertThat(Query.parse("w=false").flag("w")).isFalse();
        assertThat(Query.parse("w=0").flag("w")).isFalse();
        assertThat(Query.parse("w=no").flag("w")).isTrue();
    }

    @Test
    @DisplayName("L8, L9: tokens can be read back, and others cannot")
    void tokensCanBeReadBack() {
        ContinueToken token = ContinueToken.after("ns/name", 42);
        assertThat(ContinueToken.decode(token.encode())).isEqualTo(token);
        for (String bad : List.of("", "%%", "e30", "bnVsbA", token.encode() + "!")) {
            assertThatThrownBy(() -> ContinueToken.decode(bad))
                    .isInstanceOf(StatusException.class)
                    .hasMessageStartingWith("invalid continue token: continue key is not valid");
        }
        assertThatThrownBy(() -> ContinueToken.decode(new ContinueToken(5, "../x").encode()))
                .hasMessage("invalid continue token: continue key is not valid: ../x");
        assertThatThrownBy(() -> ContinueToken.decode(new ContinueToken(0, "x").encode()))
                .hasMessageContaining("incorrect encoded start resourceVersion");
    }

    @Test
    @DisplayName("C10: a warning is a header")
    void warningsAreHeaders() {
        Warnings warnings = new Warnings();
        warnings.add("say \"no\" \\ never");
        warnings.add("say \"no\" \\ never");
        // What no header can hold is not told.
        warnings.add("two\nlines");
        warnings.add("");
        assertThat(warnings.addTo(Headers.NONE).all("Warning")).containsExactly("299 - \"say \\\"no\\\" \\\\ never\"");
        Warnings many = new Warnings();
        for (int i = 0; i < 20; i++) {
            many.add(i + "x".repeat(400));
        }
        List<String> headers = many.addTo(Headers.NONE).all("Warning");
        assertThat(headers).hasSize(16).allMatch(header -> header.length() == 256 + 8);
    }

    @Test
    @DisplayName("A2: the manager is the program's name")
    void managersComeFromTheUserAgent() {
        assertThat(Caller.managerOf("kubectl/v1.36.4 (linux/amd64)")).isEqualTo("kubectl");
        assertThat(Caller.managerOf("a\u0007b")).isEqualTo("ab");
        assertThat(Caller.managerOf("")).isEqualTo("unknown");
        assertThat(Caller.managerOf("m".repeat(300))).hasSize(128);
    }

    @Test
    @DisplayName("W3: a watch from nowhere begins with what is there")
    void watchesFromNowhereBeginWithWhatIsThere() {
        assertThat(ListOptions.of(Query.parse("watch=1"), false).initialEvents())
                .isEqualTo(Optional.of(true));
        assertThat(ListOptions.of(Query.parse("resourceVersion=0"), true).initialEvents())
                .isEqualTo(Optional.of(true));
        assertThat(ListOptions.of(Query.parse("watch=1&resourceVersion=5"), false)
                        .initialEvents())
                .isEmpty();
    }

    @Test
    void managersAreShortAndPrintable() {
        assertThatThrownBy(() -> WriteOptions.of(Query.parse("fieldManager=a%07b"), WriteOptions.Verb.UPDATE))
                .hasMessage(
                        "UpdateOptions.meta.k8s.io \"\" is invalid: fieldManager: Invalid value: \"a\\ab\": invalid character "
                                + "U+0007 (at position 1)");
        assertThatThrownBy(
                        () -> WriteOptions.of(Query.parse("fieldManager=" + "m".repeat(129)), WriteOptions.Verb.UPDATE))
                .hasMessageContaining("fieldManager: Too long: may not be more than 128 bytes");
        assertThatThrownBy(() -> WriteOptions.of(Query.parse("fieldValidation=Loose"), WriteOptions.Verb.CREATE))
                .hasMessageContaining(
                        "fieldValidation: Unsupported value: \"Loose\": supported values: \"\", \"Ignore\", \"Strict\", \"Warn\"");
    }
}
