package dev.konverge.real;

import dev.konverge.samples.foo.FooStory;
import dev.konverge.testkit.RealCluster;
import dev.konverge.testkit.WithRealCluster;
import org.junit.jupiter.api.BeforeEach;

/** Both forms of the sample controller, with nothing but a garbage collector beside them. */
@NeedsPrograms("kube-controller-manager")
@WithRealCluster(controllers = "garbage-collector-controller")
class RealFooStoryTest implements FooStory {
    @SuppressWarnings("NullAway.Init") // Set before each test.
    private RealCluster cluster;

    private String namespace = "";

    @BeforeEach
    void begin(RealCluster shared) {
        cluster = shared;
        namespace = Namespaces.make(shared);
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
