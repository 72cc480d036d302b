package dev.konverge.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Task;
import dev.konverge.base.VirtualPlatform;
import dev.konverge.model.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a watch tells, in which order, from where on and until when. */
class WatchContractTest {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String EVENTS = "/api/v1/namespaces/default/events";

    private final VirtualPlatform platform = new VirtualPlatform(4);
    private final Driver server = Driver.of(platform);

    @AfterEach
    void close() {
        platform.close();
    }

    private void make(String name, String label) {
        assertThat(server.post(MAPS, "{\"metadata\":{\"name\":\"" + name + "\",\"labels\":{\"l\":\"" + label + "\"}}}")
                        .status())
                .isEqualTo(201);
    }

    private String now() {
        return Long.toString(server.server().revision());
    }

    @Test
    @DisplayName("W1: one line of JSON an event; the end comes when its time is over")
    void eventsAreLines() throws Exception {
        String from = now();
        make("a", "x");
        WatchFeed feed = feed(MAPS + "?watch=true&timeoutSeconds=5&resourceVersion=" + from);
        List<byte[]> frames = feed.await(10);
        assertThat(frames).hasSize(1);
        assertThat(new String(frames.get(0), java.nio.charset.StandardCharsets.UTF_8))
                .startsWith("{\"type\":\"ADDED\",\"object\":{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",")
                .endsWith("}\n");
        long before = platform.clock().nanoTime();
        assertThat(feed.await(10)).isEmpty();
        assertThat(Duration.ofNanos(platform.clock().nanoTime() - before)).isEqualTo(Duration.ofSeconds(5));
    }

    private WatchFeed feed(String target) throws InterruptedException {
        return ((ServerResponse.Watch) server.server().handle(ServerRequest.of("GET", target))).feed();
    }

    @Test
    @DisplayName("W3: a watch begins when it is opened, not when it is first read")
    void watchesBeginWhenTheyAreOpened() {
        make("a", "x");
        try (Driver.Watching watch = server.watch(MAPS + "?watch=1&timeoutSeconds=5")) {
            make("b", "x");
            server.delete(MAPS + "/b");

            assertThat(watch.next(3)).containsExactly("ADDED a", "ADDED b", "DELETED b");
        }
    }

    @Test
    @DisplayName("W1: a watch without a time ends within an hour")
    void watchesEndAnyway() {
        try (Driver.Watching watch = server.watch(MAPS + "?watch=1&resourceVersion=" + now())) {
            assertThat(watch.toEnd()).isEmpty();
        }
        assertThat(Duration.ofNanos(platform.clock().nanoTime()))
                .isBetween(Duration.ofMinutes(30), Duration.ofMinutes(60));
    }

    @Test
    @DisplayName("W2: a watch from a revision tells what comes behind it, even if that is in the future")
    void watchesBeginBehindARevision() {
        make("a", "x");
        String from = now();
        make("b", "x");
        server.merge(MAPS + "/a", "{\"data\":{\"k\":\"v\"}}");
        server.delete(MAPS + "/b");
        try (Driver.Watching watch = server.watch(MAPS + "?watch=1&resourceVersion=" + from)) {
            assertThat(watch.next(3)).containsExactly("ADDED b", "MODIFIED a", "DELETED b");
        }
        long future = server.server().revision() + 1;
        try (Driver.Watching watch = server.watch(MAPS + "?watch=1&resourceVersion=" + future)) {
            make("c", "x");
            make("d", "x");
            assertThat(watch.next(1)).containsExactly("ADDED d");
        }
    }

    @Test
    @DisplayName("W3: a watch from nowhere begins with what is there, and says when that was all")
    void watchesFromNowhereBeginWithWhatIsThere() {
        make("b", "x");
        make("a", "x");
        for (String start : List.of("", "&resourceVersion=0")) {
            try (Driver.Watching watch = server.watch(MAPS + "?watch=1&allowWatchBookmarks=true" + start)) {
                assertThat(watch.next(2)).containsExactly("ADDED a", "ADDED b");
                Driver.Answer end = watch.event();
                assertThat(end.text("type")).isEqualTo("BOOKMARK");
                assertThat(end.text("object.metadata.annotations.k8s~io/initial-events-end"))
                        .isEqualTo("true");
                assertThat(end.text("object.metadata.resourceVersion")).isEqualTo(now());
            }
        }
        try (Driver.Watching silent = server.watch(MAPS + "?watch=1")) {
            assertThat(silent.next(2)).containsExactly("ADDED a", "ADDED b");
            make("c", "x");
            assertThat(silent.next(1)).containsExactly("ADDED c");
            server.delete(MAPS + "/c");
        }
    }

    @Test
    @DisplayName("W4: a list by way of a watch")
    void watchListEndsWithABookmark() {
        make("a", "x");
        String query = "?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";
        try (Driver.Watching watch = server.watch(MAPS + query + "&resourceVersion=" + now())) {
            assertThat(watch.next(1)).containsExactly("ADDED a");
            assertThat(watch.event().text("object.metadata.annotations.k8s~io/initial-events-end"))
                    .isEqualTo("true");
            make("b", "x");
            assertThat(watch.next(1)).containsExactly("ADDED b");
        }
        try (Driver.Watching watch = server.watch(MAPS + query + "&resourceVersion=999")) {
            Driver.Answer error = watch.event();
            assertThat(error.text("type")).isEqualTo("ERROR");
            assertThat(error.text("object.code")).isEqualTo("504");
            assertThat(watch.toEnd()).isEmpty();
        }
        Driver.Answer refused = server.get(MAPS + "?watch=1&sendInitialEvents=true");
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.text("message"))
                .isEqualTo(
                        "ListOptions.meta.k8s.io \"\" is invalid: resourceVersionMatch: Forbidden: sendInitialEvents "
                                + "requires setting resourceVersionMatch to NotOlderThan");
        try (Driver.Watching watch =
                server.watch(MAPS + "?watch=1&sendInitialEvents=false&resourceVersionMatch=NotOlderThan")) {
            Task writer = platform.start("writer", () -> make("z", "x"));
            assertThat(watch.next(1)).containsExactly("ADDED z");
            writer.close();
        }
    }

