/** Deployments, replica sets and a pretend kubelet as controllers on the runtime. */
@org.jspecify.annotations.NullMarked
module dev.konverge.samples.workloads {
    requires static transitive org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive dev.konverge.controller;

    exports dev.konverge.samples.workloads;
}
