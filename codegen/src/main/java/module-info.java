/** Turns an API description into records, codecs, clients, informers, listers and CRDs. */
@org.jspecify.annotations.NullMarked
module dev.konverge.codegen {
    requires com.fasterxml.jackson.core;
    requires transitive java.compiler;
    requires org.snakeyaml.engine;
    requires transitive dev.konverge.schema;
    requires static transitive org.jspecify;
    requires static com.google.errorprone.annotations;

    exports dev.konverge.codegen.crd;
    exports dev.konverge.codegen.importer;
    exports dev.konverge.codegen.processor;
    exports dev.konverge.codegen.source;

    provides javax.annotation.processing.Processor with
            dev.konverge.codegen.processor.KindProcessor;
}
