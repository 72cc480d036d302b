package dev.konverge.model.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FieldNamesTest {
    @Test
    void everyNameIsFoundWhereItIsEvenIfPlacesAreTaken() {
        // So many names in so few places that some of them are not where their hash says.
        String[] names = IntStream.range(0, 254).mapToObj(i -> "field" + i).toArray(String[]::new);

        List<Integer> found = read(FieldNames.of(names), names);

        assertThat(found).isEqualTo(IntStream.range(0, 254).boxed().toList());
    }

    @Test
    void aNameThatDiffersInOnePlaceOnlyIsUnknown() {
        FieldNames names = FieldNames.of("terminationMessagePath", "terminationMessagePolicy", "tty", "");

        assertThat(read(names, "terminationMessagePath", "terminationMassagePath", "tty", "tti", "ttyy", "", "t"))
                .containsExactly(
                        0, FieldNames.UNKNOWN, 2, FieldNames.UNKNOWN, FieldNames.UNKNOWN, 3, FieldNames.UNKNOWN);
    }

    @Test
    void moreNamesThanAByteCanCountAreRefused() {
        String[] names = IntStream.range(0, 255).mapToObj(Integer::toString).toArray(String[]::new);

        assertThatThrownBy(() -> FieldNames.of(names)).hasMessage("at most 254 fields, not 255");
    }

    /** {@return what each name in a document is taken for} */
    private static List<Integer> read(FieldNames names, String... written) {
        StringBuilder document = new StringBuilder("{");
        for (String name : written) {
            document.append(document.length() == 1 ? "\"" : ",\"").append(name).append("\":1");
        }
        byte[] bytes = document.append('}').toString().getBytes(StandardCharsets.UTF_8);
        JsonReader in = new JsonReader(bytes);
        in.beginObject(0);
        List<Integer> found = new ArrayList<>();
        for (int f = in.firstField(names); f != FieldNames.END; f = in.nextField(names)) {
            found.add(f);
            in.skipValue();
        }
        return found;
    }
}
