package dev.konverge.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.apiserver.Headers;
import dev.konverge.apiserver.ServerRequest;
import dev.konverge.apiserver.ServerResponse;
import dev.konverge.apiserver.User;
import dev.konverge.apiserver.fault.ConnectionCutException;
import dev.konverge.base.Platform;
import dev.konverge.base.tls.CertificateAuthority;
import dev.konverge.base.tls.Identity;
import dev.konverge.model.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The socket, with a hand-written server behind it. */
class HttpFrontTest {
    private static final HttpLimits LIMITS =
            new HttpLimits(1000, 8192, 2000, 2, Duration.ofMillis(300), Duration.ofSeconds(20));

    private final CertificateAuthority authority = new CertificateAuthority(Instant.now());
    private final BlockingQueue<ServerRequest> seen = new LinkedBlockingQueue<>();
    private final FakeFeed feed = new FakeFeed();
    private @Nullable HttpFront front;
    private @Nullable HttpClient client;

    @AfterEach
    void closeAll() {
        if (client != null) {
            client.shutdownNow();
        }
        if (front != null) {
            front.close();
        }
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void aClientCertificateSaysWhoTheClientIs(HttpClient.Version version) throws Exception {
        open(request -> text(200, "hello"));
        HttpResponse<String> answer = get(client(version, authority.client("eve", List.of("a", "b"))), "/api");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.version()).isEqualTo(version);
        assertThat(answer.body()).isEqualTo("hello");
        User user = seen.remove().user();
        assertThat(user.name()).isEqualTo("eve");
        assertThat(user.groups()).containsExactly("a", "b", "system:authenticated");
    }

    @Test
    void everyAnswerCarriesAnAuditIdAndIsNotCached() throws Exception { // P9
        open(request -> text(200, "hello"));
        HttpResponse<String> answer = get(client(HttpClient.Version.HTTP_1_1, admin()), "/api");

        assertThat(answer.headers().firstValue("Audit-Id")).get().asString().hasSize(36);
        assertThat(answer.headers().firstValue("Cache-Control")).contains("no-cache, private");
    }

    @Test
    void whoComesWithoutCredentialsIsAnonymousWhereThatIsAllowed() throws Exception { // H1, D7
        open(request -> text(200, "ok"), true);
        HttpClient nobody = client(HttpClient.Version.HTTP_1_1, null);

        assertThat(get(nobody, "/readyz").statusCode()).isEqualTo(200);
        assertThat(seen.remove().user()).isEqualTo(User.ANONYMOUS);
    }

    @Test
    void whereEverybodyNeedsCredentialsHealthIsNoException() throws Exception { // H1, D7
        open(request -> text(200, "ok"));
        HttpClient nobody = client(HttpClient.Version.HTTP_1_1, null);

        assertStatus(get(nobody, "/api/v1/secrets"), 401, "Unauthorized");
        assertStatus(get(nobody, "/readyz"), 401, "Unauthorized");
    }

    @Test
    void aBearerTokenIsAsGoodAsACertificateAndAWrongOneIsRefused() throws Exception { // H1
        open(request -> text(200, "ok"));
        HttpClient nobody = client(HttpClient.Version.HTTP_1_1, null);

        assertThat(send(nobody, request("/api").header("Authorization", "Bearer secret"))
                        .statusCode())
                .isEqualTo(200);
        assertThat(seen.remove().user().name()).isEqualTo("token-user");
        assertStatus(send(nobody, request("/api").header("Authorization", "Bearer wrong")), 401, "Unauthorized");
        assertStatus(send(nobody, request("/readyz").header("Authorization", "Bearer wrong")), 401, "Unauthorized");
    }

