/**
 * Who may do what: the last question before a request is looked at.
 *
 * <p>A request becomes an {@link dev.konverge.apiserver.access.Action}, and an {@link dev.konverge.apiserver.access.Authorizer} says
 * whether its user may do it. {@link dev.konverge.apiserver.access.Policy} is the pure core: the bindings and roles at one revision, and
 * what follows from them for a user. {@link dev.konverge.apiserver.access.Rbac} is the shell that keeps one for as long as no role or
 * binding changes. {@link dev.konverge.apiserver.access.Impersonation} lets a user act as another, and
 * {@link dev.konverge.apiserver.access.Tokens} says whose a bearer token is.
 */
@org.jspecify.annotations.NullMarked
package dev.konverge.apiserver.access;
