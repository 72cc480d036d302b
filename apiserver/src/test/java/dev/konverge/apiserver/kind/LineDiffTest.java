package dev.konverge.apiserver.kind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LineDiffTest {
    private static List<String> letters(String text) {
        return List.of(text.split(""));
    }

    @Test
    void aChangeIsShownWithThreeLinesAroundIt() {
        assertThat(LineDiff.of(letters("abcdefghi"), letters("abcdXfghi")))
                .isEqualTo("@@ -2,7 +2,7 @@\n b\n c\n d\n-e\n+X\n f\n g\n h\n");
    }

    @Test
    void changesThatAreFarFromEachOtherAreShownApart() {
        assertThat(LineDiff.of(letters("Xbcdefghijk"), letters("abcdefghijY")))
                .isEqualTo("@@ -1,4 +1,4 @@\n-X\n+a\n b\n c\n d\n@@ -8,4 +8,4 @@\n h\n i\n j\n-k\n+Y\n");
    }

    @Test
    void linesThatCameAndLinesThatWentAreCounted() {
        assertThat(LineDiff.of(letters("abc"), letters("abXYc"))).isEqualTo("@@ -1,3 +1,5 @@\n a\n b\n+X\n+Y\n c\n");
        assertThat(LineDiff.of(letters("a"), List.of())).isEqualTo("@@ -1 +0,0 @@\n-a\n");
        assertThat(LineDiff.of(List.of(), letters("ab"))).isEqualTo("@@ -0,0 +1,2 @@\n+a\n+b\n");
    }

    @Test
    void nothingIsShownOfWhatIsTheSame() {
        assertThat(LineDiff.of(letters("abc"), letters("abc"))).isEmpty();
    }

    @Test
    void linesThatAreFrequentInALongTextBeginNoRun() {
        List<String> before = new ArrayList<>();
        IntStream.range(0, 250).forEach(i -> before.add(i % 2 == 0 ? "}" : "line " + i));
        List<String> after = new ArrayList<>(before);
        after.set(101, "other");
        assertThat(LineDiff.of(before, after))
                .isEqualTo("@@ -99,7 +99,7 @@\n }\n line 99\n }\n-line 101\n+other\n }\n line 103\n }\n");
    }

    @Test
    void jsonIsWrittenWithOneSpaceForEachLevel() {
        assertThat(Pretty.lines(Json.parse("{\"a\":{\"b\":[1,{}]},\"c\":[]}")))
                .containsExactly("{", " \"a\": {", "  \"b\": [", "   1,", "   {}", "  ]", " },", " \"c\": []", "}");
    }
}