    @Test
    void aCertificateOfAnotherAuthorityIsRefusedWithAReadableAnswer() throws Exception { // H1
        open(request -> text(200, "ok"));
        Identity stranger = new CertificateAuthority(Instant.now()).client("admin", List.of("system:masters"));

        assertStatus(get(client(HttpClient.Version.HTTP_1_1, stranger), "/api"), 401, "Unauthorized");
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void aBodyBeyondTheLimitIsRefused(HttpClient.Version version) throws Exception { // P7
        open(request -> text(200, "ok"));
        HttpClient admin = client(version, admin());
        HttpResponse<String> kept =
                send(admin, request("/api").POST(HttpRequest.BodyPublishers.ofByteArray(new byte[1000])));
        HttpResponse<String> refused =
                send(admin, request("/api").POST(HttpRequest.BodyPublishers.ofByteArray(new byte[1001])));

        assertThat(kept.statusCode()).isEqualTo(200);
        assertThat(seen.remove().body()).hasSize(1000);
        assertStatus(refused, 413, "RequestEntityTooLarge");
        assertThat(refused.body()).contains("limit is 1000");
    }

    @Test
    void aBodyOfUnknownLengthIsCountedWhileItArrives() throws Exception { // P7
        open(request -> text(200, "ok"));
        HttpRequest.BodyPublisher stream =
                HttpRequest.BodyPublishers.ofInputStream(() -> new java.io.ByteArrayInputStream(new byte[5000]));

        assertStatus(
                send(
                        client(HttpClient.Version.HTTP_1_1, admin()),
                        request("/api").POST(stream)),
                413,
                "RequestEntityTooLarge");
    }

    @Test
    void aUrlOrHeadersBeyondTheLimitAreRefusedWithAStatus() throws Exception {
        open(request -> text(200, "ok"));
        HttpClient admin = client(HttpClient.Version.HTTP_1_1, admin());

        assertStatus(get(admin, "/api?" + "x".repeat(2000)), 414, "RequestURITooLong");
        assertStatus(
                send(admin, request("/api").header("X-Long", "x".repeat(9000))), 431, "RequestHeaderFieldsTooLarge");
    }

    @Test
    void strangePathsReachTheServerAsTheyAre() throws Exception {
        open(request -> text(404, "nothing"));

        assertThat(get(client(HttpClient.Version.HTTP_1_1, admin()), "/api/%2F/..;/x%zz".replace("%zz", "%20"))
                        .statusCode())
                .isEqualTo(404);
        assertThat(seen.remove().path()).isEqualTo("/api/%2F/..;/x%20");
    }

    @Test
    void aFailureOfTheServerIsAnInternalErrorAndNotTheEndOfIt() throws Exception {
        open(request -> {
            if (request.path().equals("/bad")) {
                throw new IllegalStateException("boom");
            }
            return text(200, "ok");
        });
        HttpClient admin = client(HttpClient.Version.HTTP_1_1, admin());

        assertStatus(get(admin, "/bad"), 500, "InternalError");
        assertThat(get(admin, "/bad").body()).doesNotContain("boom");
        assertThat(get(admin, "/good").statusCode()).isEqualTo(200);
    }

    @Test
    void largeAnswersAreCompressedForThoseWhoAsk() throws Exception { // P10
        String large = "abcdefgh".repeat(20_000);
        open(request -> text(200, large));
        HttpClient admin = client(HttpClient.Version.HTTP_1_1, admin());
        HttpResponse<InputStream> zipped =
                admin.send(request("/api").header("Accept-Encoding", "gzip").build(), BodyHandlers.ofInputStream());

        assertThat(zipped.headers().firstValue("Content-Encoding")).contains("gzip");
        assertThat(zipped.headers().allValues("Vary")).contains("Accept-Encoding");
        assertThat(new String(new GZIPInputStream(zipped.body()).readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo(large);
        assertThat(get(admin, "/api").body()).isEqualTo(large);
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void aWatchDeliversEachEventAsItHappens(HttpClient.Version version) throws Exception { // W1
        open(request -> watch(feed));
        HttpResponse<InputStream> answer =
                client(version, admin()).send(request("/watch").build(), BodyHandlers.ofInputStream());
        BufferedReader lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8));

        assertThat(answer.statusCode()).isEqualTo(200);
        for (int i = 0; i < 100; i++) {
            feed.add("event " + i + "\n");
            assertThat(lines.readLine()).isEqualTo("event " + i);
        }
        feed.end();
        assertThat(lines.readLine()).isNull();
        assertThat(feed.closed.await(5, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void watchesBeyondTheLimitAreRefusedAndRoomIsMadeAgain() throws Exception {
        open(request -> watch(request.path().equals("/1") ? feed : new FakeFeed()));
        HttpClient admin = client(HttpClient.Version.HTTP_2, admin());
        admin.send(request("/1").build(), BodyHandlers.ofInputStream());
        admin.send(request("/2").build(), BodyHandlers.ofInputStream());

        assertStatus(get(admin, "/3"), 429, "TooManyRequests");
        feed.end();
        assertThat(feed.closed.await(5, TimeUnit.SECONDS)).isTrue();
        assertThat(admin.send(request("/4").build(), BodyHandlers.ofInputStream())
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void aClientThatDoesNotReadIsDropped() throws Exception { // W11
        open(request -> watch(feed));
        client(HttpClient.Version.HTTP_1_1, admin()).send(request("/watch").build(), BodyHandlers.ofInputStream());
        byte[] large = new byte[1 << 20];
        for (int i = 0; i < 64; i++) {
            feed.add(large);
        }

        assertThat(feed.closed.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void aClientThatLeavesEndsItsWatch(HttpClient.Version version) throws Exception {
        open(request -> watch(feed));
        HttpResponse<InputStream> answer =
                client(version, admin()).send(request("/watch").build(), BodyHandlers.ofInputStream());
        answer.body().close();

        assertThat(feed.closed.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void closingTheFrontEndsWatchesProperly() throws Exception {
        open(request -> watch(feed));
        HttpResponse<InputStream> answer = client(HttpClient.Version.HTTP_1_1, admin())
                .send(request("/watch").build(), BodyHandlers.ofInputStream());
        feed.add("last\n");
        InputStream body = answer.body();
        assertThat(new String(body.readNBytes(5), StandardCharsets.UTF_8)).isEqualTo("last\n");
        front().close();

        assertThat(body.readAllBytes()).isEmpty();
        assertThat(front().isServing()).isFalse();
    }

    @Test
    void closingTheFrontEndsRequestsThatDoNotEndByThemselves() throws Exception {
        AtomicBoolean interrupted = new AtomicBoolean();
        open(request -> {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.set(true);
                throw e;
            }
            return text(200, "never");
        });
        CompletableFuture<HttpResponse<String>> answer = client(HttpClient.Version.HTTP_1_1, admin())
                .sendAsync(request("/api").build(), BodyHandlers.ofString());
        assertThat(seen.poll(10, TimeUnit.SECONDS)).isNotNull();
        front().close();

        assertThat(interrupted).isTrue();
        assertThat(answer).failsWithin(Duration.ofSeconds(10));
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void aCutConnectionLooksLikeABrokenNetwork(HttpClient.Version version) {
        open(request -> {
            throw new ConnectionCutException("cut");
        });

        assertThatThrownBy(() -> get(client(version, admin()), "/api")).isInstanceOf(IOException.class);
    }

    @Test
    void aWebSocketGetsOneEventAMessageAndIsClosedNormallyAtTheEnd() throws Exception { // W12
        open(request -> watch(feed));
        Listener listener = new Listener();
        client(HttpClient.Version.HTTP_1_1, admin())
                .newWebSocketBuilder()
                .header("Origin", "https://localhost")
                .buildAsync(socketUri("/watch"), listener)
                .get(10, TimeUnit.SECONDS);
        feed.add("{\"a\":1}\n");
        feed.add("{\"b\":2}\n");
        feed.end();

        assertThat(listener.take()).isEqualTo("text {\"a\":1}\n");
        assertThat(listener.take()).isEqualTo("text {\"b\":2}\n");
        assertThat(listener.take()).isEqualTo("close 1000");
    }

    @Test
    void protobufTravelsInBinaryMessagesWithoutItsLength() throws Exception { // W12
        open(request -> new ServerResponse.Watch(
                200, Headers.of("Content-Type", "application/vnd.kubernetes.protobuf;stream=watch"), feed));
        Listener listener = new Listener();
        client(HttpClient.Version.HTTP_1_1, admin())
                .newWebSocketBuilder()
                .header("Origin", "https://localhost")
                .buildAsync(socketUri("/watch"), listener)
                .get(10, TimeUnit.SECONDS);
        feed.add(new byte[] {0, 0, 0, 2, 'h', 'i'});

        assertThat(listener.take()).isEqualTo("binary hi");
    }

    @Test
    void aWebSocketTakesItsTokenFromTheProtocolAndAnswersWithTheOther() throws Exception { // H1
        open(request -> watch(feed));
        WebSocket socket = client(HttpClient.Version.HTTP_1_1, null)
                .newWebSocketBuilder()
                .header("Origin", "https://localhost")
                .subprotocols("base64url.bearer.authorization.k8s.io.c2VjcmV0", "base64.binary.k8s.io")
                .buildAsync(socketUri("/watch"), new Listener())
                .get(10, TimeUnit.SECONDS);

        assertThat(socket.getSubprotocol()).isEqualTo("base64.binary.k8s.io");
        assertThat(seen.remove().user().name()).isEqualTo("token-user");
    }

    @Test
    void aWebSocketWithoutOriginIsForbidden() {
        open(request -> watch(feed));

        assertThatThrownBy(() -> client(HttpClient.Version.HTTP_1_1, admin())
                        .newWebSocketBuilder()
                        .buildAsync(socketUri("/watch"), new Listener())
                        .get(10, TimeUnit.SECONDS))
                .cause()
                .isInstanceOfSatisfying(
                        WebSocketHandshakeException.class,
                        e -> assertThat(e.getResponse().statusCode()).isEqualTo(403));
    }

    @Test
    void aSocketThatLeavesEndsItsWatch() throws Exception {
        open(request -> watch(feed));
        WebSocket socket = client(HttpClient.Version.HTTP_1_1, admin())
                .newWebSocketBuilder()
                .header("Origin", "https://localhost")
                .buildAsync(socketUri("/watch"), new Listener())
                .get(10, TimeUnit.SECONDS);
        socket.abort();

        assertThat(feed.closed.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aPortInUseIsToldByItsNumber() {
        open(request -> text(200, "ok"));
        int port = front().port();

        assertThatThrownBy(() -> HttpFront.open(
                        Platform.real(),
                        new HttpFront.Settings("127.0.0.1", port, new Access.Open(), LIMITS),
                        request -> text(200, "")))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("cannot listen on 127.0.0.1:" + port);
    }

    @Test
    void anOpenFrontSpeaksPlainHttpToEverybody() throws Exception {
        front = HttpFront.open(
                Platform.real(),
                new HttpFront.Settings("127.0.0.1", 0, new Access.Open(), LIMITS),
                request -> text(200, request.user().name()));

        assertThat(front().uri().getScheme()).isEqualTo("http");
        assertThat(get(client(HttpClient.Version.HTTP_1_1, null), "/api").body())
                .isEqualTo("admin");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLS_CHACHA20_POLY1305_SHA256", "TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384"})
    void aClientGetsTheCipherThatItWantsMost(String wanted) throws Exception {
        open(request -> text(200, "hello"));
        var parameters = new SSLParameters();
        parameters.setCipherSuites(Stream.concat(
                        Stream.of(wanted),
                        Stream.of("TLS_AES_256_GCM_SHA384", "TLS_AES_128_GCM_SHA256", "TLS_CHACHA20_POLY1305_SHA256"))
                .distinct()
                .toArray(String[]::new));
        SSLContext trusting = client(HttpClient.Version.HTTP_1_1, admin()).sslContext();
        try (HttpClient choosing = HttpClient.newBuilder()
                .sslContext(trusting)
                .sslParameters(parameters)
                .build()) {
            assertThat(get(choosing, "/api").sslSession().orElseThrow().getCipherSuite())
                    .isEqualTo(wanted);
        }
    }

    @Test
    void metricsCountRequests() throws Exception {
        open(request -> text(404, "nothing"));
        HttpClient admin = client(HttpClient.Version.HTTP_1_1, admin());
        get(admin, "/api");

        assertThat(get(admin, "/metrics").body())
                .contains("konverge_apiserver_requests_total{method=\"GET\",code=\"404\"} 1");
    }

    // ---- what the tests are made of
    // -----------------------------------------------------------------------------------------

    private void open(Exchange exchange) {
        open(exchange, false);
    }

    private void open(Exchange exchange, boolean anonymous) {
        User known = new User("token-user", "", List.of(), Map.of());
        Authenticator authenticator = new Authenticator(
                authority.certificate(),
                token -> token.equals("secret") ? Optional.of(known) : Optional.empty(),
                anonymous);
        Identity server = authority.server(List.of("127.0.0.1", "localhost"));
        front = HttpFront.open(
                Platform.real(),
                new HttpFront.Settings("127.0.0.1", 0, new Access.Protected(server, authenticator), LIMITS),
                request -> {
                    seen.add(request);
                    return exchange.handle(request);
                });
    }

    private HttpFront front() {
        if (front == null) {
            throw new IllegalStateException("nothing is open");
        }
        return front;
    }

    private Identity admin() {
        return authority.client("admin", List.of("system:masters"));
    }

    private HttpClient client(HttpClient.Version version, @Nullable Identity identity) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            trusted.setCertificateEntry("ca", authority.certificate());
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            KeyStore own = KeyStore.getInstance("PKCS12");
            own.load(null, null);
            if (identity != null) {
                own.setKeyEntry("me", identity.key(), new char[0], new Certificate[] {identity.certificate()});
            }
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(own, new char[0]);
            context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
            HttpClient made =
                    HttpClient.newBuilder().version(version).sslContext(context).build();
            client = made;
            return made;
        } catch (java.security.GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private HttpRequest.Builder request(String target) {
        return HttpRequest.newBuilder(URI.create(front().uri() + target));
    }

    private URI socketUri(String target) {
        return URI.create(front().uri().toString().replace("https", "wss") + target);
    }

    private static HttpResponse<String> send(HttpClient client, HttpRequest.Builder request)
            throws IOException, InterruptedException {
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> get(HttpClient client, String target) throws IOException, InterruptedException {
        return send(client, request(target));
    }

    private static ServerResponse text(int status, String body) {
        return new ServerResponse.Whole(
                status, Headers.of("Content-Type", "text/plain"), body.getBytes(StandardCharsets.UTF_8));
    }

    private static ServerResponse watch(FakeFeed feed) {
        return new ServerResponse.Watch(200, Headers.of("Content-Type", "application/json"), feed);
    }

    private static void assertStatus(HttpResponse<String> answer, int code, String reason) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(code);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
        Json.Obj status = (Json.Obj) Json.parse(answer.body());
        assertThat(status.get("kind")).isEqualTo(Json.of("Status"));
        assertThat(status.get("reason")).isEqualTo(Json.of(reason));
        assertThat(status.get("code")).isEqualTo(Json.of((long) code));
    }

    /** Notes what a WebSocket is sent. */
    private static final class Listener implements WebSocket.Listener {
        private final BlockingQueue<String> notes = new LinkedBlockingQueue<>();

        String take() throws InterruptedException {
            return String.valueOf(notes.poll(10, TimeUnit.SECONDS));
        }

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            notes.add("text " + data);
            socket.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
            notes.add("binary " + StandardCharsets.UTF_8.decode(data));
            socket.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
            notes.add("close " + code);
            return null;
        }
    }
}
