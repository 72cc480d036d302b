package dev.konverge.fidelity;

import dev.konverge.apiserver.ApiServer;
import dev.konverge.apiserver.Profile;
import dev.konverge.base.Platform;
import dev.konverge.client.config.ClientConfig;
import dev.konverge.client.transport.Transport;
import dev.konverge.client.transport.Transports;
import dev.konverge.testkit.InProcessTransport;
import dev.konverge.testkit.RealCluster;

/** The two servers that are compared. */
final class Servers {
    private Servers() {}

    /** {@return a new embedded server without controllers, in process} */
    static Transport embedded(Platform platform) {
        return new InProcessTransport(ApiServer.create(platform, Profile.BARE));
    }

    /** {@return a new real server without controllers}: what the embedded one is compared with. */
    static RealCluster real() {
        // Fairness holds back who asks for a lot, which is not what is compared.
        return RealCluster.builder()
                .apiServerArguments(
                        "--service-cluster-ip-range=10.0.0.0/16",
                        "--enable-priority-and-fairness=false",
                        "--max-requests-inflight=0",
                        "--max-mutating-requests-inflight=0")
                .start();
    }

    /** {@return a way to a server that runs somewhere} */
    static Transport remote(Platform platform, ClientConfig config) {
        return new Transports(platform).connect(config);
    }
}
