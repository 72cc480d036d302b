/**
 * CEL as Kubernetes speaks it: the expressions in the rules of custom resources, in admission policies and in match conditions.
 *
 * <p>A text comes in with the types of its variables ({@link dev.konverge.apiserver.cel.Environment}) and is parsed and type-checked by
 * the CEL library; what comes out is an {@link dev.konverge.apiserver.cel.Expression} of our own, which is evaluated straight over
 * {@link dev.konverge.model.Json} trees with Kubernetes' functions, Kubernetes' failures and Kubernetes' account of costs. Nothing of
 * the CEL library is loaded before the first expression is compiled, and nothing of it takes part in an evaluation.
 */
@org.jspecify.annotations.NullMarked
package dev.konverge.apiserver.cel;
