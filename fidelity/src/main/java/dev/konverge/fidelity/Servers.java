package dev.konverge.fidelity;

import dev.konverge.apiserver.ApiServer;
import dev.konverge.apiserver.Listening;
import dev.konverge.apiserver.Profile;
import dev.konverge.apiserver.SocketOptions;
import dev.konverge.base.Platform;
import dev.konverge.client.config.ClientConfig;
import dev.konverge.client.config.PemSource;
import dev.konverge.client.config.Trust;
import dev.konverge.client.transport.Transport;
import dev.konverge.client.transport.Transports;
import dev.konverge.fidelity.play.Site;
import dev.konverge.testkit.InProcessTransport;
import dev.konverge.testkit.RealCluster;

/** The two servers that are compared. Both ask the roles who may do what. */
final class Servers {
    private Servers() {}

    /** {@return a new embedded server without controllers}: in process for its administrator, behind a socket for strangers */
    static Site embedded(Platform platform) {
        ApiServer server = ApiServer.create(platform, Profile.BARE);
        Listening listening = server.listen(SocketOptions.USUAL);
        Transports transports = new Transports(platform);
        ClientConfig nobody = ClientConfig.builder(listening.uri())
                .trust(new Trust.Authorities(PemSource.of(listening.authorityPem())))
                .build();
        return new Site(platform, new InProcessTransport(server), transports.connect(separate(nobody)), () -> {
            try (listening;
                    transports) {
                // The connections first, then the socket.
            }
        });
    }

    /** {@return a new real server without controllers}: what the embedded one is compared with. */
    static Site real(Platform platform) {
        // Fairness holds back who asks for a lot, which is not what is compared.
        RealCluster cluster = RealCluster.builder()
                .apiServerArguments(
                        "--service-cluster-ip-range=10.0.0.0/16",
                        "--enable-priority-and-fairness=false",
                        "--max-requests-inflight=0",
                        "--max-mutating-requests-inflight=0")
                .start();
        Transports transports = new Transports(platform);
        // By token, for the server knows more of somebody who shows a certificate than it does in process.
        Transport administrator = transports.connect(
                cluster.anonymous().toBuilder().token(cluster.token()).build());
        return new Site(platform, administrator, transports.connect(separate(cluster.anonymous())), () -> {
            try (cluster;
                    transports) {
                // The connections first, then the processes.
            }
        });
    }

    /** {@return a way to a server that runs somewhere} */
    static Site remote(Platform platform, ClientConfig config) {
        Transports transports = new Transports(platform);
        ClientConfig nobody = ClientConfig.builder(config.server())
                .trust(config.tls().trust())
                .build();
        return new Site(platform, transports.connect(config), transports.connect(separate(nobody)), transports);
    }

    /** A server may close the connection of somebody it does not know, and with HTTP/2 all that others ask on it at the time. */
    private static ClientConfig separate(ClientConfig config) {
        return config.toBuilder().http2(false).build();
    }
}
