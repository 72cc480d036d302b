package dev.konverge.peers.mock;

import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import java.io.IOException;
import java.net.InetAddress;
import java.util.HashMap;

/** Runs fabric8's mock server in CRUD mode with TLS, prints its port when it is ready, and ends with its standard input. */
public final class Main {
    private Main() {}

    public static void main(String[] args) throws IOException {
        KubernetesMockServer server = new KubernetesMockServer(
                new Context(), new MockWebServer(), new HashMap<>(), new KubernetesCrudDispatcher(), true);
        server.init(InetAddress.getLoopbackAddress(), 0);
        // Any token will do.
        System.out.println(server.getPort() + " none");
        while (System.in.read() >= 0) {}
        System.exit(0);
    }
}
