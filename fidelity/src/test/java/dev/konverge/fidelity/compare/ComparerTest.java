package dev.konverge.fidelity.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.fidelity.play.Entry;
import dev.konverge.fidelity.play.Transcript;
import dev.konverge.model.Json;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ComparerTest {
    @Test
    void theSameAnswersDoNotDiffer() {
        assertThat(compare(200, "{\"a\":1,\"b\":2}", 200, "{\"b\":2,\"a\":1}")).isEmpty();
    }

    @Test
    void anotherStatusDiffersAtTheFirstLevel() {
        assertThat(compare(201, "{}", 200, "{}")).containsExactly("REASON 1.status");
    }

    @Test
    void theTextOfARefusalDiffersAtTheSecondLevel() {
        assertThat(compare(
                        404,
                        "{\"kind\":\"Status\",\"message\":\"a\",\"reason\":\"NotFound\"}",
                        404,
                        "{\"kind\":\"Status\",\"message\":\"b\",\"reason\":\"NotFound\"}"))
                .containsExactly("MESSAGE 1.body.message");
    }

    @Test
    void theReasonOfARefusalDiffersAtTheFirstLevel() {
        assertThat(compare(
                        409,
                        "{\"kind\":\"Status\",\"reason\":\"Conflict\",\"details\":{\"name\":\"a\"}}",
                        409,
                        "{\"kind\":\"Status\",\"reason\":\"AlreadyExists\",\"details\":{\"name\":\"b\"}}"))
                .containsExactly("REASON 1.body.details.name", "REASON 1.body.reason");
    }

    @Test
    void anythingElseDiffersAtTheThirdLevelAndAbsentIsNotNull() {
        assertThat(compare(200, "{\"spec\":{\"a\":null,\"l\":[1]}}", 200, "{\"spec\":{\"l\":[2]}}"))
                .containsExactly("BODY 1.body.spec.a", "BODY 1.body.spec.l[0]");
    }

    @Test
    void theKindsOfEventsDifferAtTheFirstLevel() {
        assertThat(compare(
                        0,
                        "[{\"type\":\"ADDED\",\"object\":{\"x\":1}}]",
                        0,
                        "[{\"type\":\"DELETED\",\"object\":{\"x\":2}}]"))
                .containsExactly("BODY 1.body[0].object.x", "REASON 1.body[0].type");
    }

    @Test
    void aReasonThatSpoilsTheRestExplainsWhatComesAfterIt() {
        Explanations known = Explanations.parse("""
                differences:
                  - {id: x, why: because, path: 1\\.status, spoils: true}
                """);
        Transcript real = new Transcript(List.of(entry(422, "{}"), entry(404, "{}")));
        Transcript ours = new Transcript(List.of(entry(201, "{}"), entry(200, "{}")));

        assertThat(known.unexplained(Comparer.compare("s", real, ours))).isEmpty();
        assertThat(new Explanations(List.of()).unexplained(Comparer.compare("s", real, ours)))
                .isNotEmpty();
    }

    private static Entry entry(int status, String body) {
        return new Entry("GET /", status, Map.of(), Json.parse(body));
    }

    private static List<String> compare(int realStatus, String real, int ourStatus, String ours) {
        return Comparer.compare(
                        "s",
                        new Transcript(List.of(entry(realStatus, real))),
                        new Transcript(List.of(entry(ourStatus, ours))))
                .stream()
                .map(difference -> difference.level() + " " + difference.path())
                .toList();
    }
}
