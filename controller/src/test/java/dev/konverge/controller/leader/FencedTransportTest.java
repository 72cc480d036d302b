package dev.konverge.controller.leader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.client.transport.Headers;
import dev.konverge.client.transport.HttpRequest;
import dev.konverge.client.transport.HttpResponse;
import dev.konverge.client.transport.Transport;
import dev.konverge.client.transport.WebSocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a fence keeps back that shuts while a request waits for its connection. */
class FencedTransportTest {
    private final List<String> left = new ArrayList<>();
    private boolean open = true;

    /** A transport on which everything waits until the term is over. */
    private final Transport slow = new Transport() {
        private RuntimeException leave(HttpRequest request) {
            open = false;
            request.departure().run();
            left.add(request.toString());
            return new UnsupportedOperationException("nobody answers");
        }

        @Override
        public HttpResponse send(HttpRequest request) {
            throw leave(request);
        }

        @Override
        public WebSocketChannel open(HttpRequest request, List<String> subprotocols) {
            throw leave(request);
        }

        @Override
        public void close() {}
    };

    private final FencedTransport fenced = new FencedTransport(slow, () -> open);

    @Test
    void aWriteThatHasWaitedForTooLongDoesNotLeave() {
        assertThatThrownBy(() -> fenced.send(new HttpRequest("POST", "/api", Headers.NONE, null, null)))
                .isInstanceOf(FencedException.class);
        assertThat(left).isEmpty();
    }

    @Test
    void norDoesAChannel() {
        assertThatThrownBy(() -> fenced.open(HttpRequest.get("/exec"), List.of()))
                .isInstanceOf(FencedException.class);
        assertThat(left).isEmpty();
    }

    @Test
    void aReadLeavesHoweverLate() {
        assertThatThrownBy(() -> fenced.send(HttpRequest.get("/api"))).hasMessage("nobody answers");
        assertThat(left).containsExactly("GET /api");
    }
}
