/**
 * Which requests a policy or a webhook is for: rules about resources and operations, selectors of namespaces and objects, and match
 * conditions in CEL. Pure functions of a request and of what is written in the policy or the webhook's configuration, shared by both.
 */
@org.jspecify.annotations.NullMarked
package dev.konverge.apiserver.admission.match;
