package dev.konverge.benchmarks;

import dev.konverge.base.Platform;
import dev.konverge.testkit.RealProgram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;

/** A program that is run once a round and prints its figures as JSON. */
final class ChildProgram implements Runner {
    private final Contender.Program program;

    ChildProgram(Contender.Program program) {
        this.program = program;
    }

    @Override
    public String name() {
        return program.name();
    }

    /** A run that does not count: it brings the program and its libraries into memory. There is none if it may take no time. */
    @Override
    public void warmUp(Duration time) {
        if (!time.isZero()) {
            measure(time);
        }
    }

    @Override
    public Map<String, Double> measure(Duration time) {
        var builder = new ProcessBuilder(RealProgram.guarded(program.command()))
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("BENCH_MILLIS", Long.toString(time.toMillis()));
        long now =
                ChronoUnit.MICROS.between(Instant.EPOCH, Platform.real().clock().now());
        builder.environment().put("BENCH_STARTED", Long.toString(now));
        Process process = null;
        try {
            process = builder.start();
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int code = process.waitFor();
            if (code != 0) {
                throw new BenchFailure(name() + " ended with exit code " + code + ": " + out, null);
            }
            return Metrics.parse(name(), out);
        } catch (IOException e) {
            throw new BenchFailure(name() + " could not be run (" + program.command() + "): " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchFailure("interrupted while " + name() + " ran", e);
        } finally {
            if (process != null) {
                process.destroyForcibly();
            }
        }
    }

    @Override
    public void close() {}
}
