package dev.konverge.controller.webhook;

import dev.konverge.base.Platform;
import dev.konverge.client.ClientSet;
import dev.konverge.controller.guard.Guard;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;

/** Describes a {@link WebhookServer}. */
public final class WebhookServerBuilder {
    /** An object has up to three megabytes, and a review may have two, and a little. */
    private static final int BODY_LIMIT = 7 << 20;

    private static final int PORT = 9443;

    final Platform platform;
    final Webhooks.Builder webhooks = Webhooks.builder();
    InetSocketAddress address = new InetSocketAddress(PORT);
    int bodyLimit = BODY_LIMIT;
    Duration interval = Duration.ofSeconds(10);
    WebhookMetrics metrics = WebhookMetrics.NONE;
    Optional<ClientSet> clients = Optional.empty();
    Optional<Certificates> certificates = Optional.empty();

    WebhookServerBuilder(Platform platform) {
        this.platform = platform;
    }

    /** Listens there: at port 9443 of all addresses at first. A port 0 is one that is free. */
    public WebhookServerBuilder listen(InetSocketAddress address) {
        this.address = address;
        return this;
    }

    /** Says where its certificate comes from. The API server calls nobody without one. */
    public WebhookServerBuilder certificates(Certificates certificates) {
        this.certificates = Optional.of(certificates);
        return this;
    }

    /** Gives it a way to the API server, which an {@linkplain Certificates.OwnAuthority authority of its own} needs. A manager does that. */
    public WebhookServerBuilder clients(ClientSet clients) {
        this.clients = Optional.of(clients);
        return this;
    }

    /** Looks so often whether the certificate is to be replaced: every ten seconds at first. */
    public WebhookServerBuilder lookEvery(Duration interval) {
        if (interval.isZero() || interval.isNegative()) {
            throw new IllegalArgumentException("an interval is longer than " + interval);
        }
        this.interval = interval;
        return this;
    }

    /** Reads reviews of up to so many bytes: seven megabytes at first. */
    public WebhookServerBuilder bodyLimit(int bytes) {
        if (bytes <= 0) {
            throw new IllegalArgumentException("no review fits into " + bytes + " bytes");
        }
        this.bodyLimit = bytes;
        return this;
    }

    /** Tells how it goes. A manager does that. */
    public WebhookServerBuilder metrics(WebhookMetrics metrics) {
        Guard guard = new Guard("webhook metrics");
        this.metrics = (path, verdict, taken) -> guard.tell(() -> metrics.reviewed(path, verdict, taken));
        return this;
    }

    /** Adds a webhook that says whether something may be done to objects of a type. */
    public <T extends Resource> WebhookServerBuilder validating(
            String path, ResourceType<T> type, ValidatingHandler<T> handler) {
        webhooks.validating(path, type, handler);
        return this;
    }

    /** Adds a webhook that changes objects of a type before they are stored. */
    public <T extends Resource> WebhookServerBuilder mutating(
            String path, ResourceType<T> type, MutatingHandler<T> handler) {
        webhooks.mutating(path, type, handler);
        return this;
    }

    /** Adds a webhook that makes objects of one version of a kind those of another. */
    public WebhookServerBuilder conversion(String path, Conversion<?> conversion) {
        webhooks.conversion(path, conversion);
        return this;
    }

    /**
     * {@return the server, which has not started}
     *
     * @throws IllegalStateException if it has no webhook or no certificates, or cannot reach the API server for those
     */
    public WebhookServer build() {
        Webhooks built = webhooks.build();
        if (built.paths().isEmpty()) {
            throw new IllegalStateException("a webhook server without a webhook has nothing to do: add one");
        }
        Certificates source = certificates.orElseThrow(() -> new IllegalStateException(
                "a webhook server needs a certificate: say where from with .certificates(…)"));
        if (source instanceof Certificates.OwnAuthority && clients.isEmpty()) {
            throw new IllegalStateException(
                    "an authority of one's own is kept by the API server: give a way to it with .clients(…)");
        }
        return new WebhookServer(this, built, source);
    }
}
