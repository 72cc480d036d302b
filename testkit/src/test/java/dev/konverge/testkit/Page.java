package dev.konverge.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** Pages of a manager's monitoring, as a scraper or a kubelet asks for them. */
final class Page {
    private Page() {}

    /** {@return an address on this machine that nobody else has} */
    static InetSocketAddress anywhere() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    static HttpRequest.Builder at(InetSocketAddress address, String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + address.getPort() + path));
    }

    static HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        }
    }

    static HttpResponse<String> get(InetSocketAddress address, String path) throws IOException, InterruptedException {
        return send(at(address, path).build());
    }
}
