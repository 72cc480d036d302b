package dev.konverge.apiserver.crd;

import static dev.konverge.apiserver.crd.Definitions.NOW;
import static dev.konverge.apiserver.crd.Definitions.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.kind.Columns;
import dev.konverge.model.Json;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("M5: columns of custom resources")
final class CustomColumnsTest {
    private static final Json.Obj OBJECT = yaml("""
            metadata: {name: a, creationTimestamp: '2025-12-31T23:59:00Z', labels: {app.io/name: x}}
            spec: {replicas: 3, ratio: 0.5, active: true, list: [{v: p}, {v: q}, {v: r}], map: {k: w}, none: null}
            status: {conditions: [{type: Other, status: 'False'}, {type: Ready, status: 'True'}]}
            """);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "string | .spec.replicas | \"3\"",
                "integer | .spec.replicas | 3",
                "integer | .spec.ratio | 0",
                "number | .spec.ratio | 0.5",
                "boolean | .spec['active'] | true",
                "boolean | .spec.replicas | null",
                "integer | .spec.missing | null",
                "string | .spec.none | null",
                "string | .status.conditions[?(@.type==\"Ready\")].status | \"True\"",
                "string | .status.conditions[?(@.type=='Ready')].status | \"True\"",
                "string | .status.conditions[?(@.type==\"Absent\")].status | null",
                "string | .spec.list[0].v | \"p\"",
                "string | .spec.list[-1].v | \"r\"",
                "string | .spec.list[*].v | \"p\"",
                "string | .spec.map | \"map[k:w]\"",
                "string | .metadata.labels.app\\.io/name | \"x\"",
                "string | .metadata.labels['app.io/name'] | \"x\"",
                "string | ..v | \"p\"",
                "string | .spec[ | null",
                "date | .metadata.creationTimestamp | \"60s\"",
                "date | .metadata.name | \"<invalid>\"",
            })
    void aCellShowsWhatItsPathLeadsTo(String type, String path, String expected) {
        Json.Obj column = new Json.Obj(Map.of("name", Json.of("C"), "type", Json.of(type), "jsonPath", Json.of(path)));

        Columns columns = CustomColumns.of(List.of(column));

        assertThat(columns.row().cells(OBJECT, NOW)).isEqualTo(List.of(Json.of("a"), Json.parse(expected)));
    }

    @Test
    void withoutColumnsTheAgeIsShown() {
        Columns columns = CustomColumns.of(List.of());

        assertThat(columns.definitions()).extracting(Columns.Column::name).containsExactly("Name", "Age");
        assertThat(columns.row().cells(OBJECT, NOW)).isEqualTo(List.of(Json.of("a"), Json.of("60s")));
    }

    @ParameterizedTest
    @CsvSource({
        "-5,<invalid>",
        "-1,0s",
        "0,0s",
        "119,119s",
        "120,2m",
        "125,2m5s",
        "600,10m",
        "10799,179m",
        "10800,3h",
        "10860,3h1m",
        "28800,8h",
        "172799,47h",
        "172800,2d",
        "176400,2d1h",
        "691200,8d",
        "63071999,729d",
        "63072000,2y",
        "63158400,2y1d",
        "252288000,8y"
    })
    void agesHaveTwoUnitsAtMost(long seconds, String expected) {
        assertThat(Ages.shown(Duration.ofSeconds(seconds))).isEqualTo(expected);
    }
}
