package dev.konverge.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 7386. */
class MergePatchTest {
    private static Json json(String text) {
        return Json.parse(text.replace('\'', '"'));
    }

    /** The appendix of the RFC. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{'a':'b'}|{'a':'c'}|{'a':'c'}",
                "{'a':'b'}|{'b':'c'}|{'a':'b','b':'c'}",
                "{'a':'b'}|{'a':null}|{}",
                "{'a':'b','b':'c'}|{'a':null}|{'b':'c'}",
                "{'a':['b']}|{'a':'c'}|{'a':'c'}",
                "{'a':'c'}|{'a':['b']}|{'a':['b']}",
                "{'a':{'b':'c'}}|{'a':{'b':'d','c':null}}|{'a':{'b':'d'}}",
                "{'a':[{'b':'c'}]}|{'a':[1]}|{'a':[1]}",
                "['a','b']|['c','d']|['c','d']",
                "{'a':'b'}|['c']|['c']",
                "{'a':'foo'}|null|null",
                "{'a':'foo'}|'bar'|'bar'",
                "{'e':null}|{'a':1}|{'e':null,'a':1}",
                "[1,2]|{'a':'b','c':null}|{'a':'b'}",
                "{}|{'a':{'bb':{'ccc':null}}}|{'a':{'bb':{}}}"
            })
    void aPatchIsApplied(String target, String patch, String result) {
        assertThat(new MergePatch(json(patch)).apply(json(target))).isEqualTo(json(result));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{'a':1}|{'a':1}|{}",
                "{'a':1}|{'a':2}|{'a':2}",
                "{'a':1}|{}|{'a':null}",
                "{}|{'a':1}|{'a':1}",
                "{'a':{'b':1,'c':2}}|{'a':{'b':1,'c':3}}|{'a':{'c':3}}",
                "{'a':{'b':1}}|{'a':{}}|{'a':{'b':null}}",
                "{'a':{'b':1}}|{}|{'a':null}",
                "{}|{'a':{}}|{'a':{}}",
                "{'a':1}|{'a':{}}|{'a':{}}",
                "{'a':[1,2]}|{'a':[1,3]}|{'a':[1,3]}",
                "{'a':[{'b':1}]}|{'a':[{'b':2}]}|{'a':[{'b':2}]}",
                "{'a':1}|{'a':null}|{'a':null}",
                "{}|{'a':null}|{}",
                "{'a':null}|{}|{'a':null}",
                "{'a':1}|[1]|[1]",
                "[1]|{'a':1}|{'a':1}"
            })
    void theDifferenceHoldsOnlyWhatChanged(String before, String after, String patch) {
        assertThat(MergePatch.between(json(before), json(after)).document()).isEqualTo(json(patch));
    }

    @Test
    void anEmptyDifferenceIsRecognised() {
        assertThat(MergePatch.between(json("{'a':{'b':[1]}}"), json("{'a':{'b':[1]}}"))
                        .isEmpty())
                .isTrue();
        assertThat(MergePatch.between(json("{'a':1}"), json("{'a':2}")).isEmpty())
                .isFalse();
    }

    @Test
    void theDifferenceOfTypedValuesLeavesWhatTheTypeDoesNotKnow() {
        Json stored = json("{'type':'Ready','status':'False','newerField':{'a':1}}");
        Condition before = JsonTrees.fromTree(Condition.CODEC, stored);
        Condition after = before.toBuilder().status("True").build();
        MergePatch patch = MergePatch.between(Condition.CODEC, before, after);
        assertThat(patch.body()).hasToString("{\"status\":\"True\"}");
        assertThat(patch.apply(stored)).isEqualTo(json("{'type':'Ready','status':'True','newerField':{'a':1}}"));
    }

    @Test
    void eachKindOfPatchHasItsMediaTypeAndBody() {
        assertThat(new MergePatch(json("{'a':null}")).contentType()).isEqualTo("application/merge-patch+json");
        assertThat(new MergePatch(json("{'a':null}")).body()).hasToString("{\"a\":null}");
        StrategicMergePatch strategic = new StrategicMergePatch(RawJson.of("{\"$patch\":\"replace\"}"));
        assertThat(strategic.contentType()).isEqualTo("application/strategic-merge-patch+json");
        assertThat(strategic.body()).hasToString("{\"$patch\":\"replace\"}");
        ApplyPatch apply =
                ApplyPatch.of(Condition.CODEC, Condition.builder().type("Ready").build());
        assertThat(apply.contentType()).isEqualTo("application/apply-patch+yaml");
        assertThat(apply.body()).hasToString("{\"type\":\"Ready\"}");
    }

    private static Json random(Random random, int depth) {
        return switch (random.nextInt(depth > 3 ? 3 : 6)) {
            case 0 -> Json.of(random.nextInt(3));
            case 1 -> Json.of("s" + random.nextInt(3));
            case 2 -> Json.of(random.nextBoolean());
            case 3 -> list(random, depth);
            default -> object(random, depth);
        };
    }

    private static Json list(Random random, int depth) {
        List<Json> items = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            items.add(random(random, depth + 1));
        }
        return new Json.Arr(items);
    }

    private static Json object(Random random, int depth) {
        Map<String, Json> fields = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            fields.put("abcd".substring(random.nextInt(4)).substring(0, 1), random(random, depth + 1));
        }
        return new Json.Obj(fields);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void applyingTheDifferenceGivesTheSecondDocument(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 5_000; i++) {
            Json before = random(random, 0);
            Json after = random(random, 0);
            MergePatch patch = MergePatch.between(before, after);
            assertThat(patch.apply(before))
                    .as("seed %d: %s to %s", seed, before, after)
                    .isEqualTo(after);
            assertThat(patch.apply(after)).as("seed %d: twice", seed).isEqualTo(after);
        }
    }
}
