package dev.konverge.benchmarks.informer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlanTest {
    @Test
    void aPlanReachesTheProgramAsItIs() {
        var plan = new Plan(
                "konverge-protobuf", "https://127.0.0.1:1", "ca.pem", 2, 20_000, Plan.Fields.AS_IS, 4_000, 200);

        assertThat(Plan.parse(plan.arguments())).isEqualTo(plan);
        assertThat(plan.with("fabric8", Plan.Fields.KEPT).arguments()).contains("fabric8", "kept");
    }
}
