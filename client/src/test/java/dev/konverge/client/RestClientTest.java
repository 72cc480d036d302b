package dev.konverge.client;

import static dev.konverge.client.FakeTransport.answer;
import static dev.konverge.client.FakeTransport.failure;
import static dev.konverge.client.FakeTransport.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.Platform;
import dev.konverge.base.VirtualPlatform;
import dev.konverge.client.config.ClientConfig;
import dev.konverge.client.transport.HttpResponse;
import dev.konverge.client.transport.RetryPolicy;
import dev.konverge.model.GroupVersion;
import dev.konverge.model.codec.ProtoEnvelope;
import dev.konverge.model.core.v1.Pod;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RestClientTest {
    private static final String WEB =
            "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"web\",\"namespace\":\"default\"}}";

    private final FakeTransport echo = new FakeTransport(request -> json(WEB));
    private final RestClient rest = RestClient.on(echo, Platform.real());

    private String target() {
        return echo.requests().getLast().target();
    }

    @Test
    void aRequestIsWrittenAsInClientGo() {
        Pod pod = rest.get()
                .namespace("default")
                .resource("pods")
                .name("web")
                .params(GetOptions.NONE.withResourceVersion("0"))
                .call()
                .into(Pod.TYPE);
        assertThat(pod.key().name()).isEqualTo("web");
        assertThat(target()).isEqualTo("/api/v1/namespaces/default/pods/web?resourceVersion=0");
        assertThat(echo.open()).isZero();
    }

    @Test
    void pathsArePutTogetherInTheServersOrder() {
        // RC-2
        rest.at(new GroupVersion("apps", "v1"))
                .put()
                .resource("Deployments")
                .name("web")
                .namespace("shop")
                .subresource("status")
                .call();
        assertThat(target()).isEqualTo("/apis/apps/v1/namespaces/shop/deployments/web/status");
        rest.get()
                .resource("pods")
                .name("web")
                .namespace("a")
                .subresource("proxy")
                .suffix("metrics", "x y")
                .call();
        assertThat(target()).isEqualTo("/api/v1/namespaces/a/pods/web/proxy/metrics/x%20y");
        rest.get().namespace("").resource("pods").call();
        assertThat(target()).isEqualTo("/api/v1/pods");
    }

    @Test
    void aPathOfItsOwnKeepsItsSlashAtTheEnd() {
        // RC-6
        rest.get().absPath("/openapi/v3/").call();
        assertThat(target()).isEqualTo("/openapi/v3/");
        assertThatThrownBy(() -> rest.get().absPath("/a/../b")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> rest.get().absPath("/a?b=c")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> rest.get().absPath("healthz")).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a/b", "a%2fb"})
    void whatCannotBePartOfAPathIsRefusedBeforeAnythingIsSent(String part) {
        // RC-3
        assertThatThrownBy(() -> rest.get().name(part)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> rest.get().resource(part)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> rest.get().subresource(part)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> rest.get().suffix(part)).isInstanceOf(IllegalArgumentException.class);
        if (!part.isEmpty()) {
            assertThatThrownBy(() -> rest.get().namespace(part)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(echo.requests()).isEmpty();
    }

    @Test
    void partsAreSetOnce() {
        // RC-3
        assertThatThrownBy(() -> rest.get().name("a").name("b")).hasMessageContaining("already set to \"a\"");
        assertThatThrownBy(() -> rest.get().namespace("a").namespace("b")).hasMessageContaining("already set");
        assertThatThrownBy(() -> rest.get().resource("a").resource("b")).hasMessageContaining("already set");
        assertThatThrownBy(() -> rest.get().subresource("a").subresource("b")).hasMessageContaining("already set");
    }

    @Test
    void anEmptyNamespaceDoesNotGoWithANameOrACreation() {
        // RC-4
        assertThatThrownBy(() ->
                        rest.get().namespace("").resource("pods").name("web").call())
                .hasMessageContaining("empty namespace");
        assertThatThrownBy(() -> rest.post().namespace("").resource("pods").call())
                .hasMessageContaining("empty namespace");
        assertThat(echo.requests()).isEmpty();
    }

    @Test
    void optionsBecomeTheQueryAndEmptyOnesDoNot() {
        // RC-5
        rest.get()
                .resource("pods")
                .params(ListOptions.NONE
                        .withLabelSelector("app in (a,b)")
                        .withLimit(50)
                        .withContinueToken("x+y/z=")
                        .withTimeout(Duration.ofMillis(1500)))
                .call();
        assertThat(target())
                .isEqualTo("/api/v1/pods?labelSelector=app%20in%20%28a%2Cb%29&limit=50&continue=x%2By%2Fz%3D"
                        + "&timeoutSeconds=2");
        rest.get().resource("pods").timeout(Duration.ofMillis(1500)).call();
        assertThat(target()).isEqualTo("/api/v1/pods?timeout=1.5s");
        assertThat(echo.requests().getLast().timeout()).isEqualTo(Duration.ofMillis(1500));
    }

    @Test
    void theTimeOfARequestIsForAllOfItsTries() {
        // RC-11: the limit is around all attempts; one that would come too late is not waited for.
        List<Duration> left = new ArrayList<>();
        VirtualPlatform.simulate(1, platform -> {
            FakeTransport busy = new FakeTransport(request -> {
                left.add(request.timeout());
                return answer(503, "application/json", failure(503, "ServiceUnavailable", "x"), "Retry-After", "1");
            });
            assertThatThrownBy(() -> RestClient.on(busy, platform)
                            .get()
                            .resource("pods")
                            .timeout(Duration.ofMillis(2500))
                            .call())
                    .isInstanceOf(ApiException.ServerError.class);
            assertThat(platform.clock().nanoTime())
                    .isEqualTo(Duration.ofSeconds(2).toNanos());
        });
        assertThat(left).containsExactly(Duration.ofMillis(2500), Duration.ofMillis(1500), Duration.ofMillis(500));
    }

    @Test
    void theConfiguredTimeIsTheSame() {
        VirtualPlatform.simulate(1, platform -> {
            FakeTransport busy = new FakeTransport(request ->
                    answer(503, "application/json", failure(503, "ServiceUnavailable", "x"), "Retry-After", "30"));
            ClientConfig config = ClientConfig.builder(URI.create("https://k8s.test"))
                    .requestTimeout(Duration.ofSeconds(2))
                    .build();
            RestClient client = RestClient.on(busy, platform, config);
            assertThatThrownBy(() -> client.get().resource("pods").call())
                    .isInstanceOf(ApiException.ServerError.class)
                    .satisfies(
                            e -> assertThat(((ApiException) e).findRetryAfter()).contains(Duration.ofSeconds(30)));
            assertThat(busy.requests())
                    .singleElement()
                    .satisfies(request -> assertThat(request.whole()).isTrue());
            assertThat(platform.clock().nanoTime()).isZero();
        });
    }

    @Test
    void watchAndWriteOptionsHaveTheServersNames() {
        List<String> query = new ArrayList<>();
        WatchOptions.from(dev.konverge.model.ResourceVersion.of("7"))
                .withInitialEvents(true)
                .addTo((name, value) -> query.add(name + '=' + value));
        assertThat(query)
                .containsExactly(
                        "watch=true",
                        "resourceVersion=7",
                        "allowWatchBookmarks=true",
                        "sendInitialEvents=true",
                        "resourceVersionMatch=NotOlderThan");
        query.clear();
        ApplyOptions.by("me")
                .withForce(true)
                .withDryRun(true)
                .withFieldValidation("Strict")
                .addTo((name, value) -> query.add(name + '=' + value));
        assertThat(query).containsExactly("fieldManager=me", "force=true", "dryRun=All", "fieldValidation=Strict");
    }

    @Test
    void jsonIsAskedForUnlessProtobufIsWantedAndTheTypeHasIt() {
        // RC-7, RC-8
        rest.get().resource("pods").namespace("default").name("web").into(Pod.TYPE);
        assertThat(echo.request(0).headers().first("Accept")).contains("application/json, */*");
        RestClient proto = rest.withEncoding(Encoding.PROTOBUF);
        proto.get().resource("pods").namespace("default").name("web").into(Pod.TYPE);
        assertThat(echo.request(1).headers().first("Accept"))
                .contains("application/vnd.kubernetes.protobuf,application/json");
        proto.get().resource("foos").name("x").into(PartialObjectMetadata.TYPE);
        assertThat(echo.request(2).headers().first("Accept")).contains("application/json, */*");
    }

    @Test
    void objectsTravelAsProtobufBothWays() {
        Pod web =
                Pod.builder().metadata(m -> m.name("web").namespace("default")).build();
        byte[] sealed = ProtoEnvelope.seal("v1", "Pod", web, Pod.CODEC);
        FakeTransport transport =
                FakeTransport.answering(answer(201, ProtoEnvelope.MEDIA_TYPE, new ByteArrayInputStream(sealed)));
        Pod created = ClientSet.on(transport, Platform.real())
                .withEncoding(Encoding.PROTOBUF)
                .pods()
                .create(web);
        assertThat(created).isEqualTo(web);
        assertThat(FakeTransport.bytesOf(transport.request(0))).isEqualTo(sealed);
        assertThat(transport.request(0).headers().first("Content-Type")).contains(ProtoEnvelope.MEDIA_TYPE);
    }

    @Test
    void aProtobufFailureIsReadToo() {
        dev.konverge.model.Status status = dev.konverge.model.Status.builder()
                .status("Failure")
                .reason("NotFound")
                .code(404)
                .message("no such pod")
                .build();
        byte[] sealed = ProtoEnvelope.seal("v1", "Status", status, dev.konverge.model.Status.CODEC);
        FakeTransport transport =
                FakeTransport.answering(answer(404, ProtoEnvelope.MEDIA_TYPE, new ByteArrayInputStream(sealed)));
        assertThatThrownBy(() ->
                        ClientSet.on(transport, Platform.real()).pods().in("a").get("b"))
                .isInstanceOf(ApiException.NotFound.class)
                .hasMessageContaining("no such pod");
    }

    private static RestClient impatient(FakeTransport transport) {
        return RestClient.on(transport, Platform.real()).withRetries(new RetryPolicy(3, Duration.ZERO));
    }

    @Test
    void anAnswerThatSaysWhenToComeBackIsTriedAgain() {
        // RC-12 (a): any method, because the server has not acted.
        FakeTransport transport = FakeTransport.answering(
                answer(429, "text/plain", "", "Retry-After", "0"),
                answer(503, "text/plain", "", "Retry-After", "0"),
                json(WEB));
        impatient(transport)
                .post()
                .resource("pods")
                .namespace("default")
                .body("application/json", new byte[] {'x'})
                .call();
        assertThat(transport.requests()).hasSize(3);
        assertThat(transport.requests()).extracting(FakeTransport::bodyOf).containsOnly("x");
        assertThat(transport.open()).isZero();
    }

    @Test
    void withoutAWordOnWhenThereIsNoSecondAttempt() {
        // RC-14
        FakeTransport transport = FakeTransport.answering(answer(503, "text/plain", ""));
        assertThatThrownBy(() -> impatient(transport).get().resource("pods").call())
                .isInstanceOf(ApiException.ServerError.class);
        FakeTransport dated =
                FakeTransport.answering(answer(503, "text/plain", "", "Retry-After", "Fri, 31 Dec 1999 23:59:59 GMT"));
        assertThatThrownBy(() -> impatient(dated).get().resource("pods").call())
                .isInstanceOf(ApiException.ServerError.class);
    }

    @Test
    void aLostConnectionIsTriedAgainForReadsOnly() {
        // RC-12 (b)
        List<HttpResponse> left = new ArrayList<>(List.of(json(WEB)));
        FakeTransport transport = new FakeTransport(request -> {
            if (left.size() == 1 && request.target().endsWith("first")) {
                throw FakeTransport.lost();
            }
            return left.removeFirst();
        });
        RestClient client = impatient(transport);
        assertThatThrownBy(() -> client.delete()
                        .resource("pods")
                        .namespace("a")
                        .name("first")
                        .call())
                .isInstanceOf(ApiException.Unreachable.class);
        assertThat(transport.requests()).hasSize(1);
        assertThatThrownBy(() -> client.get()
                        .resource("pods")
                        .namespace("a")
                        .name("first")
                        .call())
                .isInstanceOf(ApiException.Unreachable.class);
        assertThat(transport.requests()).hasSize(1 + 4);
    }

    @Test
    void theLastFailureRemembersTheOneBefore() {
        // RC-13
        FakeTransport transport = FakeTransport.answering(
                answer(429, "text/plain", "busy", "Retry-After", "0"), json(403, failure(403, "Forbidden", "not you")));
        assertThatThrownBy(() -> impatient(transport).get().resource("pods").call())
                .isInstanceOf(ApiException.Forbidden.class)
                .satisfies(thrown ->
                        assertThat(thrown.getSuppressed()).singleElement().isInstanceOf(ApiException.Throttled.class));
    }

    @Test
    void warningsReachTheHandler() {
        // RC-22
        FakeTransport transport = new FakeTransport(request -> answer(
                200,
                "application/json",
                WEB,
                "Warning",
                "299 - \"v1 is \\\"old\\\"\", 199 x \"not for us\"",
                "Warning",
                "299 agent \"second\" \"Wed, 21 Oct 2015 07:28:00 GMT\"",
                "Warning",
                "299 - \"\"",
                "Warning",
                "garbage"));
        List<String> heard = new ArrayList<>();
        RestClient.on(transport, Platform.real())
                .withWarnings((code, agent, text) -> heard.add(code + " " + agent + " " + text))
                .get()
                .resource("pods")
                .call();
        assertThat(heard).containsExactly("299 - v1 is \"old\"", "299 agent second");
    }

    @Test
    void aStreamIsLeftOpenForTheCaller() throws Exception {
        FakeTransport transport = FakeTransport.answering(answer(200, "text/plain", "line 1\nline 2\n"));
        try (var in = RestClient.on(transport, Platform.real()).get().absPath("/logs/x").stream()) {
            assertThat(transport.open()).isOne();
            assertThat(new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8))
                    .isEqualTo("line 1\nline 2\n");
        }
        assertThat(transport.open()).isZero();
    }
}
