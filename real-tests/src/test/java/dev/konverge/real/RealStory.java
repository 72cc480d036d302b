package dev.konverge.real;

import dev.konverge.controller.Manager;
import dev.konverge.controller.ManagerBuilder;
import dev.konverge.testkit.RealCluster;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A sample's story on a real cluster, each test of it in a namespace of its own. */
abstract class RealStory {
    @SuppressWarnings("NullAway.Init") // Set before each test.
    private RealCluster cluster;

    private String namespace = "";

    private Manager.@Nullable Running running;

    @BeforeEach
    void enter(RealCluster shared) {
        cluster = shared;
        namespace = Namespaces.make(shared);
    }

    /** Runs a manager until the end of the test. */
    final void run(ManagerBuilder manager) {
        running = cluster.run(manager.build());
    }

    @AfterEach
    void leave() {
        if (running != null) {
            running.close();
        }
    }

    public RealCluster cluster() {
        return cluster;
    }

    public String namespace() {
        return namespace;
    }
}
