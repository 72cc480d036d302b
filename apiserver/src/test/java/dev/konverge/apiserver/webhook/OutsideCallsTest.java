package dev.konverge.apiserver.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.store.State;
import dev.konverge.apiserver.store.Store;
import dev.konverge.apiserver.store.Stored;
import dev.konverge.base.VirtualPlatform;
import dev.konverge.base.tls.CertificateAuthority;
import dev.konverge.base.tls.Identity;
import dev.konverge.model.Json;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The clients of webhooks from their first call to their end. */
class OutsideCallsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final VirtualPlatform platform = new VirtualPlatform(1);
    private final Store store = new Store(platform, State.empty(State.Retention.USUAL));
    private final OutsideCalls calls = new OutsideCalls(store::state);
    private final Set<Thread> before = clientThreads();

    @AfterEach
    void close() {
        platform.close();
    }

    private static Set<Thread> clientThreads() {
        Set<Thread> threads = new HashSet<>(Thread.getAllStackTraces().keySet());
        threads.removeIf(thread -> !thread.getName().endsWith("SelectorManager"));
        return threads;
    }

    /** The threads of clients that this test has made. */
    private List<Thread> clients() {
        return clientThreads().stream()
                .filter(thread -> !before.contains(thread))
                .toList();
    }

    private static Json.Obj config(int port) {
        return Tree.of("url", "https://127.0.0.1:" + port + "/");
    }

    private void configure(String name, int port) {
        Json.Obj webhook = Tree.of("name", name, "clientConfig", config(port));
        store.write(
                Webhooks.MUTATING,
                name,
                store.state().find(Webhooks.MUTATING, name),
                Tree.of("metadata", Tree.of("name", name), "webhooks", new Json.Arr(List.of(webhook))));
    }

    private void remove(String name) {
        Stored stored = store.state().find(Webhooks.MUTATING, name);
        assertThat(store.write(Webhooks.MUTATING, name, stored, null)).isNotNull();
    }

    private static int closedPort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Test
    void aClientIsLetGoWithTheLastConfigurationThatNamesIt() throws Exception {
        int port = closedPort();
        configure("a", port);
        configure("b", port);
        Endpoint endpoint = Endpoint.of(config(port));
        assertThatThrownBy(() -> calls.post(endpoint, new byte[0], PATIENCE))
                .isInstanceOf(WebhookCalls.CallFailure.class);
        assertThat(clients()).hasSize(1);
        remove("a");
        calls.letGo();
        assertThatThrownBy(() -> calls.post(endpoint, new byte[0], PATIENCE))
                .hasMessageEndingWith("connect: connection refused");
        List<Thread> clients = clients();
        assertThat(clients).hasSize(1);
        remove("b");
        calls.letGo();
        assertThat(clients.getFirst().join(PATIENCE)).isTrue();
    }

    @Test
    void aCallUnderWayGoesOnAndTheNextOneIsMadeByAnotherClient() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            configure("a", server.getLocalPort());
            Endpoint endpoint = Endpoint.of(config(server.getLocalPort()));
            FutureTask<byte[]> call = new FutureTask<>(() -> calls.post(endpoint, new byte[0], PATIENCE));
            Thread.ofVirtual().start(call);
            List<Thread> clients;
            try (Socket connection = server.accept()) {
                remove("a");
                calls.letGo();
                // The first words of a handshake: who shuts the client down would not let it come this far.
                assertThat(connection.getInputStream().read()).isEqualTo(22);
                assertThat(call.isDone()).isFalse();
                // It ends with the call, which ends with this connection.
                clients = clients();
                assertThat(clients).hasSize(1);
            }
            assertThatThrownBy(call::get).hasCauseInstanceOf(WebhookCalls.CallFailure.class);
            assertThat(clients.getFirst().join(PATIENCE)).isTrue();
        }
        assertThatThrownBy(() -> calls.post(Endpoint.of(config(closedPort())), new byte[0], PATIENCE))
                .hasMessageEndingWith("connect: connection refused");
        calls.letGo();
    }

    private static ServerSocket secure(Identity identity) throws Exception {
        char[] none = new char[0];
        KeyStore keys = KeyStore.getInstance("PKCS12");
        keys.load(null, none);
        keys.setKeyEntry("server", identity.key(), none, new Certificate[] {identity.certificate()});
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(keys, none);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(factory.getKeyManagers(), null, null);
        return context.getServerSocketFactory().createServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    @Test
    void anAnswerThatStallsInItsBodyIsGivenUp() throws Exception {
        CertificateAuthority authority = new CertificateAuthority(Instant.now());
        try (ServerSocket server = secure(authority.server(List.of("127.0.0.1")))) {
            String url = "https://127.0.0.1:" + server.getLocalPort() + "/";
            Endpoint endpoint = new Endpoint(url, "", "", 0, authority.certificatePem());
            FutureTask<byte[]> call = new FutureTask<>(() -> calls.post(endpoint, new byte[0], Duration.ofSeconds(5)));
            Thread.ofVirtual().start(call);
            try (Socket connection = server.accept()) {
                assertThat(connection.getInputStream().read()).isEqualTo('P');
                connection
                        .getOutputStream()
                        .write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{".getBytes(StandardCharsets.US_ASCII));
                connection.getOutputStream().flush();
                assertThatThrownBy(() -> call.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                        .hasRootCauseInstanceOf(WebhookCalls.CallFailure.class)
                        .hasRootCauseMessage("Post \"" + url + "?timeout=5s\": context deadline exceeded");
                List<Thread> clients = clients();
                assertThat(clients).hasSize(1);
                calls.letGo();
                assertThat(clients.getFirst().join(PATIENCE)).isTrue();
            }
        }
    }
}
