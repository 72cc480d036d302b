package dev.konverge.peers.josdk;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/** The Foo of the Kubernetes sample. */
@Group("samplecontroller.k8s.io")
@Version("v1alpha1")
@Plural("foos")
public final class Foo extends CustomResource<Foo.Spec, Foo.Status> implements Namespaced {
    private static final long serialVersionUID = 1;

    /** What is wanted. */
    public static final class Spec {
        private String deploymentName;
        private Integer replicas;

        public String getDeploymentName() {
            return deploymentName;
        }

        public void setDeploymentName(String deploymentName) {
            this.deploymentName = deploymentName;
        }

        public Integer getReplicas() {
            return replicas;
        }

        public void setReplicas(Integer replicas) {
            this.replicas = replicas;
        }
    }

    /** How it is. */
    public static final class Status {
        private Integer availableReplicas;

        public Integer getAvailableReplicas() {
            return availableReplicas;
        }

        public void setAvailableReplicas(Integer availableReplicas) {
            this.availableReplicas = availableReplicas;
        }
    }
}
