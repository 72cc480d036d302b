package dev.konverge.client.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.client.http.HeaderFields;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HeadersTest {
    @Test
    void namesHaveNoCaseAndValuesKeepTheirOrder() {
        Headers headers =
                Headers.NONE.with("Warning", "one").with("Accept", "json").with("WARNING", "two");

        assertThat(headers.first("warning")).contains("one");
        assertThat(headers.all("wArning")).containsExactly("one", "two");
        assertThat(headers.first("Host")).isEmpty();
        assertThat(headers.all("Host")).isEmpty();
    }

    @Test
    void theMapIsSortedAndCannotBeChanged() {
        Map<String, List<String>> map = Headers.of(Map.of("Warning", List.of("one", "two")))
                .with("Accept", "json")
                .asMap();

        assertThat(map)
                .containsExactly(Map.entry("accept", List.of("json")), Map.entry("warning", List.of("one", "two")));
        assertThatThrownBy(map::clear).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> map.values().iterator().next().add("yaml"))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void moreHeadersAreAnotherValue() {
        Headers few = Headers.NONE.with("Accept", "json");
        Headers more = few.with("Accept", "yaml");

        assertThat(few.all("Accept")).containsExactly("json");
        assertThat(more.all("Accept")).containsExactly("json", "yaml");
    }

    @Test
    void valuesAreNotPrinted() {
        assertThat(Headers.NONE.with("Authorization", "Bearer secret").with("Accept", "json"))
                .hasToString("[accept, authorization]");
    }

    @Test
    void theFieldsOfAnAnswerAreTakenAsTheyAre() {
        Headers headers = Headers.of(new HeaderFields.Builder()
                .add("Content-Type", "application/json")
                .add("Warning", "one")
                .build());

        assertThat(headers.first("content-type")).contains("application/json");
        assertThat(headers.asMap()).containsOnlyKeys("content-type", "warning");
    }
}
