package dev.konverge.benchmarks.clients;

import dev.konverge.apiserver.ApiServer;
import dev.konverge.apiserver.Listening;
import dev.konverge.apiserver.Profile;
import dev.konverge.apiserver.SocketOptions;
import dev.konverge.base.Platform;

/** A server with all that clients notice of a cluster, behind TLS. */
final class Server implements AutoCloseable {
    private final ApiServer server = ApiServer.create(Platform.real(), Profile.CLUSTER);
    private final Listening listening = server.listen(SocketOptions.USUAL);

    /** All that a client is told. */
    String kubeconfig() {
        return listening.kubeconfig();
    }

    ApiServer api() {
        return server;
    }

    @Override
    public void close() {
        listening.close();
    }
}
