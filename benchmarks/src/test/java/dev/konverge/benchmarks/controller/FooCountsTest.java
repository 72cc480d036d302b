package dev.konverge.benchmarks.controller;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FooCountsTest {
    private static final String FOOS = "/apis/samplecontroller.k8s.io/v1alpha1/namespaces/default/foos";
    private static final String DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";

    private final FooCounts counts = new FooCounts();

    private void write(String method, String path, int code) {
        counts.count(method, path, false, code, 7);
    }

    @Test
    void aFooHasConvergedWhenItsDeploymentWasCreatedAndItsStatusWritten() {
        write("PATCH", DEPLOYMENTS + "/foo-0", 201);
        assertThat(counts.areConverged(1)).isFalse();
        write("PATCH", FOOS + "/foo-0/status", 200);
        assertThat(counts.areConverged(1)).isTrue();
        assertThat(counts.areConverged(2)).isFalse();
    }

    @Test
    void whatIsWrittenTwiceOrRefusedCountsAsARequestOnly() {
        write("POST", DEPLOYMENTS, 409);
        write("PUT", FOOS + "/foo-0/status", 409);
        write("PUT", FOOS + "/foo-0/status", 200);
        write("PUT", FOOS + "/foo-0/status", 200);
        assertThat(counts).hasToString("4 0 0 1");
    }

    @Test
    void eventsAreCountedForThemselvesAndAreNoFirstWrite() {
        counts.count("POST", "/api/v1/namespaces/default/events", false, 201, 3);
        counts.count("PATCH", "/apis/events.k8s.io/v1/namespaces/default/events/e", false, 200, 4);
        assertThat(counts.firstWrite()).isZero();
        counts.count("POST", DEPLOYMENTS, false, 201, 5);
        assertThat(counts.firstWrite()).isEqualTo(5);
        assertThat(counts).hasToString("3 2 1 0");
    }

    @Test
    void bothKindsHaveToBeWatched() {
        counts.count("GET", "/apis/apps/v1/deployments", true, 200, 1);
        counts.count("GET", "/apis/samplecontroller.k8s.io/v1alpha1/foos", false, 200, 1);
        assertThat(counts.areWatched()).isFalse();
        counts.count("GET", "/apis/samplecontroller.k8s.io/v1alpha1/foos", true, 200, 1);
        assertThat(counts.areWatched()).isTrue();
    }

    @Test
    void countingAnewForgetsRequestsAndNothingElse() {
        write("POST", DEPLOYMENTS, 201);
        write("PUT", FOOS + "/foo-0/status", 200);
        counts.countAnew();
        assertThat(counts).hasToString("0 0 1 1");
    }
}
