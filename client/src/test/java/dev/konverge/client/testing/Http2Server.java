package dev.konverge.client.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http2.RateControl;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** HTTP/2 over TLS, by Jetty. */
final class Http2Server extends ScriptedServer {
    private final Server server;
    private final ServerConnector connector;

    private Http2Server(Server server, ServerConnector connector) {
        this.server = server;
        this.connector = connector;
    }

    static Http2Server start(SSLContext tls) {
        QueuedThreadPool threads = new QueuedThreadPool();
        threads.setName("scripted-h2");
        Server jetty = new Server(threads);
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.addCustomizer(new SecureRequestCustomizer(false));
        SslContextFactory.Server ssl = new SslContextFactory.Server();
        ssl.setSslContext(tls);
        ssl.setSniRequired(false);
        ALPNServerConnectionFactory alpn = new ALPNServerConnectionFactory();
        alpn.setDefaultProtocol("http/1.1");
        HTTP2ServerConnectionFactory http2 = new HTTP2ServerConnectionFactory(configuration);
        // What a client breaks off must not be held against it: tests do so more often than Jetty likes.
        http2.setRateControlFactory(new RateControl.Factory() {});
        ServerConnector connector = new ServerConnector(
                jetty,
                new SslConnectionFactory(ssl, alpn.getProtocol()),
                alpn,
                http2,
                new HttpConnectionFactory(configuration));
        connector.setHost(InetAddress.getLoopbackAddress().getHostAddress());
        connector.setIdleTimeout(120_000);
        jetty.addConnector(connector);
        Http2Server scripted = new Http2Server(jetty, connector);
        connector.addBean(scripted.counting());
        jetty.setHandler(scripted.handler());
        try {
            jetty.start();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return scripted;
    }

    private Connection.Listener counting() {
        return new Connection.Listener() {
            @Override
            public void onOpened(Connection connection) {
                if (connection.getClass().getSimpleName().equals("SslConnection")) {
                    connections.incrementAndGet();
                }
            }
        };
    }

    private void answerTo(Http2Exchange exchange, Callback callback) {
        try {
            answer(exchange);
            exchange.finish();
        } catch (Exception | AssertionError e) {
            callback.failed(e);
        }
    }

    private Handler handler() {
        return new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                Http2Exchange exchange = new Http2Exchange(request, response, callback);
                // An answer may wait, and Jetty's threads must not: the one that waits may be the one that reads for
                // all.
                Thread.startVirtualThread(() -> answerTo(exchange, callback));
                return true;
            }
        };
    }

    @Override
    public URI uri() {
        return URI.create("https://" + connector.getHost() + ":" + connector.getLocalPort());
    }

    @Override
    public void close() {
        try {
            server.setStopTimeout(0);
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** A request over HTTP/2. */
    private static final class Http2Exchange implements Exchange {
        private final Response response;
        private final Callback callback;
        private final Received received;
        private final CountDownLatch gone = new CountDownLatch(1);
        private boolean answered;
        private boolean broken;

        Http2Exchange(Request request, Response response, Callback callback) {
            this.response = response;
            this.callback = callback;
            Map<String, List<String>> headers = new LinkedHashMap<>();
            for (HttpField field : request.getHeaders()) {
                headers.put(
                        field.getName().toLowerCase(Locale.ROOT),
                        request.getHeaders().getValuesList(field.getName()));
            }
            request.addFailureListener(failure -> gone.countDown());
            byte[] body;
            try {
                ByteBuffer bytes = Content.Source.asByteBuffer(request);
                body = new byte[bytes.remaining()];
                bytes.get(body);
            } catch (IOException e) {
                body = new byte[0];
            }
            this.received = new Received(
                    request.getMethod(),
                    request.getHttpURI().getPathQuery(),
                    headers,
                    body,
                    request.getConnectionMetaData().getProtocol());
        }

        @Override
        public Received request() {
            return received;
        }

        @Override
        public void respond(int status, String contentType, byte[] body, String... headers) throws IOException {
            head(status, headers);
            response.getHeaders().put("Content-Type", contentType);
            response.getHeaders().put("Content-Length", body.length);
            write(body, true);
        }

        @Override
        public void start(int status, String... headers) throws IOException {
            head(status, headers);
            write(new byte[0], false);
        }

        @Override
        public void chunk(byte[] part) throws IOException {
            write(part, false);
        }

        @Override
        public void end() throws IOException {
            write(new byte[0], true);
        }

        @Override
        public void reset() {
            broken = true;
            callback.failed(new IOException("scripted reset"));
        }

        @Override
        public void halfClose() {
            throw new UnsupportedOperationException("HTTP/2 has no half close without an end");
        }

        @Override
        public void awaitClientGone() throws InterruptedException {
            broken = true;
            gone.await();
            callback.failed(new IOException("client has gone"));
        }

        @Override
        public boolean clientIsGone() {
            return gone.getCount() == 0;
        }

        @Override
        public WebSocketPeer upgrade(String subprotocol) {
            throw new UnsupportedOperationException("WebSockets are for HTTP/1.1");
        }

        void finish() throws IOException {
            if (broken) {
                return;
            }
            if (!answered) {
                respond(404, "text/plain", "no answer\n");
            }
            callback.succeeded();
        }

        private void head(int status, String... headers) {
            answered = true;
            response.setStatus(status);
            for (int i = 0; i < headers.length; i += 2) {
                response.getHeaders().add(headers[i], headers[i + 1]);
            }
        }

        private void write(byte[] bytes, boolean last) throws IOException {
            try (Blocker.Callback written = Blocker.callback()) {
                response.write(last, ByteBuffer.wrap(bytes), written);
                written.block();
            }
        }
    }
}
