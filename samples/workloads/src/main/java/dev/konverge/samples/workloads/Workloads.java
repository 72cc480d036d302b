package dev.konverge.samples.workloads;

import dev.konverge.controller.ManagerBuilder;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.apps.v1.ReplicaSet;
import dev.konverge.model.core.v1.Pod;

/** All controllers of this package. */
public final class Workloads {
    private Workloads() {}

    /** Adds the controllers to a manager. */
    public static ManagerBuilder addTo(ManagerBuilder manager, PretendKubelet kubelet) {
        return manager.controller(
                        Deployment.TYPE,
                        c -> c.name("deployment-controller")
                                .owns(ReplicaSet.TYPE)
                                .workers(8)
                                .reconcile(new DeploymentReconciler()))
                .controller(
                        ReplicaSet.TYPE,
                        c -> c.name("replicaset-controller")
                                .owns(Pod.TYPE)
                                .workers(8)
                                .reconcile(new ReplicaSetReconciler()))
                .controller(
                        Pod.TYPE,
                        c -> c.name("kubelet").workers(16).includingDeleted().reconcile(kubelet));
    }
}
