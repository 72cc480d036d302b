/** Turns an API description into records, codecs, clients, informers, listers and CRDs. */
@org.jspecify.annotations.NullMarked
module dev.konverge.codegen {
    requires com.fasterxml.jackson.core;
    requires transitive dev.konverge.schema;
    requires static transitive org.jspecify;
    requires static com.google.errorprone.annotations;

    exports dev.konverge.codegen.importer;
    exports dev.konverge.codegen.source;
}
