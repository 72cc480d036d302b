package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import dev.konverge.schema.FieldDef;
import dev.konverge.schema.FieldDef.Presence;
import dev.konverge.schema.TypeDef;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The defaults of built-in types: what stands in a field that nobody set.
 *
 * <p>They come from three places: the schema, which states a few; a table of constants here, since Kubernetes keeps most in code; and
 * {@link ComputedDefaults} for those that depend on other fields. Each is about the fields of one type alone, wherever the type occurs.
 */
final class TypeDefaults {
    private static final String PACKAGE = "io.k8s.api.";

    /** Defaults that say nothing of a field whose zero is never written. */
    private static final Set<String> ZEROES = Set.of("0", "\"\"", "false");

    /** Type, and the fields it gets. */
    private static final String CONSTANTS = """
            core.v1.Container {"terminationMessagePath":"/dev/termination-log","terminationMessagePolicy":"File"}
            core.v1.EphemeralContainer {"terminationMessagePath":"/dev/termination-log","terminationMessagePolicy":"File"}
            core.v1.PodSpec {"restartPolicy":"Always","terminationGracePeriodSeconds":30,"dnsPolicy":"ClusterFirst",\
            "securityContext":{},"schedulerName":"default-scheduler"}
            core.v1.Probe {"timeoutSeconds":1,"periodSeconds":10,"successThreshold":1,"failureThreshold":3}
            core.v1.HTTPGetAction {"path":"/","scheme":"HTTP"}
            core.v1.SecretVolumeSource {"defaultMode":420}
            core.v1.ConfigMapVolumeSource {"defaultMode":420}
            core.v1.DownwardAPIVolumeSource {"defaultMode":420}
            core.v1.ProjectedVolumeSource {"defaultMode":420}
            core.v1.ServiceAccountTokenProjection {"expirationSeconds":3600}
            core.v1.HostPathVolumeSource {"type":""}
            core.v1.ObjectFieldSelector {"apiVersion":"v1"}
            core.v1.Secret {"type":"Opaque"}
            core.v1.PersistentVolumeStatus {"phase":"Pending"}
            core.v1.PersistentVolumeClaimStatus {"phase":"Pending"}
            core.v1.PersistentVolumeClaimSpec {"volumeMode":"Filesystem"}
            core.v1.NamespaceStatus {"phase":"Active"}
            core.v1.EndpointPort {"protocol":"TCP"}
            core.v1.ServiceSpec {"type":"ClusterIP","sessionAffinity":"None"}
            core.v1.ReplicationControllerSpec {"replicas":1}
            apps.v1.DeploymentSpec {"replicas":1,"revisionHistoryLimit":10,"progressDeadlineSeconds":600}
            apps.v1.DeploymentStrategy {"type":"RollingUpdate"}
            apps.v1.RollingUpdateDeployment {"maxUnavailable":"25%","maxSurge":"25%"}
            apps.v1.ReplicaSetSpec {"replicas":1}
            apps.v1.DaemonSetSpec {"revisionHistoryLimit":10}
            apps.v1.DaemonSetUpdateStrategy {"type":"RollingUpdate"}
            apps.v1.StatefulSetSpec {"replicas":1,"podManagementPolicy":"OrderedReady","revisionHistoryLimit":10,\
            "persistentVolumeClaimRetentionPolicy":{}}
            apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy {"whenDeleted":"Retain","whenScaled":"Retain"}
            apps.v1.RollingUpdateStatefulSetStrategy {"partition":0}
            batch.v1.CronJobSpec {"concurrencyPolicy":"Allow","suspend":false,"successfulJobsHistoryLimit":3,\
            "failedJobsHistoryLimit":1}
            batch.v1.PodFailurePolicyOnPodConditionsPattern {"status":"True"}
            autoscaling.v1.HorizontalPodAutoscalerSpec {"minReplicas":1}
            autoscaling.v2.HorizontalPodAutoscalerSpec {"minReplicas":1,"metrics":[{"type":"Resource",\
            "resource":{"name":"cpu","target":{"type":"Utilization","averageUtilization":80}}}]}
            networking.v1.NetworkPolicyPort {"protocol":"TCP"}
            networking.v1.IngressClassParametersReference {"scope":"Cluster"}
            rbac.v1.RoleRef {"apiGroup":"rbac.authorization.k8s.io"}
            discovery.v1.EndpointPort {"name":"","protocol":"TCP"}
            flowcontrol.v1.FlowSchemaSpec {"matchingPrecedence":1000}
            flowcontrol.v1.ExemptPriorityLevelConfiguration {"nominalConcurrencyShares":0,"lendablePercent":0}
            flowcontrol.v1.LimitedPriorityLevelConfiguration {"nominalConcurrencyShares":30,"lendablePercent":0}
            flowcontrol.v1.QueuingConfiguration {"handSize":8,"queues":64,"queueLengthLimit":50}
            admissionregistration.v1.ValidatingWebhook {"failurePolicy":"Fail","matchPolicy":"Equivalent",\
            "namespaceSelector":{},"objectSelector":{},"timeoutSeconds":10}
            admissionregistration.v1.MutatingWebhook {"failurePolicy":"Fail","matchPolicy":"Equivalent",\
            "namespaceSelector":{},"objectSelector":{},"timeoutSeconds":10,"reinvocationPolicy":"Never"}
            admissionregistration.v1.RuleWithOperations {"scope":"*"}
            admissionregistration.v1.NamedRuleWithOperations {"scope":"*"}
            admissionregistration.v1.ServiceReference {"port":443}
            admissionregistration.v1.ValidatingAdmissionPolicySpec {"failurePolicy":"Fail"}
            admissionregistration.v1.MutatingAdmissionPolicySpec {"failurePolicy":"Fail"}
            admissionregistration.v1.MatchResources {"matchPolicy":"Equivalent","namespaceSelector":{},"objectSelector":{}}
            authentication.v1.TokenRequestSpec {"expirationSeconds":3600}
            scheduling.v1.PriorityClass {"preemptionPolicy":"PreemptLowerPriority"}
            storage.v1.StorageClass {"reclaimPolicy":"Delete","volumeBindingMode":"Immediate"}
            storage.v1.CSIDriverSpec {"attachRequired":true,"podInfoOnMount":false,"volumeLifecycleModes":["Persistent"],\
            "storageCapacity":false,"fsGroupPolicy":"ReadWriteOnceWithFSType","requiresRepublish":false,\
            "seLinuxMount":false}
            io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.ServiceReference {"port":443}
            io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ServiceReference {"port":443}
            io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionSpec \
            {"conversion":{"strategy":"None"}}
            """;

