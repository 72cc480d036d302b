package dev.konverge.apiserver.apply;

import static dev.konverge.apiserver.apply.Fixtures.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FieldSetTest {
    private static FieldSet set(String fields) {
        return FieldsV1.read((Json.Obj) json(fields));
    }

    private static List<String> paths(FieldSet set) {
        List<String> paths = new ArrayList<>();
        set.forEach(path -> {
            StringBuilder text = new StringBuilder();
            path.forEach(element -> text.append(element.text()));
            paths.add(text.toString());
        });
        return paths;
    }

    @DisplayName("A3: what was read is written the same, byte for byte")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"f:data\":{}}",
                "{\"f:data\":{\".\":{},\"f:a\":{},\"f:b.c\":{}}}",
                "{\"f:metadata\":{\"f:finalizers\":{\".\":{},\"v:\\\"a/b\\\"\":{}},\"f:ownerReferences\":{\".\":{},\"k:{\\\"uid\\\":\\\"u\\\"}\":{}}}}",
                "{\"f:spec\":{\"f:ports\":{\"k:{\\\"port\\\":80,\\\"protocol\\\":\\\"TCP\\\"}\":{\".\":{},\"f:port\":{}},\"k:{\\\"port\\\":443,\\\"protocol\\\":\\\"TCP\\\"}\":{}}}}",
                "{\"f:a\":{\"v:1\":{},\"v:\\\"x\\\"\":{},\"v:true\":{},\"i:0\":{},\"i:2\":{}}}",
                "{\"f:a\":{\"k:{\\\"n\\\":\\\"\\\\u003cb\\\\u003e\\\"}\":{}}}",
            })
    void roundTrips(String fields) {
        Json.Obj tree = (Json.Obj) Json.parse(fields);

        assertThat(FieldsV1.write(FieldsV1.read(tree)).toString()).isEqualTo(tree.toString());
    }

    @Test
    @DisplayName("A3: names, keys, values, indexes")
    void writesMembersInKubernetesOrder() {
        FieldSet set =
                set("{'i:10':{},'i:2':{},'v:true':{},'v:3':{},'k:{\\'b\\':1}':{},'k:{\\'a\\':2}':{},'f:z':{},'f:b':{}}"
                        .replace("\\'", "\\\""));

        assertThat(FieldsV1.write(set).fields().keySet())
                .containsExactly("f:b", "f:z", "k:{\"a\":2}", "k:{\"b\":1}", "v:3", "v:true", "i:2", "i:10");
    }

    @Test
    void kindsOfKeysThatNobodyKnowsAreSkipped() {
        assertThat(set("{'f:a':{},'x:y':{}}")).isEqualTo(set("{'f:a':{}}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{'f':{}}", "{'fa':{}}", "{'k:x':{}}", "{'k:[]':{}}", "{'v:{':{}}", "{'i:x':{}}", "{'f:a':5}"})
    void whatIsNotWellFormedIsRefused(String fields) {
        assertThatThrownBy(() -> set(fields)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aDifferenceLeavesWhatIsInsideOfAMember() {
        FieldSet both = set("{'f:a':{'.':{},'f:b':{}}}");

        assertThat(paths(both.difference(set("{'f:a':{}}")))).containsExactly(".a.b");
        assertThat(both.recursiveDifference(set("{'f:a':{}}")).isEmpty()).isTrue();
        assertThat(paths(both.difference(set("{'f:a':{'f:b':{}}}")))).containsExactly(".a");
        assertThat(both.difference(set("{'f:c':{}}"))).isSameAs(both);
    }

    @Test
    void algebraHoldsForRandomSets() {
        long seed = 20260101L;
        Random random = new Random(seed);
        for (int run = 0; run < 2_000; run++) {
            FieldSet a = random(random, 3);
            FieldSet b = random(random, 3);
            String of = "seed " + seed + ", run " + run + ": " + a + " and " + b;
            FieldSet union = a.union(b);
            FieldSet common = a.intersection(b);
            FieldSet rest = a.difference(b);

            assertThat(union).as(of).isEqualTo(b.union(a));
            assertThat(common).as(of).isEqualTo(b.intersection(a));
            assertThat(rest.union(common)).as(of).isEqualTo(a);
            assertThat(rest.intersection(b).isEmpty()).as(of).isTrue();
            assertThat(a.isSubsetOf(union) && common.isSubsetOf(b)).as(of).isTrue();
            assertThat(a.isSubsetOf(b)).as(of).isEqualTo(rest.isEmpty());
            assertThat(paths(union))
                    .as(of)
                    .doesNotHaveDuplicates()
                    .containsAll(paths(a))
                    .containsAll(paths(b));
            assertThat(FieldsV1.read(FieldsV1.write(union))).as(of).isEqualTo(union);
        }
    }

    private static FieldSet random(Random random, int depth) {
        FieldSetBuilder out = new FieldSetBuilder(4);
        for (int i = random.nextInt(4); i > 0; i--) {
            PathElement element = switch (random.nextInt(4)) {
                case 0 -> new PathElement.Key(List.of("k"), List.of(Json.of((long) random.nextInt(3))));
                case 1 -> new PathElement.Value(Json.of("v" + random.nextInt(3)));
                default -> new PathElement.Name("n" + random.nextInt(4));
            };
            FieldSet child = depth == 0 ? FieldSet.EMPTY : random(random, depth - 1);
            out.add(element, child.isEmpty() || random.nextBoolean(), child);
        }
        return out.build();
    }
}
