package dev.konverge.fidelity.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.fidelity.play.Entry;
import dev.konverge.fidelity.play.Transcript;
import dev.konverge.model.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NormaliserTest {
    private static final Instant NOW = Instant.parse("2026-03-04T05:06:07Z");
    private static final String UID = "0b0e7b06-7d0a-4a9e-8d2b-0c6f7a1e5d01";

    @Test
    void uidsAreCountedByFirstAppearanceAlsoInMessages() {
        assertThat(normalised("{\"uid\":\"" + UID + "\"}", "{\"message\":\"not " + UID + "\"}"))
                .containsExactly("{\"uid\":\"uid#1\"}", "{\"message\":\"not uid#1\"}");
    }

    @Test
    void versionsOfObjectsBecomeRanksAndThoseOfListsWhatTheyCanHaveSeen() {
        assertThat(normalised(
                        "{\"metadata\":{\"resourceVersion\":\"70\"}}",
                        "{\"metadata\":{\"resourceVersion\":\"50\"}}",
                        "{\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"65\"}}",
                        "{\"metadata\":{\"resourceVersion\":\"0\"}}"))
                .containsExactly(
                        "{\"metadata\":{\"resourceVersion\":\"rv#2\"}}",
                        "{\"metadata\":{\"resourceVersion\":\"rv#1\"}}",
                        "{\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"rv#1\"}}",
                        "{\"metadata\":{\"resourceVersion\":\"0\"}}");
    }

    @Test
    void rulesThatHoldForSomebodyComeInOneOrder() {
        assertThat(normalised(
                        "{\"kind\":\"SelfSubjectRulesReview\",\"status\":{\"resourceRules\":[{\"verbs\":[\"list\"]},"
                                + "{\"verbs\":[\"get\"]}],\"nonResourceRules\":[2,1]}}"))
                .containsExactly(
                        "{\"kind\":\"SelfSubjectRulesReview\",\"status\":{\"resourceRules\":[{\"verbs\":[\"get\"]},"
                                + "{\"verbs\":[\"list\"]}],\"nonResourceRules\":[1,2]}}");
    }

    @Test
    void whereWebhooksAreAndWhoVouchesForThemBecomeWords() {
        assertThat(normalised(
                        "{\"url\":\"https://127.0.0.1:32768/f1-00007/h\",\"caBundle\":\"" + "A".repeat(200) + "\"}"))
                .containsExactly("{\"url\":\"https://HOOKS/NS/h\",\"caBundle\":\"AUTHORITY\"}");
    }

    @Test
    void timesOfTheRunBecomeTheirFormAndOthersStay() {
        assertThat(normalised("[\"2026-03-04T05:06:01Z\",\"2026-03-04T05:06:01.123456Z\",\"2020-01-01T00:00:00Z\"]"))
                .containsExactly("[\"T\",\"T.000000\",\"2020-01-01T00:00:00Z\"]");
    }

    @Test
    void generatedNamesLoseTheirChanceWhereverTheyAre() {
        assertThat(normalised("{\"generateName\":\"g-\",\"name\":\"g-x5vkz\",\"message\":\"g-x5vkz is there\"}"))
                .containsExactly("{\"generateName\":\"g-\",\"name\":\"g-XXXXX\",\"message\":\"g-XXXXX is there\"}");
    }

    @Test
    void namespacesAddressesPortsAndAgesBecomeWords() {
        assertThat(normalised(
                        "{\"namespace\":\"f1-00007\",\"clusterIP\":\"10.0.3.4\",\"nodePort\":30080,\"port\":30080}",
                        "{\"kind\":\"Table\",\"rows\":[{\"cells\":[\"a\",\"5m3s\",7]}]}",
                        "\"172.16.0.8\""))
                .containsExactly(
                        "{\"namespace\":\"NS\",\"clusterIP\":\"ADDRESS\",\"nodePort\":\"PORT\",\"port\":30080}",
                        "{\"kind\":\"Table\",\"rows\":[{\"cells\":[\"a\",\"AGE\",7]}]}",
                        "\"IP\"");
    }

    @Test
    void continueTokensAreRead() {
        // {"v":"meta.k8s.io/v1","rv":7,"start":"b"}
        assertThat(normalised("{\"continue\":\"eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6Nywic3RhcnQiOiJiIn0\"}"))
                .containsExactly("{\"continue\":\"continue at rv#0 from b\"}");
    }

    @Test
    void managersComeInOneOrder() {
        String first = "{\"managedFields\":[{\"manager\":\"b\"},{\"manager\":\"a\"}]}";
        String second = "{\"managedFields\":[{\"manager\":\"a\"},{\"manager\":\"b\"}]}";

        assertThat(normalised(first)).isEqualTo(normalised(second));
    }

    @Test
    void theErrorsOfACustomResourceComeInOneOrder() {
        assertThat(normalised(status("b: B, a: A", "b", "B", "a", "A")))
                .isEqualTo(normalised(status("a: A, b: B", "a", "A", "b", "B")));
    }

    private static String status(String list, String field1, String text1, String field2, String text2) {
        return "{\"kind\":\"Status\",\"message\":\"Foo \\\"a\\\" is invalid: [" + list + "]\",\"details\":{\"group\":"
                + "\"x.example.com\",\"causes\":[{\"field\":\"" + field1 + "\",\"message\":\"" + text1
                + "\"},{\"field\":\"" + field2 + "\",\"message\":\"" + text2 + "\"}]}}";
    }

    private static List<String> normalised(String... bodies) {
        List<Entry> entries = new ArrayList<>();
        for (String body : bodies) {
            entries.add(new Entry("GET /", 200, Map.of(), Json.parse(body)));
        }
        return Normaliser.normalised(new Transcript(entries), "f1-00007", NOW).entries().stream()
                .map(entry -> entry.body().toString())
                .toList();
    }
}
