/** The konverge command. A program, not a library: it exports nothing. */
@org.jspecify.annotations.NullMarked
module dev.konverge.cli {
    requires static org.jspecify;
    requires static com.google.errorprone.annotations;
    requires dev.konverge.apiserver;
    requires dev.konverge.codegen;
    requires dev.konverge.controller;
    requires dev.konverge.fidelity;
    requires dev.konverge.samples.foo;
    requires dev.konverge.samples.ingress;
    requires dev.konverge.samples.labs;
    requires dev.konverge.samples.workloads;
    requires dev.konverge.informer;
    requires dev.konverge.model;
    requires info.picocli;
    requires org.slf4j;

    // picocli reads the options off the methods that take them.
    opens dev.konverge.cli to
            info.picocli;
}
