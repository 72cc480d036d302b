/** Facts about API types, read from and written to one file. */
@org.jspecify.annotations.NullMarked
module dev.konverge.schema {
    requires static transitive org.jspecify;
    requires static com.google.errorprone.annotations;

    exports dev.konverge.schema;
}
