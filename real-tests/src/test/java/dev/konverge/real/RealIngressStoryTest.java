package dev.konverge.real;

import dev.konverge.samples.ingress.IngressManager;
import dev.konverge.samples.ingress.IngressStory;
import dev.konverge.testkit.WithRealCluster;
import org.junit.jupiter.api.BeforeEach;

/** The ingress manager. */
@NeedsPrograms("kube-controller-manager")
@WithRealCluster(controllers = "garbage-collector-controller")
class RealIngressStoryTest extends RealStory implements IngressStory {
    @BeforeEach
    void begin() {
        run(IngressManager.addTo(cluster().manager()));
    }
}
