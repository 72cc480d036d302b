/** Speaks to an API server: configuration, transport, REST, typed, dynamic and discovery clients. */
@org.jspecify.annotations.NullMarked
module dev.konverge.client {
    requires static transitive org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive dev.konverge.base;
    requires transitive dev.konverge.model;
    requires org.slf4j;

    exports dev.konverge.client;
    exports dev.konverge.client.config;
    exports dev.konverge.client.transport;
}
