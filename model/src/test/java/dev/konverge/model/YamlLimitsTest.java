package dev.konverge.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.konverge.model.codec.Limits;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hostile YAML ends in the one exception, in little time and memory. */
class YamlLimitsTest {
    private static final Limits SMALL = new Limits(20, 10_000, 1 << 20);

    @Test
    void aliasesCannotUnfoldBeyondTheLimit() {
        StringBuilder laughs = new StringBuilder("a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n");
        for (int i = 1; i < 15; i++) {
            laughs.append('a').append(i).append(": &a").append(i).append(" [");
            for (int j = 0; j < 9; j++) {
                laughs.append(j == 0 ? "*a" : ", *a").append(i - 1);
            }
            laughs.append("]\n");
        }
        assertThatExceptionOfType(YamlException.class)
                .isThrownBy(() -> Yaml.parseAll(laughs.toString()))
                .withMessageContaining("aliases that unfold");
        assertThat(Yaml.parseAll("a: &x [1, 2]\nb: *x\nc: *x\n", SMALL)).hasSize(1);
    }

    @Test
    void mergesCannotUnfoldBeyondTheLimit() {
        StringBuilder text = new StringBuilder("a: &a {k: '" + "x".repeat(2000) + "'}\nb:\n");
        for (int i = 0; i < 10; i++) {
            text.append("- {<<: *a}\n");
        }
        assertThatExceptionOfType(YamlException.class).isThrownBy(() -> Yaml.parseAll(text.toString(), SMALL));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{a: ", "- "})
    void depthIsBounded(String opening) {
        assertThatExceptionOfType(YamlException.class)
                .isThrownBy(() -> Yaml.parseAll(opening.repeat(100_000)))
                .withMessageContaining("more than 200 levels");
    }

    @Test
    void aliasesCannotNestBeyondTheDepth() {
        StringBuilder text = new StringBuilder("a0: &a0 [x]\n");
        for (int i = 1; i < 30; i++) {
            text.append("a%d: &a%d [*a%d]%n".formatted(i, i, i - 1));
        }
        assertThatExceptionOfType(YamlException.class)
                .isThrownBy(() -> Yaml.parseAll(text.toString(), SMALL))
                .withMessageContaining("more than 20 levels");
    }

    @Test
    void theDeepestAllowedDocumentIsRead() {
        assertThat(Yaml.parseAll("[".repeat(20) + "]".repeat(20), SMALL)).hasSize(1);
        assertThatExceptionOfType(YamlException.class)
                .isThrownBy(() -> Yaml.parseAll("[".repeat(21) + "]".repeat(21), SMALL));
    }

    @Test
    void sizeIsBounded() {
        assertThatExceptionOfType(YamlException.class)
                .isThrownBy(() -> Yaml.parseAll("a: " + "x".repeat(20_000), SMALL));
        assertThatExceptionOfType(YamlException.class).isThrownBy(() -> Yaml.parseAll("- 1\n".repeat(20_000), SMALL));
    }

    private static final String[] FRAGMENTS = {
        "a",
        "b: ",
        "- ",
        "\n",
        "\n  ",
        "  ",
        "1",
        "yes",
        "null",
        "'x'",
        "\"y\\n\"",
        "{",
        "}",
        "[",
        "]",
        ",",
        ": ",
        "? ",
        "&x ",
        "*x",
        "<<: ",
        "|",
        ">-",
        "# c",
        "!!str ",
        "!!int ",
        "!t ",
        "0x",
        "---\n",
        "...\n",
        "%YAML 1.1\n",
        "%",
        "@",
        "`",
        "\t",
        "\u0085",
        "\u2028",
        "\ud83d\ude00",
        "\ud800",
        "\u0000",
        "\"\\u",
        "\\x",
        "'",
        "\"",
        "|9",
        "|-2",
        ">+\n"
    };

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void nothingButTheOneExceptionEverComesOut(long seed) {
        Random random = new Random(seed);
        int read = 0;
        for (int i = 0; i < 10_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int n = random.nextInt(14); n > 0; n--) {
                text.append(FRAGMENTS[random.nextInt(FRAGMENTS.length)]);
            }
            try {
                Yaml.parseAll(text.toString(), SMALL);
                read++;
            } catch (YamlException expected) {
                assertThat(expected.line()).as("seed %d: %s", seed, text).isPositive();
            } catch (RuntimeException | StackOverflowError e) {
                throw new AssertionError(
                        "seed " + seed + ": " + Json.of(text.toString().replaceAll("\\p{Cs}", "?")), e);
            }
        }
        assertThat(read).as("seed %d: a share of the texts is fine", seed).isGreaterThan(500);
    }
}