    @Test
    @DisplayName("W5: a forgotten revision is an event, not an answer")
    void forgottenRevisionsAreErrorEvents() {
        String from = now();
        make("a", "x");
        server.server().compact();
        try (Driver.Watching watch = server.watch(MAPS + "?watch=1&resourceVersion=" + from)) {
            Driver.Answer error = watch.event();
            assertThat(error.text("type")).isEqualTo("ERROR");
            assertThat(error.text("object.code")).isEqualTo("410");
            assertThat(error.text("object.reason")).isEqualTo("Expired");
            assertThat(error.text("object.message"))
                    .isEqualTo("too old resource version: " + from + " (" + now() + ")");
            assertThat(watch.toEnd()).isEmpty();
        }
        assertThat(server.get(MAPS + "?watch=1&labelSelector=%3D%3D").status()).isEqualTo(400);
    }

    @Test
    @DisplayName("W6: the past is there for five minutes, and the last hundred changes for ever")
    void thePastIsRememberedForAWhile() throws Exception {
        String from = now();
        for (int i = 0; i < 300; i++) {
            make("m" + i, "x");
        }
        String behind = now();
        platform.advance(Duration.ofMinutes(4));
        make("later", "x");
        try (Driver.Watching watch = server.watch(MAPS + "?watch=1&resourceVersion=" + from)) {
            assertThat(watch.next(1)).containsExactly("ADDED m0");
        }
        platform.advance(Duration.ofMinutes(2));
        make("last", "x");
        try (Driver.Watching watch = server.watch(MAPS + "?watch=1&resourceVersion=" + from)) {
            assertThat(watch.event().text("object.reason")).isEqualTo("Expired");
        }
        try (Driver.Watching watch = server.watch(MAPS + "?watch=1&resourceVersion=" + behind)) {
            assertThat(watch.next(2)).containsExactly("ADDED later", "ADDED last");
        }
    }

    @Test
    @DisplayName("W6: events are read without a cache, so no bookmark tells how far a watch of them got")
    void watchesOfEventsAreToldNoProgress() {
        occur("a");
        try (Driver.Watching watch = server.watch(EVENTS + "?watch=1&allowWatchBookmarks=true&timeoutSeconds=300")) {
            assertThat(watch.next(1)).containsExactly("ADDED a");
            assertThat(watch.event().text("object.metadata.annotations.k8s~io/initial-events-end"))
                    .isEqualTo("true");
            make("other", "x");
            assertThat(watch.toEnd()).isEmpty();
        }
        String from = now();
        occur("b");
        server.server().compact();
        for (String path : List.of(EVENTS, "/apis/events.k8s.io/v1/namespaces/default/events")) {
            try (Driver.Watching watch = server.watch(path + "?watch=1&resourceVersion=" + from)) {
                assertThat(watch.event().text("object.message"))
                        .isEqualTo("The resourceVersion for the provided watch is too old.");
            }
        }
    }

    @Test
    @DisplayName("W6: reads of events keep their limit and wait for nothing")
    void readsOfEventsGoToTheStorage() {
        occur("a");
        occur("b");
        Driver.Answer page = server.get(EVENTS + "?resourceVersion=0&limit=1");
        assertThat(page.names()).containsExactly("a");
        assertThat(page.at("metadata.remainingItemCount")).isEqualTo(Json.of(1L));
        long before = platform.clock().nanoTime();
        Driver.Answer refused = server.get(EVENTS + "?resourceVersion=999");
        assertThat(refused.text("message")).isEqualTo("Timeout: Too large resource version: 999, current: " + now());
        assertThat(refused.at("details.retryAfterSeconds")).isEqualTo(Json.Null.INSTANCE);
        assertThat(platform.clock().nanoTime()).isEqualTo(before);
    }

