package dev.konverge.client.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Platform;
import dev.konverge.client.config.ClientConfig;
import dev.konverge.client.config.Environment;
import dev.konverge.client.config.PemSource;
import dev.konverge.client.config.Trust;
import dev.konverge.client.testing.Bounded;
import dev.konverge.client.testing.ScriptedServer;
import dev.konverge.client.testing.TestPki;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many callers at once, who leave in the middle, are interrupted, and close what they use. */
@Timeout(300)
class HttpStressTest {
    private static final int CALLERS = 16;
    private static final int CALLS = 40;
    private static final int LARGEST = 200_000;

    private final TestPki.Authority authority = TestPki.authority("test authority");
    private final Path nowhere = Path.of("nowhere");
    private final Transports transports = new Transports(
            Platform.real(),
            new Environment(Map.of(), nowhere, nowhere, false),
            TransportOptions.STANDARD,
            Duration.ofMinutes(1));
    private final Map<String, AtomicInteger> outcomes = new ConcurrentHashMap<>();
    private final AtomicInteger ended = new AtomicInteger();
    private final List<Throwable> wrong = new CopyOnWriteArrayList<>();
    private final AtomicReference<Transport> current = new AtomicReference<>();

    private ScriptedServer echo(boolean http2) {
        TestPki.Identity identity = authority.server(TestPki.loopback());
        ScriptedServer server = http2 ? ScriptedServer.http2(identity) : ScriptedServer.tls(identity);
        return server.otherwise(exchange -> {
            String query = exchange.request().query();
            int size = query.isEmpty() ? 0 : Integer.parseInt(query.substring(query.indexOf('=') + 1));
            String sent = exchange.request().text();
            exchange.respond(200, "text/plain", sent.length() + ":" + "x".repeat(size));
        });
    }

    private Transport connect(ScriptedServer server) {
        return transports.connect(ClientConfig.builder(server.uri())
                .trust(new Trust.Authorities(PemSource.of(authority.pem())))
                .build());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void everyCallHasAnOutcomeAndNothingIsLeft(boolean http2) throws Exception {
        long seed = System.nanoTime();
        try (ScriptedServer server = echo(http2)) {
            current.set(connect(server));
            List<Thread> callers = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                Random random = new Random(seed + i);
                Thread.Builder builder = i % 2 == 0 ? Thread.ofVirtual() : Thread.ofPlatform();
                callers.add(builder.start(() -> call(random)));
            }
            Random random = new Random(seed - 1);
            int next = 0;
            while (callers.stream().anyMatch(Thread::isAlive)) {
                LockSupport.parkNanos(random.nextInt(2_000_000));
                // With what has ended, not with the time: on a slow machine nobody would ever come to an end.
                if (ended.get() < next) {
                    continue;
                }
                next = ended.get() + random.nextInt(4);
                if (random.nextInt(60) == 0) {
                    Transport old = current.getAndSet(connect(server));
                    old.close();
                } else {
                    callers.get(random.nextInt(CALLERS)).interrupt();
                }
            }
            int all = outcomes.values().stream().mapToInt(AtomicInteger::get).sum();
            assertThat(wrong).as("seed %d, %s", seed, outcomes).isEmpty();
            assertThat(all).as("seed %d, %s", seed, outcomes).isEqualTo(CALLERS * CALLS);
            assertThat(outcomes).as("seed %d", seed).containsKeys("answered", "interrupted");
            try (Transport last = current.get()) {
                assertThat(Network.get(last, "/api?size=3")).as("seed %d", seed).isEqualTo("0:xxx");
            }
        } finally {
            transports.close();
        }
        assertNoThreadIsLeft(seed);
    }

    private void call(Random random) {
        for (int i = 0; i < CALLS; i++) {
            String outcome;
            try {
                outcome = once(random);
            } catch (InterruptedException e) {
                outcome = "interrupted";
            } catch (TransportException.Closed e) {
                outcome = "closed";
            } catch (BrokenBodyException e) {
                outcome = e.failure() instanceof TransportException.Closed ? "closed" : wrong(e);
            } catch (InterruptedIOException e) {
                outcome = Thread.interrupted() ? "interrupted" : wrong(e);
            } catch (Throwable e) {
                outcome = wrong(e);
            }
            outcomes.computeIfAbsent(outcome, unused -> new AtomicInteger()).incrementAndGet();
            ended.incrementAndGet();
        }
    }

    private String wrong(Throwable failure) {
        wrong.add(failure);
        return "wrong";
    }

    private String once(Random random) throws IOException, InterruptedException {
        int asked = random.nextInt(LARGEST);
        int sent = random.nextBoolean() ? 0 : 1 + random.nextInt(LARGEST);
        byte[] body = "y".repeat(sent).getBytes(StandardCharsets.US_ASCII);
        HttpRequest request = new HttpRequest(
                sent == 0 ? "GET" : "POST",
                "/api?size=" + asked,
                Headers.NONE,
                sent == 0 ? null : () -> body,
                Duration.ofSeconds(60));
        try (HttpResponse response = current.get().send(request)) {
            InputStream content = response.body();
            if (random.nextInt(3) == 0) {
                content.readNBytes(random.nextInt(asked + 1));
                return "left";
            }
            String text = new String(content.readAllBytes(), StandardCharsets.US_ASCII);
            assertThat(text)
                    .hasSize(asked + Integer.toString(sent).length() + 1)
                    .startsWith(sent + ":");
            return "answered";
        }
    }

    private static void assertNoThreadIsLeft(long seed) {
        Bounded.until(() -> threads() == 0, "no thread is left, seed " + seed);
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("http "))
                .count();
    }
}
