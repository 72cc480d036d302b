package dev.konverge.fidelity.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.model.Json;
import java.util.List;
import java.util.Map;
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
                        new Step.Request("HEAD", "/y/${ns}/z", Map.of(), new Step.Body.None()), Map.of(), null));
        assertThat(reader.scenarios().get(0).rows()).isEqualTo(List.of("P2"));
    }

    @Test
    void aStepSaysInWhoseNameItIsDone() {
        reader.read("who.yaml", """
                scenarios:
                  - name: a
                    rows: [H4]
                    steps:
                      - {do: GET /a, as: {user: jane, groups: [g, h], extra: {k: v}}}
                      - {do: GET /b, as: {token: "${t}"}}
                      - {do: GET /c, as: nobody}
                """);

        assertThat(reader.scenarios().getFirst().steps())
                .extracting(step -> ((Step.Call) step).request())
                .containsExactly(
                        request(
                                Step.Caller.ADMINISTRATOR,
                                "/a",
                                Map.of(
                                        "Impersonate-User",
                                        "jane",
                                        "Impersonate-Group",
                                        "g\nh",
                                        "Impersonate-Extra-k",
                                        "v")),
                        request(Step.Caller.STRANGER, "/b", Map.of("Authorization", "Bearer ${t}")),
                        request(Step.Caller.STRANGER, "/c", Map.of()));
        refused(
                "scenarios:\n- name: a\n  rows: [P1]\n  steps:\n  - {do: GET /x, as: me}\n",
                "expected nobody, {token: …} or {user: …}");
    }

    private static Step.Request request(Step.Caller caller, String target, Map<String, String> headers) {
        return new Step.Request(caller, "GET", target, headers, new Step.Body.None());
    }

    @Test
    void aStepPutsAWebhookOutsideAndLooksAtWhatItWasAsked() {
        reader.read("hooks.yaml", """
                scenarios:
                  - name: a
                    rows: [Q2]
                    steps:
                      - {hook: h, admits: {allowed: true}}
                      - {hook: h, converts: {}}
                      - {hook: h, silent: true}
                      - {hook: h, code: 500, type: text/plain, answers: "no"}
                      - {calls: h, count: 2}
                """);

        assertThat(reader.scenarios().getFirst().steps())
                .containsExactly(
                        new Step.Hook("h", new Canned.Admission((Json.Obj) Json.parse("{\"allowed\":true}"))),
                        new Step.Hook("h", new Canned.Conversion(Json.Obj.EMPTY)),
                        new Step.Hook("h", new Canned.Silence()),
                        new Step.Hook("h", new Canned.Raw(500, "text/plain", Json.of("no"))),
                        new Step.Calls("h", 2));
    }

    @Test
    void aBodyMayBeProtobufOrAnyBytes() {
        reader.read("bytes.yaml", """
                scenarios:
                  - name: a
                    rows: [M2]
                    steps:
                      - {do: POST /a, protobuf: {kind: ConfigMap}}
                      - {do: POST /a, type: a/b, base64: AAE=}
                """);

        assertThat(reader.scenarios().getFirst().steps())
                .extracting(step -> ((Step.Call) step).request().body())
                .containsExactly(
                        new Step.Body.Message(Json.parse("{\"kind\":\"ConfigMap\"}")), new Step.Body.Bytes("AAE="));
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
