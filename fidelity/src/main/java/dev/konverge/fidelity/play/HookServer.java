package dev.konverge.fidelity.play;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.konverge.base.Platform;
import dev.konverge.base.Signal;
import dev.konverge.base.Task;
import dev.konverge.base.tls.CertificateAuthority;
import dev.konverge.base.tls.Identity;
import dev.konverge.fidelity.scenario.Canned;
import dev.konverge.model.Json;
import dev.konverge.model.codec.DecodeException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * The webhooks of scenarios, on the loopback interface over HTTPS: each answers what it was told to, and remembers what it was asked.
 * Safe for use by many threads.
 */
public final class HookServer implements AutoCloseable {
    private static final String LOOPBACK = "127.0.0.1";
    private static final int NOT_FOUND = 404;

    private final Platform platform;
    private final HttpsServer server;
    private final String authority;
    private final Set<Task> tasks = ConcurrentHashMap.newKeySet();
    private final ReentrantLock lock = new ReentrantLock();
    private final Signal changed;

    @GuardedBy("lock")
    private final Map<String, Canned> answers = new LinkedHashMap<>();

    @GuardedBy("lock")
    private final Map<String, List<Json>> calls = new LinkedHashMap<>();

    private HookServer(Platform platform, HttpsServer server, String authority) {
        this.platform = platform;
        this.server = server;
        this.authority = authority;
        this.changed = platform.signal(lock);
    }

    /** {@return a server without webhooks, at a free port} */
    public static HookServer open(Platform platform) {
        CertificateAuthority signer = new CertificateAuthority(platform.clock().now());
        try {
            HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.setHttpsConfigurator(new HttpsConfigurator(context(signer.server("hooks", List.of(LOOPBACK)))));
            HookServer hooks = new HookServer(
                    platform,
                    server,
                    Base64.getEncoder().encodeToString(signer.certificatePem().getBytes(StandardCharsets.US_ASCII)));
            server.setExecutor(hooks::execute);
            server.createContext("/", hooks::handle);
            server.start();
            return hooks;
        } catch (IOException e) {
            throw new UncheckedIOException("no webhook can be served: " + e.getMessage(), e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java cannot do TLS", e);
        }
    }

    private static SSLContext context(Identity identity) throws GeneralSecurityException, IOException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        keys.load(null, null);
        keys.setKeyEntry("hooks", identity.key(), new char[0], new Certificate[] {identity.certificate()});
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(keys, new char[0]);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(factory.getKeyManagers(), null, null);
        return context;
    }

    /** {@return what the addresses of all webhooks begin with} */
    String address() {
        return "https://" + LOOPBACK + ":" + server.getAddress().getPort();
    }

    /** {@return who vouches for this server, as configurations take it} */
    String authority() {
        return authority;
    }

    void put(String path, Canned answer) {
        lock.lock();
        try {
            answers.put(path, answer);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Takes all webhooks away whose paths begin like this, and what they were asked. */
    void remove(String prefix) {
        lock.lock();
        try {
            answers.keySet().removeIf(path -> path.startsWith(prefix));
            calls.keySet().removeIf(path -> path.startsWith(prefix));
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** {@return the last so many questions to a webhook}; all are forgotten */
    List<Json> takeCalls(String path, int count) {
        lock.lock();
        try {
            List<Json> all = Optional.ofNullable(calls.remove(path)).orElse(List.of());
            return List.copyOf(all.subList(Math.max(0, all.size() - count), all.size()));
        } finally {
            lock.unlock();
        }
    }

    private void execute(Runnable work) {
        tasks.removeIf(Task::isDone);
        tasks.add(platform.start("hook", work::run));
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] asked = exchange.getRequestBody().readAllBytes();
            Optional<HookAnswer> answer = answer(exchange.getRequestURI().getPath(), parsed(asked));
            if (answer.isPresent()) {
                byte[] body = answer.get().body().getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("Content-Type", answer.get().type());
                exchange.sendResponseHeaders(answer.get().status(), body.length == 0 ? -1 : body.length);
                exchange.getResponseBody().write(body);
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private static Json parsed(byte[] asked) {
        try {
            return Json.parse(asked);
        } catch (DecodeException e) {
            return Json.of(new String(asked, StandardCharsets.UTF_8));
        }
    }

    private Optional<HookAnswer> answer(String path, Json review) throws InterruptedException {
        return switch (asked(path, review)) {
            case Canned.Admission admission -> Optional.of(HookAnswer.of(admission, review));
            case Canned.Conversion conversion -> Optional.of(HookAnswer.of(conversion, review));
            case Canned.Raw raw -> Optional.of(HookAnswer.of(raw, review));
            case Canned.Silence silence -> {
                awaitOther(path, silence);
                yield Optional.empty();
            }
        };
    }

    private Canned asked(String path, Json review) {
        lock.lock();
        try {
            calls.computeIfAbsent(path, first -> new ArrayList<>()).add(review);
            return Optional.ofNullable(answers.get(path))
                    .orElse(new Canned.Raw(NOT_FOUND, "text/plain", Json.of("there is no such webhook")));
        } finally {
            lock.unlock();
        }
    }

    private void awaitOther(String path, Canned silence) throws InterruptedException {
        lock.lock();
        try {
            while (silence.equals(answers.get(path))) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        server.stop(0);
        tasks.forEach(Task::interrupt);
        tasks.forEach(Task::close);
    }
}
