package dev.konverge.benchmarks.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.benchmarks.Better;
import dev.konverge.benchmarks.Figure;
import dev.konverge.benchmarks.Row;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WantedRowTest {
    @Test
    void whatIsWantedIsATargetBesideThePeers() {
        Figure peer = Figure.of(List.of(100.0));
        Row measured = new Row(
                "create", "creates/s", Better.HIGHER, Figure.of(List.of(6000.0)), Map.of("mock", peer), List.of());
        Row row = new WantedRow(measured).wanting(5000).row();
        assertThat(row.peers()).containsEntry("mock", peer).containsKey("wanted");
        assertThat(row.ratio("wanted")).hasValue(1.2);
        assertThat(row.target("wanted"))
                .hasValueSatisfying(target -> assertThat(target.ratio()).isEqualTo(1));
    }
}