    private void occur(String name) {
        Driver.Answer made = server.post(
                EVENTS,
                "{\"metadata\":{\"name\":\"" + name
                        + "\"},\"involvedObject\":{\"namespace\":\"default\",\"kind\":\"Pod\",\"name\":\"p\"}}");
        assertThat(made.status()).as(made.body()).isEqualTo(201);
    }

    @Test
    @DisplayName("M9: a bookmark has no time of creation, not even none")
    void bookmarksWereNeverCreated() {
        for (String path : List.of("/api/v1/pods", "/apis/apps/v1/deployments")) {
            try (Driver.Watching watch = server.watch(path + "?watch=1&allowWatchBookmarks=true&timeoutSeconds=1")) {
                assertThat(watch.event().at("object.metadata"))
                        .hasToString("{\"resourceVersion\":\"" + now()
                                + "\",\"annotations\":{\"k8s.io/initial-events-end\":\"true\"}}");
            }
        }
    }

    @Test
    @DisplayName("W7: objects come into sight and go out of it")
    void selectorsMakeObjectsComeAndGo() {
        String from = now();
        make("a", "out");
        label("in");
        label("in\",\"other\":\"1");
        label("out\",\"other\":null,\"third\":\"3");
        long left = server.server().revision();
        label("out");
        try (Driver.Watching watch = server.watch(MAPS + "?watch=1&labelSelector=l%3Din&resourceVersion=" + from)) {
            assertThat(watch.next(2)).containsExactly("ADDED a", "MODIFIED a");
            Driver.Answer gone = watch.event();
            assertThat(gone.text("type")).isEqualTo("DELETED");
            assertThat(gone.text("object.metadata.labels.l")).isEqualTo("in");
            assertThat(gone.text("object.metadata.resourceVersion")).isEqualTo(Long.toString(left));
        }
    }

    private void label(String value) {
        server.merge(MAPS + "/a", "{\"metadata\":{\"labels\":{\"l\":\"" + value + "\"}}}");
    }

    @Test
    @DisplayName("W8: a deleted object is told in its last state at the revision of its end")
    void theDeletedAreToldInTheirLastState() {
        make("a", "x");
        String from = now();
        server.delete(MAPS + "/a");
        try (Driver.Watching watch = server.watch(MAPS + "?watch=1&resourceVersion=" + from)) {
            Driver.Answer gone = watch.event();
            assertThat(gone.text("type")).isEqualTo("DELETED");
            assertThat(gone.text("object.metadata.labels.l")).isEqualTo("x");
            assertThat(gone.text("object.metadata.resourceVersion")).isEqualTo(now());
        }
    }

    @Test
    @DisplayName("W9: a quiet watch is told how far it got, every minute and before its end")
    void bookmarksTellHowFarAWatchGot() {
        String from = now();
        try (Driver.Watching watch =
                server.watch(MAPS + "?watch=1&allowWatchBookmarks=true&timeoutSeconds=90&resourceVersion=" + from)) {
            server.post("/api/v1/namespaces/kube-system/configmaps", "{\"metadata\":{\"name\":\"other\"}}");
            Driver.Answer first = watch.event();
            assertThat(first.text("type")).isEqualTo("BOOKMARK");
            assertThat(first.text("object.kind")).isEqualTo("ConfigMap");
            assertThat(first.text("object.metadata.resourceVersion")).isEqualTo(now());
            assertThat(Duration.ofNanos(platform.clock().nanoTime())).isEqualTo(Duration.ofSeconds(60));
            make("a", "x");
            assertThat(watch.next(1)).containsExactly("ADDED a");
            server.post("/api/v1/namespaces/kube-system/configmaps", "{\"metadata\":{\"name\":\"third\"}}");
            assertThat(watch.event().text("type")).isEqualTo("BOOKMARK");
            assertThat(Duration.ofNanos(platform.clock().nanoTime())).isEqualTo(Duration.ofSeconds(88));
            assertThat(watch.toEnd()).isEmpty();
        }
    }

