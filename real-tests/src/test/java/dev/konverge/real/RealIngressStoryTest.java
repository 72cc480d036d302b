package dev.konverge.real;

import dev.konverge.controller.Manager;
import dev.konverge.samples.ingress.IngressManager;
import dev.konverge.samples.ingress.IngressStory;
import dev.konverge.testkit.RealCluster;
import dev.konverge.testkit.WithRealCluster;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The ingress manager. */
@NeedsPrograms("kube-controller-manager")
@WithRealCluster(controllers = "garbage-collector-controller")
class RealIngressStoryTest implements IngressStory {
    @SuppressWarnings("NullAway.Init") // Set before each test.
    private RealCluster cluster;

    private String namespace = "";

    private Manager.@Nullable Running running;

    @BeforeEach
    void begin(RealCluster shared) {
        cluster = shared;
        namespace = Namespaces.make(shared);
        running = shared.run(IngressManager.addTo(shared.manager()).build());
    }

    @AfterEach
    void end() {
        if (running != null) {
            running.close();
        }
    }

    @Override
    public RealCluster cluster() {
        return cluster;
    }

    @Override
    public String namespace() {
        return namespace;
    }
}
