package dev.konverge.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JsonDifferenceTest {
    private static String patch(String before, String after) {
        return JsonDifference.between(Yaml.parse(before), Yaml.parse(after))
                .toJson()
                .toString();
    }

    private static Json carried(String whole, String before, String after) {
        return Carryover.of(Yaml.parse(whole), Yaml.parse(before), Yaml.parse(after));
    }

    @Test
    void onlyWhatIsDifferentIsNamed() {
        assertThat(patch("{a: 1, b: {c: 2, d: 3}}", "{a: 1, b: {c: 2, d: 4}, e: 5}"))
                .isEqualTo("[{\"op\":\"replace\",\"path\":\"/b/d\",\"value\":4},"
                        + "{\"op\":\"add\",\"path\":\"/e\",\"value\":5}]");
        assertThat(patch("{a: [1, 2]}", "{a: [1, 2]}")).isEqualTo("[]");
        assertThat(patch("{a: 1}", "{}")).isEqualTo("[{\"op\":\"remove\",\"path\":\"/a\"}]");
    }

    @Test
    void slashesAndTildesInNamesAreEscaped() {
        assertThat(patch("{}", "{'example.com/a~b': x}"))
                .isEqualTo("[{\"op\":\"add\",\"path\":\"/example.com~1a~0b\",\"value\":\"x\"}]");
    }

    @Test
    void anElementMoreOrLessLeavesTheOthersAlone() {
        assertThat(patch("[{name: a}, {name: b}]", "[{name: x}, {name: a}, {name: b}]"))
                .isEqualTo("[{\"op\":\"add\",\"path\":\"/0\",\"value\":{\"name\":\"x\"}}]");
        assertThat(patch("[{name: a}, {name: b, v: 1}]", "[{name: b, v: 2}]"))
                .isEqualTo("[{\"op\":\"remove\",\"path\":\"/0\"},"
                        + "{\"op\":\"replace\",\"path\":\"/0/v\",\"value\":2}]");
    }

    @Test
    void whatIsNotUnderstoodStays() {
        assertThat(carried(
                        "{spec: {new: 1, list: [{name: a, new: 2}, {name: b, new: 3}]}}",
                        "{spec: {list: [{name: a}, {name: b}]}}",
                        "{spec: {list: [{name: x}, {name: b, v: 4}], more: 5}}"))
                .isEqualTo(Yaml.parse("{spec: {new: 1, list: [{name: x}, {name: b, new: 3, v: 4}], more: 5}}"));
        assertThat(carried("{spec: {new: 1}}", "{}", "{spec: {v: 1}}")).isEqualTo(Yaml.parse("{spec: {new: 1, v: 1}}"));
        assertThat(carried("{spec: {q: 1000m}}", "{spec: {q: '1'}}", "{spec: {q: '1', r: 2}}"))
                .isEqualTo(Yaml.parse("{spec: {q: 1000m, r: 2}}"));
    }

    @Test
    void elementsAreKnownByTheFieldsThatKubernetesMergesListsBy() {
        assertThat(carried("[{type: A, new: 1}, {type: B, new: 2}]", "[{type: A}, {type: B}]", "[{type: B, v: 3}]"))
                .isEqualTo(Yaml.parse("[{type: B, new: 2, v: 3}]"));
        assertThat(carried(
                        "[{name: v, mountPath: /a, new: 1}, {name: v, mountPath: /b, new: 2}]",
                        "[{name: v, mountPath: /a}, {name: v, mountPath: /b}]",
                        "[{name: v, mountPath: /b, v: 3}]"))
                .isEqualTo(Yaml.parse("[{name: v, mountPath: /b, new: 2, v: 3}]"));
    }

    @Test
    void whatIsNotUnderstoodOfOneElementNeverComesToStandInAnother() {
        String whole = "[{host: a, new: 1}, {host: b, new: 2}]";
        String before = "[{host: a}, {host: b}]";
        assertThat(carried(whole, before, "[{host: b, v: 3}]")).isEqualTo(Yaml.parse("[{host: b, v: 3}]"));
        assertThat(carried(whole, before, "[{host: b}]")).isEqualTo(Yaml.parse("[{host: b, new: 2}]"));
        assertThat(carried(whole, before, "[{host: a}, {host: c}]"))
                .as("in its place")
                .isEqualTo(Yaml.parse("[{host: a, new: 1}, {host: c, new: 2}]"));
    }

    @Test
    void aKeyThatSeveralElementsHaveTellsOfNoneOfThem() {
        assertThat(carried(
                        "[{containerPort: 53, protocol: TCP, new: 1}, {containerPort: 53, protocol: UDP, new: 2}]",
                        "[{containerPort: 53, protocol: TCP}, {containerPort: 53, protocol: UDP}]",
                        "[{containerPort: 53, protocol: UDP, v: 3}]"))
                .isEqualTo(Yaml.parse("[{containerPort: 53, protocol: UDP, v: 3}]"));
        assertThat(carried(
                        "[{type: Resource, of: cpu, new: 1}]",
                        "[{type: Resource, of: cpu}]",
                        "[{type: Resource, of: memory}, {type: Resource, of: disk}]"))
                .as("nor if they are several only after")
                .isEqualTo(Yaml.parse("[{type: Resource, of: memory}, {type: Resource, of: disk}]"));
        assertThat(carried(
                        "[{name: svc, port: 80, new: 1}, {name: svc, port: 8080, new: 2}]",
                        "[{name: svc, port: 80}, {name: svc, port: 8080}]",
                        "[{name: svc, port: 8080, v: 3}]"))
                .as("the next key does")
                .isEqualTo(Yaml.parse("[{name: svc, port: 8080, new: 2, v: 3}]"));
    }

    @Test
    void aPlaceTellsOnlyOfTheElementThatStandsThereBeforeAndAfter() {
        String whole = "[{host: a, new: 1}, {host: b, new: 2}, {host: c, new: 3}]";
        String before = "[{host: a}, {host: b}, {host: c}]";
        assertThat(carried(whole, before, "[{host: x}, {host: a}, {host: z}]"))
                .isEqualTo(Yaml.parse("[{host: x}, {host: a, new: 1}, {host: z, new: 3}]"));
        assertThat(carried(whole, before, "[{host: b}, {host: a}, {host: c, v: 4}]"))
                .isEqualTo(Yaml.parse("[{host: b, new: 2}, {host: a, new: 1}, {host: c, new: 3, v: 4}]"));
        assertThat(carried(whole, before, "[{host: b}, {host: c}, {host: x}]"))
                .isEqualTo(Yaml.parse("[{host: b, new: 2}, {host: c, new: 3}, {host: x}]"));
    }

    @Test
    void ofEqualElementsItIsTheOneThatHasNotMoved() {
        String whole = "[{host: a, new: 1}, {host: b, new: 2}, {host: a, new: 3}, {host: c, new: 4}]";
        String before = "[{host: a}, {host: b}, {host: a}, {host: c}]";
        assertThat(carried(whole, before, "[{host: x}, {host: b}, {host: a}, {host: z}]"))
                .isEqualTo(Yaml.parse("[{host: x, new: 1}, {host: b, new: 2}, {host: a, new: 3}, {host: z, new: 4}]"));
        assertThat(carried(whole, before, "[{host: b}, {host: a}, {host: c}]"))
                .isEqualTo(Yaml.parse("[{host: b, new: 2}, {host: a, new: 3}, {host: c, new: 4}]"));
        assertThat(carried(
                        "[{host: a, new: 1}, {host: a, new: 2}]",
                        "[{host: a}, {host: a}]",
                        "[{host: a}, {host: a}, {host: x}]"))
                .isEqualTo(Yaml.parse("[{host: a, new: 1}, {host: a, new: 2}, {host: x}]"));
    }

    @Test
    void anElementThatStaysInItsPlaceWithOneOfItsKeysKeepsWhatItHas() {
        assertThat(carried(
                        "[{name: v, mountPath: /a, new: 1}]",
                        "[{name: v, mountPath: /a}]",
                        "[{name: v, mountPath: /b}]"))
                .isEqualTo(Yaml.parse("[{name: v, mountPath: /b, new: 1}]"));
        assertThat(carried("[{port: 80, new: 1}]", "[{port: 80}]", "[{name: http, port: 80}]"))
                .isEqualTo(Yaml.parse("[{name: http, port: 80, new: 1}]"));
        assertThat(carried(
                        "[{name: v, mountPath: /a, new: 1}, {name: w, mountPath: /w, new: 2}]",
                        "[{name: v, mountPath: /a}, {name: w, mountPath: /w}]",
                        "[{name: w, mountPath: /w}, {name: v, mountPath: /b}]"))
                .as("in another it is a new one")
                .isEqualTo(Yaml.parse("[{name: w, mountPath: /w, new: 2}, {name: v, mountPath: /b}]"));
        assertThat(carried(
                        "[{name: a, type: string, new: 1}, {name: b, type: string, new: 2}]",
                        "[{name: a, type: string}, {name: b, type: string}]",
                        "[{name: c, type: string}, {name: b, type: string}]"))
                .as("so it is if others have that key as well")
                .isEqualTo(Yaml.parse("[{name: c, type: string}, {name: b, type: string, new: 2}]"));
    }

    @Test
    void onlyAPatchOfAListWithObjectsReplacesObjects() {
        Json target = Yaml.parse("{texts: [a], objects: {all: [{a: 1}]}, none: []}");
        assertThat(new MergePatch(Yaml.parse("{texts: [b], objects: {x: 1}, none: [{a: 1}], new: [{a: 1}]}"))
                        .replacesObjectsOf(target))
                .isFalse();
        assertThat(new MergePatch(Yaml.parse("{objects: {all: []}}")).replacesObjectsOf(target))
                .isTrue();
    }

    @Test
    void anApplicationOfTheDifferenceGivesTheOther() {
        for (long seed = 0; seed < 10_000; seed++) {
            RandomTrees trees = new RandomTrees(seed);
            Json before = trees.tree();
            Json after = seed % 3 == 0 ? trees.tree() : trees.changed(before);
            JsonPatch patch = JsonDifference.between(before, after);
            assertThat(patch.apply(before)).as("seed %d", seed).isEqualTo(after);
            assertThat(JsonPatch.parse(Json.parse(patch.toJson().toBytes())).apply(before))
                    .as("seed %d, over the wire", seed)
                    .isEqualTo(after);
        }
    }

    @Test
    void aChangeIsCarriedOverWhateverIsNotUnderstood() {
        for (long seed = 0; seed < 10_000; seed++) {
            RandomTrees trees = new RandomTrees(seed);
            Json before = trees.tree();
            Json after = trees.changed(before);
            assertThat(Carryover.of(before, before, after)).as("seed %d", seed).isEqualTo(after);
            Json whole = RandomTrees.withUnknownFields(before);
            assertThat(RandomTrees.withoutUnknownFields(Carryover.of(whole, before, after)))
                    .as("seed %d", seed)
                    .isEqualTo(after);
        }
    }
}
