package dev.konverge.benchmarks;

import dev.konverge.benchmarks.apiserver.ApiServerBench;
import dev.konverge.benchmarks.client.ClientBench;
import dev.konverge.benchmarks.codec.CodecBench;
import dev.konverge.benchmarks.controller.ControllerBench;
import dev.konverge.benchmarks.growth.GrowthBench;
import dev.konverge.benchmarks.informer.InformerBench;
import dev.konverge.benchmarks.workqueue.WorkQueueBench;
import java.util.List;

/** The list of all benchmarks. */
final class Benches {
    private static final List<Bench> ALL = List.of(
            new CodecBench(),
            new WorkQueueBench(),
            new ClientBench(),
            new InformerBench(),
            ControllerBench.embedded(),
            ControllerBench.real(),
            new ApiServerBench(),
            new GrowthBench());

    private Benches() {}

    static List<Bench> all() {
        return ALL;
    }

    /**
     * {@return the benchmark of that name}
     *
     * @throws UsageException if there is none
     */
    static Bench get(String name) {
        return ALL.stream()
                .filter(bench -> bench.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new UsageException("there is no benchmark '" + name + "'. There are: "
                        + String.join(", ", ALL.stream().map(Bench::name).toList()) + "."));
    }
}
