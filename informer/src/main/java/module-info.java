/** Keeps an indexed local copy of a resource collection and tells what changed. */
@org.jspecify.annotations.NullMarked
module dev.konverge.informer {
    requires static transitive org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive dev.konverge.base;
    requires transitive dev.konverge.model;
    requires transitive dev.konverge.client;
    requires org.slf4j;

    exports dev.konverge.informer;
}
