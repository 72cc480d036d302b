package dev.konverge.real;

import dev.konverge.samples.foo.FooStory;
import dev.konverge.testkit.WithRealCluster;

/** Both forms of the sample controller, with nothing but a garbage collector beside them. */
@NeedsPrograms("kube-controller-manager")
@WithRealCluster(controllers = "garbage-collector-controller")
class RealFooStoryTest extends RealStory implements FooStory {}
