/** Plays the same requests on two API servers and says where their answers differ. */
@org.jspecify.annotations.NullMarked
module dev.konverge.fidelity {
    requires static transitive org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive dev.konverge.base;
    requires transitive dev.konverge.client;
    requires transitive dev.konverge.model;
    requires dev.konverge.apiserver;
    requires dev.konverge.schema;
    requires dev.konverge.testkit;
    requires jdk.httpserver;

    exports dev.konverge.fidelity;
    exports dev.konverge.fidelity.play;
    exports dev.konverge.fidelity.scenario;
}