    private final Map<String, String> constants = new HashMap<>();

    TypeDefaults() {
        for (String line : CONSTANTS.lines().toList()) {
            int space = line.indexOf(' ');
            String type = line.substring(0, space);
            constants.put(type.startsWith("io.k8s.") ? type : PACKAGE + type, line.substring(space + 1));
        }
    }

    /** {@return what fills in a value of a type, or null if the type has no defaults} */
    @Nullable
    Filler filler(TypeDef type) {
        Json.Obj constant = constant(type);
        String name = type.name().startsWith(PACKAGE) ? type.name().substring(PACKAGE.length()) : type.name();
        boolean computed = ComputedDefaults.concerns(name);
        return constant.fields().isEmpty() && !computed
                ? null
                : fields -> {
                    constant.fields().forEach(fields::putIfAbsent);
                    if (computed) {
                        ComputedDefaults.fill(name, fields);
                    }
                };
    }

    private Json.Obj constant(TypeDef type) {
        String row = constants.get(type.name());
        Json.Obj constant = row == null ? Json.Obj.EMPTY : (Json.Obj) Json.parse(row);
        for (FieldDef field : type.fields()) {
            String text = field.defaultJson();
            if (text != null && (field.presence() == Presence.EXPLICIT || !ZEROES.contains(text))) {
                constant = Tree.with(constant, Json.parse(text), field.name());
            }
        }
        return constant;
    }

    /** Fills in what a value does not have. */
    @FunctionalInterface
    interface Filler {
        /** Adds to the fields that a value has; what is zero or null is not among them. */
        void fill(Map<String, Json> fields);
    }
}
