/** The labs: small programs that each show one client or one part of a controller. */
@org.jspecify.annotations.NullMarked
module dev.konverge.samples.labs {
    requires static org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive dev.konverge.client;
    requires dev.konverge.informer;
    requires dev.konverge.workqueue;

    exports dev.konverge.samples.labs;
}
