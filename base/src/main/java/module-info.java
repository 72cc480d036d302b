/** The only code that touches the real clock, real threads, real randomness. */
@org.jspecify.annotations.NullMarked
module dev.konverge.base {
    requires static transitive org.jspecify;
    requires static com.google.errorprone.annotations;

    // Signals.
    requires jdk.unsupported;

    exports dev.konverge.base;
    exports dev.konverge.base.tls;
}
