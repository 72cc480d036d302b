package dev.konverge.real;

import dev.konverge.samples.workloads.PretendKubelet;
import dev.konverge.samples.workloads.Workloads;
import dev.konverge.samples.workloads.WorkloadsStory;
import dev.konverge.testkit.WithRealCluster;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;

/** Our workload controllers in place of those of the kube-controller-manager. */
@NeedsPrograms("kube-controller-manager")
@WithRealCluster(controllers = "garbage-collector-controller")
class RealWorkloadsStoryTest extends RealStory implements WorkloadsStory {
    @BeforeEach
    void begin() {
        run(Workloads.addTo(cluster().manager(), new PretendKubelet("node-1", Duration.ofMillis(200))));
    }
}
