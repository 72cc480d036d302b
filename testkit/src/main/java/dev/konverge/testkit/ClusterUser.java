package dev.konverge.testkit;

import dev.konverge.apiserver.User;
import dev.konverge.client.ClientSet;
import dev.konverge.client.transport.Transport;
import dev.konverge.controller.Manager;
import dev.konverge.controller.ManagerBuilder;

/**
 * A cluster as some user sees it: whatever is done through it needs the roles that the user has. Made by {@link TestCluster#as}.
 */
public final class ClusterUser {
    private final TestCluster cluster;
    private final User user;
    private final Transport transport;
    private final ClientSet clients;

    ClusterUser(TestCluster cluster, User user) {
        this.cluster = cluster;
        this.user = user;
        this.transport = new InProcessTransport(cluster.server(), user);
        this.clients = ClientSet.on(transport, cluster.platform());
    }

    /** {@return the user} */
    public User user() {
        return user;
    }

    /** {@return the way to the server for this user} */
    public Transport transport() {
        return transport;
    }

    /** {@return clients that may do what the user may} */
    public ClientSet clients() {
        return clients;
    }

    /** {@return a manager in the making that may do what the user may}; run it with {@link TestCluster#run} */
    public ManagerBuilder manager() {
        return Manager.builder(cluster.platform(), transport);
    }
}
