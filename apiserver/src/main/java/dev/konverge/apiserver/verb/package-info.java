/**
 * What can be done with a resource: a request that was routed here is read, checked, carried out on the store and rendered.
 *
 * <p>{@link dev.konverge.apiserver.verb.RequestPath} says what a request is about, the options say how it is meant, and one class a
 * verb does it. A write is a pure function of the object's current state, run without a lock and repeated if another write was
 * faster.
 */
@org.jspecify.annotations.NullMarked
package dev.konverge.apiserver.verb;
