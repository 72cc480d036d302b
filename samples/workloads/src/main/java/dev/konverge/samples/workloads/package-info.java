/**
 * What makes a deployment become pods, as controllers on the runtime.
 *
 * <p>{@link dev.konverge.samples.workloads.DeploymentReconciler} turns deployments into replica sets and moves replicas from old
 * ones to the new one ({@code Rollout}, which is pure); {@link dev.konverge.samples.workloads.ReplicaSetReconciler} turns those
 * into pods; {@link dev.konverge.samples.workloads.PretendKubelet} says that they run.
 */
package dev.konverge.samples.workloads;
