package dev.konverge.real;

import dev.konverge.controller.Manager;
import dev.konverge.samples.workloads.PretendKubelet;
import dev.konverge.samples.workloads.Workloads;
import dev.konverge.samples.workloads.WorkloadsStory;
import dev.konverge.testkit.RealCluster;
import dev.konverge.testkit.WithRealCluster;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Our workload controllers in place of those of the kube-controller-manager. */
@NeedsPrograms("kube-controller-manager")
@WithRealCluster(controllers = "garbage-collector-controller")
class RealWorkloadsStoryTest implements WorkloadsStory {
    @SuppressWarnings("NullAway.Init") // Set before each test.
    private RealCluster cluster;

    private String namespace = "";

    private Manager.@Nullable Running running;

    @BeforeEach
    void begin(RealCluster shared) {
        cluster = shared;
        namespace = Namespaces.make(shared);
        running = shared.run(Workloads.addTo(shared.manager(), new PretendKubelet("node-1", Duration.ofMillis(200)))
                .build());
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
