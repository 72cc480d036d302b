package dev.konverge.fidelity.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ScenarioReaderTest {
    private final ScenarioReader reader = new ScenarioReader();

    @Test
    void unfoldsOneScenarioForEachCombinationOfParameters() {
        reader.read("reads.yaml", """
                rows: [P2]
                tables:
                  verbs: [GET, HEAD]
                scenarios:
                  - name: ${verb}-${kind.is}
                    for: {verb: verbs, kind: [{is: a, at: /x}, {is: b, at: "/y/${ns}"}]}
                    steps:
                      - {do: "${verb} ${kind.at}/z"}
                """);

        assertThat(reader.scenarios())
                .extracting(Scenario::name)
                .containsExactly("reads/GET-a", "reads/GET-b", "reads/HEAD-a", "reads/HEAD-b");
        assertThat(reader.scenarios().get(3).steps())
                .containsExactly(new Step.Call(
                        new Step.Request("HEAD", "/y/${ns}/z", java.util.Map.of(), new Step.Body.None()),
                        java.util.Map.of(),
                        null));
        assertThat(reader.scenarios().get(0).rows()).isEqualTo(List.of("P2"));
    }

    @Test
    void tablesOfOneFileAreThereForTheNext() {
        reader.read("first.yaml", "tables: {verbs: [GET]}");
        reader.read("second.yaml", """
                scenarios:
                  - {name: "${v}", rows: [P1], for: {v: verbs}, steps: [{do: "${v} /a"}]}
                """);

        assertThat(reader.scenarios()).extracting(Scenario::name).containsExactly("second/GET");
    }

    @Test
    void whatIsWrongIsToldWithFileLineAndColumn() {
        refused(
                "scenarios:\n- name: a\n  rows: [P1]\n  steps:\n  - {doo: GET /x}\n",
                "bad.yaml:5:11: unknown field \"doo\"");
        refused(
                "scenarios:\n- name: a\n  rows: [P1]\n  steps:\n  - {do: FETCH /x}\n",
                "bad.yaml:5:10: expected a method");
        refused("scenarios:\n- name: a\n  steps: []\n", "bad.yaml:2:3: no rows");
        refused("scenarios:\n- rows: [P1]\n  steps: []\n", "bad.yaml:2:3: there is no \"name\"");
        refused("scenarios:\n- {name: a, rows: [P1], for: {k: kinds}, steps: []}\n", "there is no table \"kinds\"");
        refused("scenarios:\n- {name: \"${k}\", rows: [P1], steps: []}\n", "no value for [k]");
        refused("scenarios: {\n", "bad.yaml:");
        refused("a: b: c\n", "bad.yaml:1:");
    }

    @Test
    void twoScenariosOfOneNameAreRefused() {
        String file = "scenarios: [{name: a, rows: [P1], steps: []}, {name: a, rows: [P1], steps: []}]";

        assertThatThrownBy(() -> reader.read("x.yaml", file)).hasMessageContaining("x/a is there already");
    }

    private void refused(String text, String message) {
        assertThatThrownBy(() -> new ScenarioReader().read("scenarios/bad.yaml", text))
                .isInstanceOf(ScenarioFormatException.class)
                .hasMessageContaining(message);
    }
}
