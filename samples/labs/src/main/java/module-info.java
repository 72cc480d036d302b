/** The labs: small programs that each show one client. */
@org.jspecify.annotations.NullMarked
module dev.konverge.samples.labs {
    requires static org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive dev.konverge.client;

    exports dev.konverge.samples.labs;
}
