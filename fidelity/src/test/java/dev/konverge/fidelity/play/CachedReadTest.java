package dev.konverge.fidelity.play;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.fidelity.scenario.Step;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CachedReadTest {
    @ParameterizedTest
    @CsvSource({
        "GET, /api/v1/pods?resourceVersion=0, true",
        "GET, /api/v1/pods?limit=1&resourceVersion=0&resourceVersionMatch=NotOlderThan, true",
        "GET, /api/v1/pods?watch=1, true",
        "GET, /api/v1/pods?watch=1&resourceVersion=, true",
        "GET, /api/v1/watch/pods, true",
        "GET, /api/v1/pods?watch=1&resourceVersion=17, false",
        "GET, /api/v1/pods?resourceVersion=10, false",
        "GET, /api/v1/pods, false",
        "DELETE, /api/v1/pods?resourceVersion=0, false",
    })
    void aReadAtNoParticularVersionMayBeBehind(String method, String target, boolean behind) {
        assertThat(CachedRead.is(request(method, target))).isEqualTo(behind);
    }

    @Test
    void whatIsReadBeforeHasNoVersionAndIncludesTheCollection() {
        assertThat(CachedRead.freshReads(request("GET", "/api/v1/namespaces/n/pods/a?resourceVersion=0")))
                .extracting(Step.Request::target)
                .containsExactly("/api/v1/namespaces/n/pods/a", "/api/v1/namespaces/n/pods");
        assertThat(CachedRead.freshReads(request("GET", "/api/v1/watch/pods?x=1")))
                .extracting(Step.Request::target)
                .contains("/api/v1/pods");
    }

    private static Step.Request request(String method, String target) {
        return new Step.Request(method, target, Map.of(), new Step.Body.None());
    }
}
