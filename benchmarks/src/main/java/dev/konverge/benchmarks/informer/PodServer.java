package dev.konverge.benchmarks.informer;

import dev.konverge.base.Platform;
import dev.konverge.benchmarks.Orders;
import dev.konverge.benchmarks.client.CannedServer;
import dev.konverge.model.codec.ProtoEnvelope;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;

/**
 * The server of the benchmark, in a process of its own: lists pods, in pages where pages are asked for, streams them as initial events,
 * and watches, as JSON and as protobuf. All bytes were made before, so that what is measured is the clients.
 */
public final class PodServer extends Handler.Abstract {
    private static final String PODS = "/api/v1/pods";

    private final PodStock stock;
    private final WatchFeed feed;
    private final WireForm json = new JsonForm();
    private final WireForm protobuf = new ProtoForm();

    private PodServer(PodStock stock, WatchFeed feed) {
        this.stock = stock;
        this.feed = feed;
    }

    /**
     * Takes the key store, the number of pods, and how many of them change; prints the ports of the server and of its
     * {@linkplain Control control} when it is ready; ends with its standard input.
     */
    public static void main(String[] args) throws Exception {
        PodStock stock = PodStock.of(Integer.parseInt(args[1]), Integer.parseInt(args[2]));
        var feed = new WatchFeed(stock.changes(), Platform.real().clock());
        var server = new Server();
        ServerConnector connector = CannedServer.connector(server, args[0]);
        server.addConnector(connector);
        server.setHandler(new PodServer(stock, feed));
        server.start();
        try (Orders control = Orders.serve(new Control(feed))) {
            System.out.println(connector.getLocalPort() + " " + control.port());
            while (System.in.read() >= 0) {
                // Whoever started this process holds the other end.
            }
        }
        server.stop();
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        // Writing waits for the client to read, which the thread that also reads what the client says must not do.
        Thread.startVirtualThread(() -> {
            try {
                answer(request, response, callback);
            } catch (IOException gone) {
                callback.failed(gone);
            }
        });
        return true;
    }

    private void answer(Request request, Response response, Callback callback) throws IOException {
        if (!request.getHttpURI().getPath().equals(PODS)) {
            response.setStatus(404);
            callback.succeeded();
            return;
        }
        String accept = request.getHeaders().get(HttpHeader.ACCEPT);
        WireForm form = accept != null && accept.contains(ProtoEnvelope.MEDIA_TYPE) ? protobuf : json;
        Fields query = Request.extractQueryParameters(request);
        if (isTrue(query, "watch")) {
            watch(request, response, callback, form, isTrue(query, "sendInitialEvents"));
        } else {
            list(response, callback, form, query);
        }
    }

    private static boolean isTrue(Fields query, String name) {
        String value = query.getValue(name);
        return "true".equals(value) || "1".equals(value);
    }

    private static String text(Fields query, String name) {
        String value = query.getValue(name);
        return value == null ? "" : value;
    }

    private void watch(Request request, Response response, Callback callback, WireForm form, boolean initialEvents)
            throws IOException {
        response.setStatus(200);
        if (request.getHeaders().contains(HttpHeader.UPGRADE)) {
            // Who asks for a WebSocket is told that there is none, which makes it ask for a stream.
            callback.succeeded();
            return;
        }
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, form.watchType());
        var body = new Body(response);
        if (initialEvents) {
            for (PodStock.Entry pod : stock.pods()) {
                form.event(body.buffer(), "ADDED", form.podOf(pod));
            }
            form.endOfInitialEvents(body.buffer(), version());
        }
        body.flush();
        feed.join(body, form);
    }

    /** As the watch cache does: a page is given only to who wants the latest state or the next page. */
    private void list(Response response, Callback callback, WireForm form, Fields query) throws IOException {
        List<PodStock.Entry> all = stock.pods();
        String token = text(query, "continue");
        String limit = text(query, "limit");
        boolean pages = !limit.isEmpty() && !limit.equals("0") && !"0".equals(text(query, "resourceVersion"));
        int from = token.isEmpty() ? 0 : Integer.parseInt(token);
        int to = pages ? Math.min(all.size(), from + Integer.parseInt(limit)) : all.size();
        List<PodStock.Entry> page = all.subList(from, to);
        response.setStatus(200);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, form.listType());
        var body = new Body(response);
        long length =
                page.stream().mapToLong(pod -> form.itemLength(form.podOf(pod))).sum();
        form.listHead(body.buffer(), version(), length, to < all.size() ? Integer.toString(to) : "");
        boolean first = true;
        for (PodStock.Entry pod : page) {
            form.item(body.buffer(), form.podOf(pod), first);
            first = false;
        }
        form.listTail(body.buffer());
        body.flush();
        callback.succeeded();
    }

    private String version() {
        return Long.toString(WireForm.FIRST_VERSION + stock.pods().size());
    }

    /** What is sent, a piece at a time. Used by one thread. */
    static final class Body {
        private static final int PIECE = 1 << 18;

        /** Longer than any pod with its frame. */
        private static final int MOST = 1 << 16;

        private final Response response;
        private final ByteBuffer buffer = ByteBuffer.allocate(PIECE);

        Body(Response response) {
            this.response = response;
        }

        /** {@return where the next bytes go; there is room for a pod} */
        ByteBuffer buffer() throws IOException {
            if (buffer.remaining() < MOST) {
                flush();
            }
            return buffer;
        }

        boolean isFull() {
            return buffer.remaining() < MOST;
        }

        /** Sends what is there, and waits until it is on its way. */
        void flush() throws IOException {
            buffer.flip();
            try (var sent = org.eclipse.jetty.util.Blocker.callback()) {
                response.write(false, buffer, sent);
                sent.block();
            }
            buffer.clear();
        }
    }
}
