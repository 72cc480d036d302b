package dev.konverge.apiserver.webhook;

import dev.konverge.apiserver.failure.GoText;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.store.State;
import dev.konverge.apiserver.store.Stored;
import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import dev.konverge.model.Json;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathBuilderException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/**
 * Calls over HTTPS, and to functions in this process that stand in the place of an address. Safe for use by many threads.
 *
 * <p>There is one client for each server name and set of authorities, made when it is first needed, and let go when no configuration
 * names it any longer.
 */
public final class OutsideCalls implements WebhookCalls {
    /** Others answer in the machine's time, whatever time it is here. */
    private static final Platform MACHINE = Platform.real();

    private static final String DEFINITIONS = "customresourcedefinitions.apiextensions.k8s.io";

    private final Map<String, UnaryOperator<byte[]>> functions = new ConcurrentHashMap<>();
    private final Map<Trusted, SharedClient> clients = new ConcurrentHashMap<>();
    private final Supplier<State> state;
    private final ServiceRoutes routes;

    /** The last change of a configuration that the clients were compared with; -1 if there is a new client. Written by any thread. */
    private volatile long looked = -1;

    /** A server by its name and by who vouches for it. */
    private record Trusted(String authorities, String name) {
        static Trusted of(Endpoint endpoint) {
            String name = endpoint.isService()
                    ? endpoint.service() + "." + endpoint.namespace() + ".svc"
                    : host(endpoint.url());
            return new Trusted(endpoint.authorities(), name);
        }

        private static String host(String url) {
            try {
                return String.valueOf(URI.create(url).getHost());
            } catch (IllegalArgumentException callsNobody) {
                return "";
            }
        }
    }

    /** Calls nobody yet. Services and who is still to be called are looked up in a store. */
    public OutsideCalls(Supplier<State> state) {
        this.state = state;
        this.routes = new ServiceRoutes(state);
    }

    /** Lets go of the clients that no configuration names any longer. Calls under way go on to their end. */
    public void letGo() {
        if (clients.isEmpty()) {
            return;
        }
        State now = state.get();
        long changed = Stream.of(Webhooks.MUTATING, Webhooks.VALIDATING, DEFINITIONS)
                .mapToLong(now::lastChange)
                .max()
                .orElse(0);
        if (changed != looked) {
            looked = changed;
            Set<Trusted> named = named(now);
            clients.forEach((trusted, client) -> {
                if (!named.contains(trusted) && clients.remove(trusted, client)) {
                    client.leave();
                }
            });
        }
    }

    private static Set<Trusted> named(State now) {
        Set<Trusted> named = new HashSet<>();
        for (String collection : List.of(Webhooks.MUTATING, Webhooks.VALIDATING)) {
            for (Stored stored : now.objects(collection).from("")) {
                for (Json.Obj webhook : Tree.objects(stored.content(), "webhooks")) {
                    named.add(Trusted.of(Endpoint.of(Tree.object(webhook, "clientConfig"))));
                }
            }
        }
        for (Stored stored : now.objects(DEFINITIONS).from("")) {
            Json.Obj webhook = Tree.object(stored.content(), "spec", "conversion", "webhook", "clientConfig");
            named.add(Trusted.of(Endpoint.of(webhook)));
        }
        return named;
    }

    /** Lets a function answer in the place of an address, until it is taken away by {@link #restore}. */
    public void replace(String url, UnaryOperator<byte[]> function) {
        functions.put(url, function);
    }

    /** Calls go to an address itself again. */
    public void restore(String url) {
        functions.remove(url);
    }

    @Override
    public byte[] post(Endpoint endpoint, byte[] body, Duration timeout) throws CallFailure {
        UnaryOperator<byte[]> function = functions.get(endpoint.url());
        String shown = endpoint.urlWithTimeout(timeout);
        if (function != null) {
            try {
                return function.apply(body);
            } catch (RuntimeException failure) {
                throw new CallFailure("Post " + GoText.quote(shown) + ": " + failure);
            }
        }
        try {
            return send(endpoint, URI.create(shown), body, timeout);
        } catch (AnswerFailure failure) {
            throw new CallFailure(String.valueOf(failure.getMessage()));
        } catch (CallFailure failure) {
            throw new CallFailure("Post " + GoText.quote(shown) + ": " + failure.getMessage());
        } catch (IllegalArgumentException | GeneralSecurityException | IOException failure) {
            throw new CallFailure("Post " + GoText.quote(shown) + ": " + why(URI.create(shown), failure));
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new CallFailure("Post " + GoText.quote(shown) + ": context canceled");
        }
    }

