/** What a controller author needs in a test: cluster, virtual time, assertions, JUnit extension. */
@org.jspecify.annotations.NullMarked
module dev.konverge.testkit {
    requires static transitive org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive dev.konverge.apiserver;
    requires transitive dev.konverge.controller;
    requires transitive org.junit.jupiter.api;

    exports dev.konverge.testkit;
}
