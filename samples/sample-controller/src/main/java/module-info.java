/** The Foo controller of the Kubernetes sample, twice: on the machinery, and on the runtime. */
@org.jspecify.annotations.NullMarked
module dev.konverge.samples.foo {
    requires static transitive org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive dev.konverge.controller;
    requires org.slf4j;

    exports dev.konverge.samples.foo;
    exports dev.konverge.samples.foo.v1alpha1;
}
