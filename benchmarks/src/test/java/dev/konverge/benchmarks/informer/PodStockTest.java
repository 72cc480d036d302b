package dev.konverge.benchmarks.informer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PodStockTest {
    private static final Pattern WORKLOAD = Pattern.compile("\"generateName\":\"([^\"]+)\"");

    private static List<String> workloadsInTurn(PodStock stock) {
        return stock.changes().stream()
                .map(change -> new String(change.json().fill(1, 1), StandardCharsets.UTF_8))
                .map(text -> {
                    Matcher matcher = WORKLOAD.matcher(text);
                    assertThat(matcher.find()).isTrue();
                    return matcher.group(1);
                })
                .toList();
    }

    @Test
    void changesInARowAreOfUnrelatedPods() {
        List<String> workloads = workloadsInTurn(PodStock.of(1000, 200));

        long related = 0;
        for (int i = 1; i < workloads.size(); i++) {
            related += workloads.get(i).equals(workloads.get(i - 1)) ? 1 : 0;
        }
        assertThat(workloads).hasSize(200);
        assertThat(workloads.stream().distinct()).as("all of ten workloads").hasSize(10);
        assertThat(related).isLessThan(60);
    }

    @Test
    void allContendersSeeThemInTheSameOrder() {
        assertThat(workloadsInTurn(PodStock.of(300, 50))).isEqualTo(workloadsInTurn(PodStock.of(300, 50)));
    }

    @Test
    void noMoreChangeThanThereAre() {
        assertThat(PodStock.of(20, 50).changes()).hasSize(20).doesNotContainNull();
    }
}
