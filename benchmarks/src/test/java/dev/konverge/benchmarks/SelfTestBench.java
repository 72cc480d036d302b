package dev.konverge.benchmarks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** Workloads that show what the harness does with them. */
final class SelfTestBench implements Bench {
    private int calls;

    /** The entry point of the child processes. */
    public static void main(String[] args) throws Exception {
        Fork.serve(new SelfTestBench(), args);
    }

    @Override
    public String name() {
        return "self-test";
    }

    @Override
    public String summary() {
        return "nothing";
    }

    @Override
    public Settings sizes(Options options) {
        return Settings.NONE;
    }

    @Override
    public Report run(Options options, Progress progress) {
        throw new UnsupportedOperationException("only its contests are held");
    }

    @Override
    public Workload workload(String id, Settings settings) {
        return switch (id) {
            case "process" ->
                time -> Map.of(
                        "pid", (double) ProcessHandle.current().pid(),
                        "calls", (double) ++calls,
                        "echo", (double) settings.number("echo", 1));
            case "chatty" ->
                time -> {
                    System.out.println("{\"x\": 2}");
                    return Map.of("x", 1.0);
                };
            case "failing" ->
                time -> {
                    throw new IllegalStateException("on purpose: this trace belongs to a test");
                };
            case "tidy" ->
                time -> {
                    Path litter = Path.of(settings.text("litter"));
                    AtEnd.close(() -> Files.deleteIfExists(litter));
                    Files.createFile(litter);
                    return Map.of("x", 1.0);
                };
            case "endless" ->
                time -> {
                    System.err.println("measuring");
                    new CountDownLatch(1).await();
                    return Map.of();
                };
            case "allocating" ->
                new Repeated(sink -> {
                    for (int i = 0; i < 10_000; i++) {
                        sink.keep(new byte[1008]);
                    }
                    return 10_000;
                });
            case "holding" ->
                new Retained(10_000, count -> {
                    List<Object> held = new ArrayList<>();
                    for (int i = 0; i < count; i++) {
                        held.add(new byte[1008]);
                    }
                    return held.toArray();
                });
            default -> Bench.super.workload(id, settings);
        };
    }
}
