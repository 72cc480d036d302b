package dev.konverge.benchmarks;

import dev.konverge.client.config.Environment;
import dev.konverge.testkit.RealPrograms;
import java.nio.file.Path;
import java.util.List;

/** The real kube-apiserver with an etcd, as a peer or as the server of a benchmark. */
public final class RealServer {
    private static final String NAME = "kube-apiserver";

    private RealServer() {}

    /**
     * {@return the real server as a contender, missing if there is none} It is built by the run, as peers are, unless it is there: where
     * {@link RealPrograms#VARIABLE} says, or from an earlier build. Its command is only its place, for it does not run without an etcd.
     */
    public static Contender find(Progress progress) {
        return find(Environment.ofProcess(), PeerProgram.root().resolve("hack/kubernetes"), progress);
    }

    static Contender find(Environment environment, Path source, Progress progress) {
        if (RealPrograms.find(environment).isPresent()) {
            return found(environment);
        }
        String named = environment.variable(RealPrograms.VARIABLE);
        if (!named.isEmpty()) {
            return missing("there is no etcd or no kube-apiserver in " + named + ", which " + RealPrograms.VARIABLE
                    + " names; without that variable they are built");
        }
        progress.begin("nothing yet: kube-apiserver and etcd are built, once, in ten minutes or so");
        Path build = source.resolve("build");
        Contender built = PeerProgram.build(NAME, source, List.of(build.toString(), "etcd", NAME), build, List.of());
        return built instanceof Contender.Missing ? built : found(environment);
    }

    private static Contender found(Environment environment) {
        return RealPrograms.find(environment)
                .<Contender>map(programs ->
                        new Contender.Program(NAME, List.of(programs.get(NAME).toString())))
                .orElseGet(() -> missing("it was built, and is not where it should be"));
    }

    /** {@return the real server as one that does not take part} */
    public static Contender.Missing missing(String reason) {
        return new Contender.Missing(NAME, reason);
    }
}
