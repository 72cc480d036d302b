package dev.konverge.apiserver.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.apiserver.webhook.WebhookCalls.CallFailure;
import dev.konverge.model.Json;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Q3: what is wrong with an answer is said as Kubernetes' own client says it. */
class ReviewReaderTest {
    private final ReviewReader reader = new ReviewReader(
            "admission.k8s.io",
            "AdmissionReview",
            "AdmissionResponse",
            Map.of(
                    "allowed",
                    "bool",
                    "warnings",
                    "[]string",
                    "auditAnnotations",
                    "map[string]string",
                    "uid",
                    "types.UID"));

    private Json.Obj read(String text) throws CallFailure {
        return reader.read(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aReviewIsReadInJsonOrYamlAndMayLeaveOutWhatItIs() throws CallFailure {
        assertThat(read("{\"response\":{\"allowed\":true}}").get("response")).isNotNull();
        assertThat(read("apiVersion: admission.k8s.io/v1\nkind: AdmissionReview\n")
                        .fields())
                .hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "hello | couldn't get version/kind; json parse error: json: cannot unmarshal string into Go value of type struct",
                "[] | couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value of type struct",
                "5 | couldn't get version/kind; json parse error: json: cannot unmarshal number into Go value of type struct",
                "{\"apiVersion\":\"v1\",\"kind\":\"Pod\"} | no kind \"Pod\" is registered for version \"v1\" in scheme",
                "{\"apiVersion\":\"admission.k8s.io/v1beta1\",\"kind\":\"AdmissionReview\"} | converting (v1beta1.AdmissionReview) to (v1.AdmissionReview): unknown conversion",
                "{\"response\":{\"allowed\":\"yes\"}} | json: cannot unmarshal string into Go struct field AdmissionResponse.response.allowed of type bool",
                "{\"response\":{\"warnings\":{}}} | json: cannot unmarshal object into Go struct field AdmissionResponse.response.warnings of type []string",
                "{\"response\":{\"uid\":7}} | json: cannot unmarshal number into Go struct field AdmissionResponse.response.uid of type types.UID",
            })
    void whatIsNoReviewIsRefusedInGosWords(String text, String words) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(CallFailure.class).hasMessageStartingWith(words);
    }

    @Test
    void nothingAtAllIsNoReview() {
        assertThatThrownBy(() -> read(""))
                .hasMessage("0-length response with status code: 200 and content type: application/json");
    }

    @Test
    void aVersionIsShownWithTheSlashThatBelongsToIt() {
        assertThat(ReviewReader.shown(Json.Obj.EMPTY)).isEqualTo("/, Kind=");
        assertThat(ReviewReader.shown((Json.Obj) Json.parse("{\"apiVersion\":\"g/v1\",\"kind\":\"K\"}")))
                .isEqualTo("g/v1, Kind=K");
    }
}
