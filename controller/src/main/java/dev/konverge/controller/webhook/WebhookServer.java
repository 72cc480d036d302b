package dev.konverge.controller.webhook;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import dev.konverge.client.ClientSet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves webhooks of one's own over HTTPS, with a certificate that is replaced while it runs. Needs the machine's threads and time.
 *
 * <p>Immutable. Each {@link #start()} is a run of its own. A manager starts one with itself:
 * {@link dev.konverge.controller.ManagerBuilder#webhooks}.
 */
public final class WebhookServer {
    private static final Logger LOG = LoggerFactory.getLogger(WebhookServer.class);

    private final Platform platform;
    private final InetSocketAddress address;
    private final ReviewHandler.Settings handling;
    private final Duration interval;
    private final Function<ShownCertificate, CertificateUpkeep> upkeep;

    WebhookServer(WebhookServerBuilder settings, Webhooks webhooks, Certificates certificates) {
        this.platform = settings.platform;
        this.address = settings.address;
        this.interval = settings.interval;
        this.handling = new ReviewHandler.Settings(webhooks, settings.bodyLimit, settings.metrics);
        Optional<ClientSet> clients = settings.clients;
        this.upkeep = shown -> switch (certificates) {
            case Certificates.Files files -> new FileUpkeep(files, shown);
            case Certificates.OwnAuthority own ->
                new AuthorityUpkeep(own, shown, settings.platform.clock(), clients.orElseThrow());
        };
    }

    /** {@return a server in the making} */
    public static WebhookServerBuilder builder(Platform platform) {
        return new WebhookServerBuilder(platform);
    }

    /**
     * Listens. Certificates may come later: until there is one every handshake fails, and it is not {@linkplain Running#isReady ready}.
     *
     * @return what stops it
     * @throws UncheckedIOException if the address is in use
     */
    public Running start() {
        ShownCertificate shown = new ShownCertificate();
        return new Running(this, shown, upkeep.apply(shown));
    }

    /** A server at work. */
    public static final class Running implements AutoCloseable {
        private final Platform platform;
        private final Duration interval;
        private final ShownCertificate shown;
        private final CertificateUpkeep upkeep;
        private final HttpsServer server;
        private final ReviewHandler handler;
        private final Task keeper;

        /** Written by the thread that looks after the certificate, read by whoever asks whether the server is ready. */
        private volatile boolean inOrder;

        private Running(WebhookServer settings, ShownCertificate shown, CertificateUpkeep upkeep) {
            this.platform = settings.platform;
            this.interval = settings.interval;
            this.shown = shown;
            this.upkeep = upkeep;
            this.handler = new ReviewHandler(platform, settings.handling);
            if (upkeep instanceof FileUpkeep) {
                // At hand. An API server may not answer, and is for the keeper to ask.
                look();
            }
            this.server = open(settings.address);
            this.keeper = platform.start("webhook-certificates", this::keep);
        }

        private HttpsServer open(InetSocketAddress address) {
            try {
                HttpsServer opened = HttpsServer.create(address, 0);
                opened.setHttpsConfigurator(new HttpsConfigurator(shown.context()));
                opened.setExecutor(handler::execute);
                opened.createContext("/", handler);
                opened.start();
                return opened;
            } catch (IOException e) {
                throw new UncheckedIOException("webhooks cannot be served on " + address + ": " + e.getMessage(), e);
            }
        }

        private void keep() throws InterruptedException {
            while (true) {
                look();
                platform.sleep(interval);
            }
        }

        private void look() {
            try {
                inOrder = upkeep.look();
            } catch (RuntimeException | Error failure) {
                // What was in order before is so still.
                LOG.atWarn()
                        .addKeyValue("reason", failure.getMessage())
                        .log("the certificate of the webhook server could not be looked after; it is tried again");
            }
        }

        /** {@return where it listens} */
        public InetSocketAddress address() {
            return server.getAddress();
        }

        /**
         * {@return whether the API server can call it: it has a certificate that is valid now, and which is trusted where it is to be}
         *
         * <p>It stays ready when the files of its certificate are damaged or the API server is out of reach, as long as the
         * certificate that it shows is valid and has been trusted.
         */
        public boolean isReady() {
            return shown.current()
                            .filter(entry -> entry.isValid(platform.clock().now()))
                            .isPresent()
                    && inOrder;
        }

        /** Lets reviews that have begun come to their end, for a while; then stops. */
        @Override
        public void close() {
            keeper.close();
            handler.drain();
            // One may have come just now.
            server.stop(1);
            handler.close();
        }
    }
}
