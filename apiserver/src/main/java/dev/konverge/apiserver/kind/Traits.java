package dev.konverge.apiserver.kind;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How a built-in kind differs from most.
 *
 * @param names which names its objects may have
 * @param generation when its generation counts on
 * @param marks what else is particular
 */
record Traits(NameSyntax.Rule names, Generation generation, Set<Mark> marks) {
    /** One thing that a kind does and most do not. */
    enum Mark {
        /** A PUT must name the resource version. */
        CONDITIONAL,
        /** A PUT of an object that is not there creates it. */
        UPSERT,
        /** A deletion is answered with the object. */
        RETURNS,
        /** Its dependents stay when it is deleted without a word about them. */
        ORPHANS,
        /** It takes no part in garbage collection. */
        NO_GC,
        /** A write to the status leaves all of the metadata alone. */
        META,
        /** A write to the status leaves the labels alone. */
        LABELS,
        /** An update is looked at for what it changes, not as a whole. */
        CHANGES_ONLY,
        /** What an update changes is looked at before the whole. */
        CHANGES_FIRST,
        /** What an update changes is looked at, the metadata once more with it, after all else was. */
        CHANGES_LAST,
        /** A client is told with every update what it was told before. */
        REMINDS
    }

    /** What no row below says otherwise of. */
    private static final Traits ORDINARY = new Traits(NameSyntax.Rule.SUBDOMAIN, Generation.NONE, Set.of());

    /** Kind, and its particulars: a rule for names, a rule for the generation, marks. */
    private static final String TABLE = """
            Endpoints UPSERT
            Event UPSERT NO_GC
            Event.events.k8s.io UPSERT NO_GC CHANGES_ONLY
            LimitRange UPSERT
            Namespace LABEL RETURNS CHANGES_LAST
            Node REMINDS CHANGES_LAST
            PersistentVolume RETURNS
            PersistentVolumeClaim RETURNS
            Pod CONTENT RETURNS
            PodTemplate CONTENT RETURNS
            ReplicationController CONTENT ORPHANS
            ResourceQuota RETURNS
            ConfigMap CHANGES_FIRST
            Secret CHANGES_FIRST
            Service LABEL UPSERT RETURNS CHANGES_FIRST REMINDS
            ServiceAccount RETURNS
            DaemonSet.apps CONTENT CHANGES_FIRST
            Deployment.apps CONTENT_AND_ANNOTATIONS LABELS
            ReplicaSet.apps CONTENT
            StatefulSet.apps LABEL CONTENT
            CronJob.batch CONTENT
            Job.batch CONTENT ORPHANS CHANGES_LAST
            Lease.coordination.k8s.io CONDITIONAL UPSERT
            LeaseCandidate.coordination.k8s.io CONDITIONAL UPSERT
            EndpointSlice.discovery.k8s.io CONTENT_AND_LABELS
            FlowSchema.flowcontrol.apiserver.k8s.io CONTENT META
            PriorityLevelConfiguration.flowcontrol.apiserver.k8s.io CONTENT META
            Ingress.networking.k8s.io CONTENT
            IngressClass.networking.k8s.io CONTENT CHANGES_FIRST
            NetworkPolicy.networking.k8s.io CONTENT
            IPAddress.networking.k8s.io ADDRESS
            ServiceCIDR.networking.k8s.io META CHANGES_ONLY
            RuntimeClass.node.k8s.io CONDITIONAL UPSERT
            PodDisruptionBudget.policy PATH_SEGMENT CONTENT CONDITIONAL
            ClusterRole.rbac.authorization.k8s.io PATH_SEGMENT UPSERT
            ClusterRoleBinding.rbac.authorization.k8s.io PATH_SEGMENT UPSERT
            Role.rbac.authorization.k8s.io PATH_SEGMENT UPSERT
            RoleBinding.rbac.authorization.k8s.io PATH_SEGMENT UPSERT
            DeviceClass.resource.k8s.io CONTENT RETURNS
            DeviceTaintRule.resource.k8s.io CONTENT RETURNS META
            ResourceClaim.resource.k8s.io RETURNS META CHANGES_ONLY
            ResourceClaimTemplate.resource.k8s.io RETURNS CHANGES_LAST
            ResourcePoolStatusRequest.resource.k8s.io RETURNS META CONDITIONAL
            ResourceSlice.resource.k8s.io CONTENT RETURNS CHANGES_FIRST
            PriorityClass.scheduling.k8s.io FIRST CHANGES_ONLY
            PodGroup.scheduling.k8s.io META
            CSIDriver.storage.k8s.io CONTENT_FROM_NOTHING CONDITIONAL RETURNS
            CSINode.storage.k8s.io CONDITIONAL RETURNS
            CSIStorageCapacity.storage.k8s.io CONDITIONAL CHANGES_LAST
            StorageClass.storage.k8s.io RETURNS
            VolumeAttachment.storage.k8s.io CONDITIONAL RETURNS META
            VolumeAttributesClass.storage.k8s.io RETURNS CHANGES_FIRST
            CertificateSigningRequest.certificates.k8s.io PATH_SEGMENT
            ClusterTrustBundle.certificates.k8s.io PATH_SEGMENT CONDITIONAL
            PodCertificateRequest.certificates.k8s.io CONDITIONAL META
            MutatingAdmissionPolicy.admissionregistration.k8s.io CONTENT CONDITIONAL
            MutatingAdmissionPolicyBinding.admissionregistration.k8s.io CONTENT CONDITIONAL
            MutatingWebhookConfiguration.admissionregistration.k8s.io CONTENT CONDITIONAL
            ValidatingAdmissionPolicy.admissionregistration.k8s.io CONTENT CONDITIONAL META
            ValidatingAdmissionPolicyBinding.admissionregistration.k8s.io CONTENT CONDITIONAL
            ValidatingWebhookConfiguration.admissionregistration.k8s.io CONTENT CONDITIONAL
            CustomResourceDefinition.apiextensions.k8s.io CONTENT CONDITIONAL META
            APIService.apiregistration.k8s.io CONDITIONAL META
            StorageVersion.internal.apiserver.k8s.io CONDITIONAL META PATH_SEGMENT
            StorageVersionMigration.storagemigration.k8s.io CONDITIONAL META
            """;

    /** {@return the traits of all built-in kinds that have any, by their names with the group} */
    static Map<String, Traits> table() {
        Map<String, Traits> traits = new HashMap<>();
        for (String line : TABLE.lines().toList()) {
            List<String> words = Arrays.asList(line.split(" "));
            Traits row = ORDINARY;
            for (String word : words.subList(1, words.size())) {
                row = row.with(word);
            }
            traits.put(words.get(0), row);
        }
        return traits;
    }

    /** {@return the traits of a kind, given its name with the group} */
    static Traits of(Map<String, Traits> table, String qualifiedKind) {
        return table.getOrDefault(qualifiedKind, ORDINARY);
    }

    boolean is(Mark mark) {
        return marks.contains(mark);
    }

    private Traits with(String word) {
        for (NameSyntax.Rule rule : NameSyntax.Rule.values()) {
            if (rule.name().equals(word)) {
                return new Traits(rule, generation, marks);
            }
        }
        for (Generation rule : Generation.values()) {
            if (rule.name().equals(word)) {
                return new Traits(names, rule, marks);
            }
        }
        Set<Mark> more = new HashSet<>(marks);
        more.add(Mark.valueOf(word));
        return new Traits(names, generation, Set.copyOf(more));
    }
}
