/**
 * The Foo controller of the Kubernetes sample, twice.
 *
 * <p>{@link dev.konverge.samples.foo.FooController} is the sample part for part, on informers, listers and a work queue. {@link
 * dev.konverge.samples.foo.FooReconciler} does the same on the runtime. The types of Foos are generated from their definition.
 */
package dev.konverge.samples.foo;
