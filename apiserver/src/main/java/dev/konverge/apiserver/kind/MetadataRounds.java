package dev.konverge.apiserver.kind;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * How often the checks of a kind's updates look at the metadata. Each kind's own checks of the real server do so besides the ones
 * that all kinds have in common, so that the causes of a refusal name the same mistake several times.
 *
 * @param changes how often the kind looks for changes that are not allowed
 * @param wholes how often the kind looks at the metadata as at those of a new object
 * @param standardFinalizers whether finalizers without a domain have to be standard ones
 */
record MetadataRounds(int changes, int wholes, boolean standardFinalizers) {
    /** The rounds of custom resources. */
    static final MetadataRounds CUSTOM = new MetadataRounds(1, 0, false);

    private static final MetadataRounds MOST = new MetadataRounds(1, 1, true);

    /** Changes, wholes and whether finalizers are checked; then the kinds. */
    private static final String TABLE = """
            1 0 true Service ReplicationController PodTemplate ResourceQuota Event.events.k8s.io Deployment.apps
            1 0 true StatefulSet.apps DaemonSet.apps ReplicaSet.apps CronJob.batch HorizontalPodAutoscaler.autoscaling
            1 0 true NetworkPolicy.networking.k8s.io CSIDriver.storage.k8s.io ServiceCIDR.networking.k8s.io
            1 0 true PriorityClass.scheduling.k8s.io ResourceSlice.resource.k8s.io
            0 1 true LimitRange EndpointSlice.discovery.k8s.io CSINode.storage.k8s.io VolumeAttachment.storage.k8s.io
            0 1 true FlowSchema.flowcontrol.apiserver.k8s.io PriorityLevelConfiguration.flowcontrol.apiserver.k8s.io
            0 0 false Event PodDisruptionBudget.policy
            1 0 false Lease.coordination.k8s.io CustomResourceDefinition.apiextensions.k8s.io
            0 2 true PersistentVolume
            1 1 false RuntimeClass.node.k8s.io APIService.apiregistration.k8s.io
            0 1 false ValidatingWebhookConfiguration.admissionregistration.k8s.io
            0 1 false MutatingWebhookConfiguration.admissionregistration.k8s.io
            0 1 false ValidatingAdmissionPolicy.admissionregistration.k8s.io
            0 1 false ValidatingAdmissionPolicyBinding.admissionregistration.k8s.io
            0 1 false MutatingAdmissionPolicy.admissionregistration.k8s.io
            0 1 false MutatingAdmissionPolicyBinding.admissionregistration.k8s.io
            """;

    /** {@return the rounds of all built-in kinds that differ from most, by their names with the group} */
    static Map<String, MetadataRounds> table() {
        Map<String, MetadataRounds> rounds = new HashMap<>();
        for (String line : TABLE.lines().toList()) {
            String[] words = line.split(" ");
            MetadataRounds row = new MetadataRounds(
                    Integer.parseInt(words[0]), Integer.parseInt(words[1]), Boolean.parseBoolean(words[2]));
            Arrays.asList(words).subList(3, words.length).forEach(kind -> rounds.put(kind, row));
        }
        return rounds;
    }

    static MetadataRounds of(Map<String, MetadataRounds> table, String qualifiedKind) {
        return table.getOrDefault(qualifiedKind, MOST);
    }
}
