package dev.konverge.benchmarks.controller;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ControllerRowsTest {
    @Test
    void convergedAndSettledHaveARowForEachOfOurWaysToRun() {
        assertThat(new ControllerRows(7).all())
                .startsWith(
                        "converged-7",
                        "converged-7-aot",
                        "converged-7-tuned",
                        "settled-7",
                        "settled-7-aot",
                        "settled-7-tuned")
                .doesNotHaveDuplicates();
    }
}
