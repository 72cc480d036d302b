package dev.konverge.fidelity.play;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Platform;
import dev.konverge.client.config.ClientConfig;
import dev.konverge.client.config.PemSource;
import dev.konverge.client.config.Trust;
import dev.konverge.client.transport.Headers;
import dev.konverge.client.transport.HttpRequest;
import dev.konverge.client.transport.HttpResponse;
import dev.konverge.client.transport.Transport;
import dev.konverge.client.transport.Transports;
import dev.konverge.fidelity.scenario.Canned;
import dev.konverge.model.Json;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HookServerTest {
    private final Platform platform = Platform.real();

    @Test
    void aWebhookAnswersAsItWasToldAndRemembersTheLastQuestions() throws IOException, InterruptedException {
        try (HookServer hooks = HookServer.open(platform);
                Transports transports = new Transports(platform);
                Transport way = transports.connect(config(hooks))) {
            hooks.put("/ns/h", new Canned.Raw(200, "text/plain", Json.of("hello")));

            assertThat(post(way, "/ns/h", "{\"a\":1}")).isEqualTo("200 hello");
            assertThat(post(way, "/ns/h", "{\"a\":2}")).isEqualTo("200 hello");
            assertThat(hooks.takeCalls("/ns/h", 1)).containsExactly(Json.parse("{\"a\":2}"));
            assertThat(hooks.takeCalls("/ns/h", 1)).isEmpty();

            hooks.remove("/ns/");
            assertThat(post(way, "/ns/h", "{}")).startsWith("404 ");
        }
    }

    private static ClientConfig config(HookServer hooks) {
        String authority = new String(Base64.getDecoder().decode(hooks.authority()), StandardCharsets.US_ASCII);
        return ClientConfig.builder(URI.create(hooks.address()))
                .trust(new Trust.Authorities(PemSource.of(authority)))
                .build();
    }

    private static String post(Transport way, String path, String body) throws IOException, InterruptedException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        HttpRequest request = new HttpRequest("POST", path, Headers.of(Map.of()), () -> bytes, Duration.ofMinutes(1));
        try (HttpResponse response = way.send(request)) {
            return response.status() + " " + new String(response.body().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
