/** Runs reconcilers over informers and queues: manager, leader election, events, metrics, health. */
@org.jspecify.annotations.NullMarked
module dev.konverge.controller {
    requires static transitive org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive dev.konverge.base;
    requires transitive dev.konverge.model;
    requires transitive dev.konverge.client;
    requires transitive dev.konverge.informer;
    requires transitive dev.konverge.workqueue;
    requires jdk.httpserver;
    requires transitive org.slf4j;
    // For programs whose log is that of the JDK.
    requires static java.logging;

    exports dev.konverge.controller;
    exports dev.konverge.controller.monitor;
    exports dev.konverge.controller.event;
    exports dev.konverge.controller.leader;
    exports dev.konverge.controller.webhook;
}
