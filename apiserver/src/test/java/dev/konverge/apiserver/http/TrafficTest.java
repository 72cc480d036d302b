package dev.konverge.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TrafficTest {
    @Test
    void methodsThatClientsMakeUpAreOneLine() {
        Traffic traffic = new Traffic();
        traffic.count("GET", 200);
        for (int i = 0; i < 1000; i++) {
            traffic.count("METHOD" + i, 405);
        }
        assertThat(traffic.text(0).lines().filter(line -> !line.startsWith("#")))
                .containsExactly(
                        "konverge_apiserver_requests_total{method=\"GET\",code=\"200\"} 1",
                        "konverge_apiserver_requests_total{method=\"other\",code=\"405\"} 1000",
                        "konverge_apiserver_watches 0");
    }
}
