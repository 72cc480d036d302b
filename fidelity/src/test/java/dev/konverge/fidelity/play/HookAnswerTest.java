package dev.konverge.fidelity.play;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.fidelity.scenario.Canned;
import dev.konverge.model.Json;
import org.junit.jupiter.api.Test;

class HookAnswerTest {
    private static final Json ADMISSION = Json.parse(
            "{\"kind\":\"AdmissionReview\",\"apiVersion\":\"admission.k8s.io/v1\",\"request\":{\"uid\":\"u1\"}}");

    @Test
    void anAdmissionAnswersWithTheUidAndThePatchAsItIsSent() {
        HookAnswer answer = HookAnswer.of(new Canned.Admission(object("{\"allowed\":true,\"patch\":[]}")), ADMISSION);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(Json.parse(answer.body()))
                .isEqualTo(
                        Json.parse("{\"apiVersion\":\"admission.k8s.io/v1\",\"kind\":\"AdmissionReview\",\"response\":"
                                + "{\"allowed\":true,\"patch\":\"W10=\",\"uid\":\"u1\",\"patchType\":\"JSONPatch\"}}"));
    }

    @Test
    void aConversionGivesEveryObjectTheVersionThatIsWantedAndItsOwnChange() {
        Json review = Json.parse("{\"request\":{\"uid\":\"u\",\"desiredAPIVersion\":\"g/v2\",\"objects\":["
                + "{\"apiVersion\":\"g/v1\",\"spec\":{\"a\":1}}]}}");

        HookAnswer answer = HookAnswer.of(new Canned.Conversion(object("{\"spec\":{\"b\":2}}")), review);

        assertThat(((Json.Obj) Json.parse(answer.body())).get("response"))
                .isEqualTo(Json.parse(
                        "{\"uid\":\"u\",\"convertedObjects\":[{\"apiVersion\":\"g/v2\",\"spec\":{\"a\":1,\"b\":2}}],"
                                + "\"result\":{\"status\":\"Success\"}}"));
    }

    @Test
    void aDocumentMayNamePartsOfTheQuestionAndATextIsSentAsItIs() {
        assertThat(HookAnswer.of(new Canned.Raw(201, "a/b", object("{\"x\":\"${review.request.uid}\"}")), ADMISSION))
                .isEqualTo(new HookAnswer(201, "a/b", "{\"x\":\"u1\"}"));
        assertThat(HookAnswer.of(new Canned.Raw(500, "text/plain", Json.of("broken")), ADMISSION))
                .isEqualTo(new HookAnswer(500, "text/plain", "broken"));
    }

    private static Json.Obj object(String text) {
        return (Json.Obj) Json.parse(text);
    }
}
