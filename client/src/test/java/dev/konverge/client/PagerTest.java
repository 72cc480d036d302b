package dev.konverge.client;

import static dev.konverge.client.FakeTransport.failure;
import static dev.konverge.client.FakeTransport.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.Platform;
import dev.konverge.client.transport.HttpResponse;
import dev.konverge.model.core.v1.Pod;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PagerTest {
    private static HttpResponse expired() {
        return json(410, failure(410, "Expired", "the continue token is too old"));
    }

    private static HttpResponse page(String version, String token, String... names) {
        return json("{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"" + version
                + "\",\"continue\":\"" + token + "\"},\"items\":["
                + Stream.of(names)
                        .map(name -> "{\"metadata\":{\"name\":\"" + name + "\"}}")
                        .collect(Collectors.joining(","))
                + "]}");
    }

    private static List<String> names(List<Pod> pods) {
        return pods.stream().map(pod -> pod.key().name()).toList();
    }

    private static Pager<Pod> pager(FakeTransport transport) {
        return ClientSet.on(transport, Platform.real()).pods().pager().withPageSize(2);
    }

    @Test
    void oneListThatFitsIsGivenAsItCame() {
        // PG-1
        FakeTransport transport = FakeTransport.answering(page("7", "", "a", "b"));
        Pager.Result<Pod> result = pager(transport).list(ListOptions.NONE);
        assertThat(result.paginated()).isFalse();
        assertThat(names(result.list().items())).containsExactly("a", "b");
        assertThat(transport.request(0).target()).isEqualTo("/api/v1/pods?limit=2");
    }

    @Test
    void pagesAreJoinedUnderTheVersionOfTheFirst() {
        // PG-1
        FakeTransport transport =
                FakeTransport.answering(page("7", "t1", "a", "b"), page("7", "t2", "c", "d"), page("8", "", "e"));
        Pager.Result<Pod> result = pager(transport)
                .list(ListOptions.NONE.withResourceVersion("5").withResourceVersionMatch("NotOlderThan"));
        assertThat(result.paginated()).isTrue();
        assertThat(names(result.list().items())).containsExactly("a", "b", "c", "d", "e");
        assertThat(result.list().version().text()).isEqualTo("7");
        assertThat(result.list().metadata().continue_()).isNull();
        assertThat(transport.requests())
                .extracting(request -> request.target())
                .containsExactly(
                        "/api/v1/pods?resourceVersion=5&resourceVersionMatch=NotOlderThan&limit=2",
                        "/api/v1/pods?limit=2&continue=t1",
                        "/api/v1/pods?limit=2&continue=t2");
    }

    @Test
    void aListThatExpiresBetweenPagesIsFetchedInOnePiece() {
        // PG-2
        FakeTransport transport =
                FakeTransport.answering(page("7", "t1", "a", "b"), expired(), page("9", "", "a", "b", "c"));
        Pager.Result<Pod> result = pager(transport).list(ListOptions.NONE.withResourceVersion("5"));
        assertThat(names(result.list().items())).containsExactly("a", "b", "c");
        assertThat(result.list().version().text()).isEqualTo("9");
        assertThat(result.paginated()).isTrue();
        assertThat(transport.request(2).target()).isEqualTo("/api/v1/pods?resourceVersion=5");
    }

    @Test
    void aFirstPageThatIsGoneIsGone() {
        // PG-2
        assertThatThrownBy(() -> pager(FakeTransport.answering(expired())).list(ListOptions.NONE))
                .isInstanceOf(ApiException.Gone.class)
                .hasMessageContaining("list pods")
                .hasMessageContaining("the continue token is too old");
    }

    @Test
    void aStreamFetchesAPageWhenItIsReached() {
        FakeTransport transport = FakeTransport.answering(page("7", "t1", "a", "b"), page("7", "", "c"));
        try (Stream<Pod> stream = pager(transport).stream(ListOptions.NONE)) {
            assertThat(transport.requests()).isEmpty();
            var items = stream.iterator();
            assertThat(items.next().key().name()).isEqualTo("a");
            assertThat(items.next().key().name()).isEqualTo("b");
            assertThat(transport.requests()).hasSize(1);
            assertThat(items.next().key().name()).isEqualTo("c");
            assertThat(items.hasNext()).isFalse();
            assertThat(transport.requests()).hasSize(2);
        }
    }

    @Test
    void aStreamThatExpiresSaysSoBecauseWhatWasGivenCannotBeTakenBack() {
        // PG-3
        FakeTransport transport = FakeTransport.answering(page("7", "t1", "a"), expired());
        assertThatThrownBy(() -> pager(transport).stream(ListOptions.NONE).toList())
                .isInstanceOf(ApiException.Gone.class);
    }
}
