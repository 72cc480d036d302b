/**
 * ValidatingAdmissionPolicies: what is written in CEL about requests, and refuses those that break it.
 *
 * <p>A write comes here last, when nothing will change it any more. {@link dev.konverge.apiserver.policy.Policies} knows the policies and
 * bindings that are stored, asks {@code admission.match} which are for the request, and evaluates those. Without a binding there is nothing
 * to do, and nothing of CEL is loaded.
 */
@org.jspecify.annotations.NullMarked
package dev.konverge.apiserver.policy;
