/** Services with an annotation get an Ingress. */
@org.jspecify.annotations.NullMarked
module dev.konverge.samples.ingress {
    requires static transitive org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive dev.konverge.controller;

    exports dev.konverge.samples.ingress;
}
