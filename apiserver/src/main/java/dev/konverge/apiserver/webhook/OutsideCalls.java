package dev.konverge.apiserver.webhook;

import dev.konverge.apiserver.failure.GoText;
import dev.konverge.apiserver.store.State;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathBuilderException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLException;

/**
 * Calls over HTTPS, and to functions in this process that stand in the place of an address. Safe for use by many threads.
 *
 * <p>There is one client for each server name and set of authorities, made when it is first needed; their number is bounded by that
 * of the configurations.
 */
public final class OutsideCalls implements WebhookCalls {
    private final Map<String, UnaryOperator<byte[]>> functions = new ConcurrentHashMap<>();
    private final Map<Trusted, HttpClient> clients = new ConcurrentHashMap<>();
    private final ServiceRoutes routes;

    /** A server by its name and by who vouches for it. */
    private record Trusted(String authorities, String name) {}

    /** Calls nobody yet. Services are looked up in a store. */
    public OutsideCalls(Supplier<State> state) {
        this.routes = new ServiceRoutes(state);
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
        String name = endpoint.isService() ? endpoint.service() + "." + endpoint.namespace() + ".svc" : uri.getHost();
        URI target = endpoint.isService()
                ? URI.create("https://" + routes.find(endpoint) + uri.getRawPath() + "?" + uri.getRawQuery())
                : uri;
        HttpRequest request = HttpRequest.newBuilder(target)
                .timeout(timeout)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, */*")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        HttpResponse<byte[]> response = client(new Trusted(endpoint.authorities(), name))
                .send(request, HttpResponse.BodyHandlers.ofByteArray());
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

    private HttpClient client(Trusted trusted) throws GeneralSecurityException, IOException {
        HttpClient known = clients.get(trusted);
        if (known == null) {
            HttpClient made = HttpClient.newBuilder()
                    .sslContext(NamedTrust.context(trusted.authorities(), trusted.name()))
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .build();
            HttpClient first = clients.putIfAbsent(trusted, made);
            known = first == null ? made : first;
        }
        return known;
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