    @Test
    @DisplayName("W10: all watchers see the same in the same order, without gaps across a reconnect")
    void allWatchersSeeTheSame() {
        String from = now();
        List<List<String>> seen = new ArrayList<>();
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            List<String> own = new ArrayList<>();
            seen.add(own);
            tasks.add(platform.start("watcher-" + i, () -> follow(from, own)));
        }
        for (int i = 0; i < 20; i++) {
            int writer = i;
            tasks.add(platform.start("writer-" + i, () -> make("m" + writer, "x")));
        }
        platform.awaitQuiet();
        assertThat(seen).allSatisfy(own -> assertThat(own).hasSize(20).isEqualTo(seen.get(0)));
        tasks.forEach(Task::close);
    }

    /** Reads three events a connection and goes on behind the last one. */
    private void follow(String from, List<String> seen) {
        String version = from;
        while (seen.size() < 20) {
            try (Driver.Watching watch = server.watch(MAPS + "?watch=1&resourceVersion=" + version)) {
                for (int i = 0; i < 3 && seen.size() < 20; i++) {
                    Driver.Answer event = watch.event();
                    version = event.text("object.metadata.resourceVersion");
                    seen.add(event.text("type") + " " + event.text("object.metadata.name") + " " + version);
                }
            }
        }
    }

    @Test
    @DisplayName("W11: a reader that falls behind what is remembered is cut off")
    void slowReadersAreCutOff() {
        String from = now();
        try (Driver.Watching watch = server.watch(MAPS + "?watch=1&resourceVersion=" + from)) {
            make("a", "x");
            assertThat(watch.next(1)).containsExactly("ADDED a");
            make("b", "x");
            make("c", "x");
            server.server().compact();
            assertThat(watch.toEnd()).isEmpty();
        }
    }

    @Test
    @DisplayName("W11: a reader that has missed nothing goes on, whatever is forgotten")
    void quietReadersAreNotCutOff() {
        String path = MAPS + "?watch=1&resourceVersion=" + now();
        try (Driver.Watching watch = server.watch(path);
                Driver.Watching unread = server.watch(path)) {
            List<String> seen = new ArrayList<>();
            try (Task reader = platform.start("reader", () -> seen.addAll(watch.next(1)))) {
                platform.awaitQuiet();
                server.post("/api/v1/namespaces/default/secrets", "{\"metadata\":{\"name\":\"s\"}}");
                server.server().compact();
                platform.awaitQuiet();
                make("a", "x");
                platform.awaitQuiet();
                assertThat(reader.isDone()).isTrue();
            }
            assertThat(seen).containsExactly("ADDED a");
            assertThat(unread.next(1)).containsExactly("ADDED a");
        }
    }

    @Test
    @DisplayName("W13: a watch of one object")
    void oneObjectIsWatchedByItsName() {
        make("a", "x");
        make("b", "x");
        try (Driver.Watching watch = server.watch(MAPS + "?watch=1&fieldSelector=metadata.name%3Db")) {
            assertThat(watch.next(1)).containsExactly("ADDED b");
            server.delete(MAPS + "/a");
            server.delete(MAPS + "/b");
            assertThat(watch.next(1)).containsExactly("DELETED b");
        }
        Driver.Answer refused =
                server.get("/api/v1/watch/namespaces/default/configmaps/a?fieldSelector=metadata.name%3Db");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text("message")).isEqualTo("fieldSelector metadata.name doesn't match requested name");
    }

    @Test
    void closingAWatchWakesItsReader() {
        Driver.Watching watch = server.watch(MAPS + "?watch=1&resourceVersion=" + now());
        List<String> seen = new ArrayList<>();
        Task reader = platform.start("reader", () -> seen.addAll(watch.toEnd()));
        platform.awaitQuiet();
        watch.close();
        platform.awaitQuiet();
        assertThat(reader.isDone()).isTrue();
        assertThat(seen).isEmpty();
        reader.close();
    }

    @Test
    void aWatchAcrossNamespacesSeesAllOfThem() {
        String from = now();
        make("a", "x");
        server.post("/api/v1/namespaces/kube-system/configmaps", "{\"metadata\":{\"name\":\"b\"}}");
        try (Driver.Watching watch = server.watch("/api/v1/configmaps?watch=1&resourceVersion=" + from)) {
            assertThat(watch.next(2)).containsExactly("ADDED a", "ADDED b");
        }
        try (Driver.Watching watch = server.watch(MAPS + "?watch=1&timeoutSeconds=1&resourceVersion=" + from)) {
            assertThat(watch.toEnd()).containsExactly("ADDED a");
        }
        assertThat(server.get(MAPS).at("items.0.metadata.name")).isEqualTo(Json.of("a"));
    }

    @Test
    @DisplayName("M7: a watch of the metadata of a list ends with its first event, for that is no list")
    void watchesOfListsEnd() throws Exception {
        make("a", "x");
        ServerRequest request = ServerRequest.of("GET", MAPS + "?watch=true&resourceVersion=0")
                .withHeader("Accept", "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io");
        WatchFeed feed = ((ServerResponse.Watch) server.server().handle(request)).feed();
        assertThat(feed.await(10)).isEmpty();
        assertThat(feed.await(10)).isEmpty();
    }
}
