package dev.konverge.benchmarks.controller;

import dev.konverge.benchmarks.UsageException;
import dev.konverge.client.config.Environment;
import dev.konverge.testkit.RealPrograms;

/** Which server the controllers ask. */
enum FooServerKind {
    /** The same for all trials: it has to warm up first. */
    EMBEDDED(FooServer.class, "our embedded API server over TLS"),
    /** Another one for each trial. */
    REAL(
            RealFooServer.class,
            "kube-apiserver " + RealPrograms.RELEASE
                    + " with etcd, started anew for each round; requests are counted by its"
                    + " audit log, Foos created over the wire");

    private final Class<?> program;
    private final String description;

    FooServerKind(Class<?> program, String description) {
        this.program = program;
        this.description = description;
    }

    /**
     * {@return the one of that name}
     *
     * @throws UsageException if there is none, or if this machine has not what it takes
     */
    static FooServerKind of(String name, Environment environment) {
        return switch (name) {
            case "embedded" -> EMBEDDED;
            case "real" -> {
                requirePrograms(environment);
                yield REAL;
            }
            default -> throw new UsageException("there is no server " + name + ", but embedded and real");
        };
    }

    private static void requirePrograms(Environment environment) {
        if (RealPrograms.find(environment).isEmpty()) {
            throw new UsageException("server=real needs kube-apiserver and etcd, which are not on this machine: set "
                    + RealPrograms.VARIABLE + " to a folder with them, or build them with hack/kubernetes/build");
        }
    }

    /** {@return the program that is the server} */
    String program() {
        return program.getName();
    }

    /** {@return what it is, for the report} */
    String description() {
        return description;
    }
}
