package dev.konverge.apiserver.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Q3: what a status of HTTP means, in the words of Kubernetes' own client. */
class ServerWordsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "500 | text/plain | broken | an error on the server (\"broken\") has prevented the request from succeeding",
                "500 | application/json | {} | an error on the server (\"unknown\") has prevented the request from succeeding",
                "500 | application/json | {\"kind\":\"Status\",\"apiVersion\":\"v1\",\"message\":\"deep trouble\"} | deep trouble",
                "404 | text/plain | nothing | the server could not find the requested resource",
                "403 | text/plain | go away | go away",
                "302 | text/plain | x | the server responded with the status code 302 but did not return more information",
            })
    void anAnswerThatFailedIsToldByItsStatusAndItsText(int status, String type, String body, String words) {
        assertThat(ServerWords.of(status, type, body.getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(words);
    }
}
