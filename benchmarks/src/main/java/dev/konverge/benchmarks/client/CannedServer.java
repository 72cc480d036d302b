package dev.konverge.benchmarks.client;

import dev.konverge.benchmarks.codec.PodCorpus;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
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
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * The server of the benchmark, in a process of its own: HTTP/2 and HTTP/1.1 over TLS, answers that were made before. It does as
 * little as a server can, so that what is measured is the clients.
 */
public final class CannedServer extends Handler.Abstract {
    /** Where the config map is. */
    static final String CONFIG_MAP = "/api/v1/namespaces/default/configmaps/small";

    private static final String PODS = "/api/v1/pods";

    /** The password of a key store that is thrown away after the run. */
    static final String PASSWORD = "benchmark";

    private final byte[] configMap = configMap();
    private final byte[] list;

    private CannedServer(byte[] list) {
        this.list = list;
    }

    /** Takes the key store and the number of pods in the list; prints its port when it is ready; ends with its standard input. */
    public static void main(String[] args) throws Exception {
        byte[] list = new PodCorpus(1, PodCorpus.PODS_PER_WORKLOAD).list(Integer.parseInt(args[1]));
        var server = new Server();
        ServerConnector connector = connector(server, args[0]);
        server.addConnector(connector);
        server.setHandler(new CannedServer(list));
        server.start();
        System.out.println(connector.getLocalPort());
        while (System.in.read() >= 0) {
            // Whoever started this process holds the other end.
        }
        server.stop();
    }

    /** {@return a connector on loopback that speaks HTTP/2 and HTTP/1.1 with that certificate} */
    public static ServerConnector connector(Server server, String keyStore) {
        var http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.addCustomizer(new SecureRequestCustomizer(false));
        http.setIdleTimeout(0);
        var http2 = new HTTP2ServerConnectionFactory(http);
        http2.setMaxConcurrentStreams(1000);
        http2.setInitialStreamRecvWindow(1 << 20);
        http2.setRateControlFactory(new org.eclipse.jetty.http2.RateControl.Factory() {});
        var alpn = new ALPNServerConnectionFactory("h2", "http/1.1");
        alpn.setDefaultProtocol("http/1.1");
        var tls = new SslContextFactory.Server();
        tls.setKeyStorePath(keyStore);
        tls.setKeyStorePassword(PASSWORD);
        tls.setSniRequired(false);
        // API servers follow their clients too.
        tls.setUseCipherSuitesOrder(false);
        var connector = new ServerConnector(
                server, new SslConnectionFactory(tls, "alpn"), alpn, http2, new HttpConnectionFactory(http));
        connector.setHost("127.0.0.1");
        connector.setIdleTimeout(0);
        return connector;
    }

    private static byte[] configMap() {
        var text = new StringBuilder("{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"small\","
                + "\"namespace\":\"default\",\"uid\":\"4f2c9a1e-7a55-4a5e-9d0c-0b8a3f6f2f10\","
                + "\"resourceVersion\":\"123456\",\"creationTimestamp\":\"2026-01-01T00:00:00Z\","
                + "\"labels\":{\"app\":\"small\"}},\"data\":{");
        for (int i = 0; i < 16; i++) {
            text.append(i == 0 ? "" : ",").append("\"key-").append(i).append("\":\"");
            text.append("value ".repeat(6)).append(i).append('"');
        }
        return text.append("}}").toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws IOException {
        String path = request.getHttpURI().getPath();
        String query = request.getHttpURI().getQuery();
        if (path.equals(CONFIG_MAP)) {
            drain(request);
            answer(response, configMap, callback);
        } else if (!path.equals(PODS)) {
            response.setStatus(404);
            callback.succeeded();
        } else if (query != null && query.contains("watch=")) {
            watch(request, response, callback);
        } else {
            answer(response, list, callback);
        }
        return true;
    }

    private static void drain(Request request) throws IOException {
        if (request.getMethod().equals("PUT")) {
            Content.Source.asByteBuffer(request);
        }
    }

    private static void answer(Response response, byte[] body, Callback callback) {
        response.setStatus(200);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
        response.write(true, ByteBuffer.wrap(body), callback);
    }

    /** Never completed: the exchange lasts as long as its connection. */
    private static void watch(Request request, Response response, Callback callback) {
        response.setStatus(200);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
        // Who asks for a WebSocket is told that there is none, which makes it ask for a stream.
        boolean upgrade = request.getHeaders().contains(HttpHeader.UPGRADE);
        response.write(upgrade, ByteBuffer.allocate(0), upgrade ? callback : Callback.from(() -> {}, callback::failed));
    }
}
