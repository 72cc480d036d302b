package dev.konverge.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Records that say by hand when two of them are the same. */
class EqualityTest {
    /** Each makes the values of one type, all different. */
    static Stream<Supplier<List<Object>>> kinds() {
        return Stream.of(
                () -> List.of(Key.of("a", "b"), Key.of("b", "a"), Key.of("a", "c"), Key.of("c", "b"), Key.of("b")),
                () -> List.of(
                        new GroupVersionKind("g", "v", "k"),
                        new GroupVersionKind("x", "v", "k"),
                        new GroupVersionKind("g", "x", "k"),
                        new GroupVersionKind("g", "v", "x"),
                        new GroupVersionKind("v", "g", "k")),
                () -> List.of(ResourceVersion.of("1"), ResourceVersion.of("2"), ResourceVersion.NONE));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void valuesAreTheSameIfAllTheirPartsAre(Supplier<List<Object>> kind) {
        List<Object> some = kind.get();
        List<Object> others = kind.get();
        for (int i = 0; i < some.size(); i++) {
            for (int j = 0; j < others.size(); j++) {
                assertThat(some.get(i).equals(others.get(j))).isEqualTo(i == j);
            }
            assertThat(some.get(i)).hasSameHashCodeAs(others.get(i)).isNotEqualTo("another type");
        }
    }
}