    private byte[] send(Endpoint endpoint, URI uri, byte[] body, Duration timeout)
            throws CallFailure, GeneralSecurityException, IOException, InterruptedException {
        URI target = endpoint.isService()
                ? URI.create("https://" + routes.find(endpoint) + uri.getRawPath() + "?" + uri.getRawQuery())
                : uri;
        HttpRequest request = HttpRequest.newBuilder(target)
                .timeout(timeout)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, */*")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        HttpResponse<byte[]> response = answer(Trusted.of(endpoint), request, timeout);
        String type = response.headers().firstValue("Content-Type").orElse("");
        if (response.statusCode() / 100 != 2) {
            throw new AnswerFailure(ServerWords.of(response.statusCode(), type, response.body()));
        }
        if (response.body().length == 0) {
            throw new AnswerFailure(
                    "0-length response with status code: " + response.statusCode() + " and content type: " + type);
        }
        return response.body();
    }

    private HttpResponse<byte[]> answer(Trusted trusted, HttpRequest request, Duration timeout)
            throws GeneralSecurityException, IOException, InterruptedException {
        SharedClient client = entered(trusted);
        CompletableFuture<Void> late = new CompletableFuture<>();
        Task alarm = MACHINE.start("webhook-timeout", () -> {
            MACHINE.sleep(timeout);
            late.complete(null);
        });
        try {
            return client.http.send(request, head -> new TimedBody(late));
        } finally {
            alarm.close();
            client.leave();
        }
    }

    /** A body that is given up when it is late: the timeout of a request itself ends with the head of its answer. */
    private static final class TimedBody implements HttpResponse.BodySubscriber<byte[]> {
        private final HttpResponse.BodySubscriber<byte[]> parts = HttpResponse.BodySubscribers.ofByteArray();
        private final CompletableFuture<byte[]> whole =
                parts.getBody().toCompletableFuture().copy();
        private final CompletableFuture<Void> late;

        /**
         * @param late is complete when it is too late
         */
        TimedBody(CompletableFuture<Void> late) {
            this.late = late;
        }

        @Override
        public CompletionStage<byte[]> getBody() {
            return whole;
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            parts.onSubscribe(subscription);
            CompletableFuture<Void> unused = late.thenRun(() -> {
                if (whole.completeExceptionally(new HttpTimeoutException("the body is late"))) {
                    subscription.cancel();
                }
            });
        }

        @Override
        public void onNext(List<ByteBuffer> part) {
            parts.onNext(part);
        }

        @Override
        public void onError(Throwable failure) {
            parts.onError(failure);
        }

        @Override
        public void onComplete() {
            parts.onComplete();
        }
    }

    private SharedClient entered(Trusted trusted) throws GeneralSecurityException, IOException {
        while (true) {
            SharedClient known = clients.get(trusted);
            if (known != null && known.enter()) {
                return known;
            }
            SharedClient made = new SharedClient(HttpClient.newBuilder()
                    .sslContext(NamedTrust.context(trusted.authorities(), trusted.name()))
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .build());
            if (clients.putIfAbsent(trusted, made) == null) {
                looked = -1;
            } else {
                made.leave();
            }
        }
    }

    /** A client that is closed when nobody uses it any longer: its calls, and this as long as it keeps it. */
    private static final class SharedClient {
        private final HttpClient http;
        private final AtomicInteger users = new AtomicInteger(1);

        SharedClient(HttpClient http) {
            this.http = http;
        }

        /** {@return whether it can be used}: it is too late once it was closed */
        boolean enter() {
            return users.getAndUpdate(count -> count == 0 ? 0 : count + 1) > 0;
        }

        void leave() {
            if (users.decrementAndGet() == 0) {
                http.shutdown();
            }
        }
    }

    /** An answer that says that it failed: nothing is wrong with the way to it. */
    private static final class AnswerFailure extends IOException {
        private static final long serialVersionUID = 1L;

        AnswerFailure(String message) {
            super(message);
        }
    }

    /** What a real server says of the same failures. */
    private static String why(URI uri, Exception failure) {
        return switch (failure) {
            case HttpTimeoutException ignored -> "context deadline exceeded";
            case ConnectException ignored ->
                "dial tcp " + uri.getHost() + ":" + (uri.getPort() < 0 ? 443 : uri.getPort())
                        + ": connect: connection refused";
            case SSLException untrusted -> "tls: failed to verify certificate: " + distrust(untrusted);
            default -> root(failure);
        };
    }

    private static String distrust(SSLException untrusted) {
        for (Throwable cause = untrusted; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertPathBuilderException) {
                return "x509: certificate signed by unknown authority";
            }
        }
        return root(untrusted);
    }

    private static String root(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }
}
