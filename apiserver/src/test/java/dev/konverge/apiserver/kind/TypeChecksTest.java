package dev.konverge.apiserver.kind;

import static dev.konverge.apiserver.kind.Kinds.rules;
import static dev.konverge.apiserver.kind.Kinds.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.model.Json;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** B5: what kinds demand of their parts, with the words of the real server. */
class TypeChecksTest {
    /** Kind, what is in the object besides its metadata, and the one thing that is wrong with it. */
    private static final String REFUSED = """
            v1 LimitRange | spec: {limits: [{type: a}]} | spec.limits[0].type: Invalid value: "a": must be a standard limit type or fully qualified
            v1 LimitRange | spec: {limits: [{type: PersistentVolumeClaim}]} | spec.limits[0].limits: Required value: either minimum or maximum storage value is required, but neither was provided
            v1 LimitRange | spec: {limits: [{type: Pod, min: {cpu: 2}, max: {cpu: 1}}]} | spec.limits[0].min[cpu]: Invalid value: "2": min value 2 is greater than max value 1
            v1 ResourceQuota | spec: {hard: {cpu: -1}} | spec.hard[cpu]: Invalid value: "-1": must be greater than or equal to 0
            v1 ResourceQuota | spec: {hard: {pods: 100m}} | spec.hard[pods]: Invalid value: "100m": must be an integer
            v1 ResourceQuota | spec: {scopes: [BestEffort], hard: {cpu: 1}} | spec.scopes: Invalid value: ["BestEffort"]: unsupported scope applied to resource
            v1 Endpoints | subsets: [{ports: [{port: 1}]}] | subsets[0]: Required value: must specify `addresses` or `notReadyAddresses`
            v1 Endpoints | subsets: [{addresses: [{ip: 127.0.0.1}]}] | subsets[0].addresses[0].ip: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)
            v1 Node | spec: {podCIDR: x} | spec.podCIDRs[0]: Invalid value: "x": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)
            v1 Namespace | spec: {finalizers: [x]} | spec.finalizers: Invalid value: "x": name is neither a standard finalizer name nor is it fully qualified
            v1 PersistentVolume | spec: {capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce], hostPath: {path: /a}, nfs: {server: s, path: /b}} | spec.nfs: Forbidden: may not specify more than 1 volume type
            v1 PersistentVolume | spec: {capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce], hostPath: {path: /a/../b}} | spec.hostPath.path: Invalid value: "/a/../b": must not contain '..'
            v1 PersistentVolumeClaim | spec: {accessModes: [ReadWriteOncePod, ReadOnlyMany], resources: {requests: {storage: 1}}} | spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes
            v1 Service | spec: {ports: [{port: 1}], trafficDistribution: a} | spec.trafficDistribution: Unsupported value: "a": supported values: "PreferClose", "PreferSameZone", "PreferSameNode"
            v1 Service | spec: {ports: [{port: 1}], loadBalancerClass: a/b} | spec.loadBalancerClass: Forbidden: may only be used when `type` is 'LoadBalancer'
            v1 Service | spec: {ports: [{port: 1}], clusterIPs: [10.0.0.1]} | spec.clusterIPs: Invalid value: ["10.0.0.1"]: must be empty when `clusterIP` is not specified
            v1 Service | spec: {ports: [{port: 1}], externalTrafficPolicy: Local} | spec.externalTrafficPolicy: Invalid value: "Local": may only be set for externally-accessible services
            apps/v1 ControllerRevision | data: [1] | data: Required value: data must be a valid JSON object
            autoscaling/v2 HorizontalPodAutoscaler | spec: {maxReplicas: 1, scaleTargetRef: {apiVersion: a/b, kind: c, name: d}, metrics: [{type: Pods}]} | spec.metrics[0].pods: Required value: must populate information for the given metric source
            autoscaling/v2 HorizontalPodAutoscaler | spec: {maxReplicas: 1, scaleTargetRef: {apiVersion: a/b, kind: c, name: d}, behavior: {scaleUp: {policies: [{type: Pods, value: 0, periodSeconds: 1}]}}} | spec.behavior.scaleUp.policies[0].value: Invalid value: 0: must be greater than zero
            batch/v1 CronJob | spec: {schedule: '* * * * *', timeZone: Moon, jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}}}} | spec.timeZone: Invalid value: "Moon": unknown time zone Moon
            discovery.k8s.io/v1 EndpointSlice | {addressType: IPv6, endpoints: [{addresses: [1.2.3.4]}]} | endpoints[0].addresses: Invalid value: "1.2.3.4": must be an IPv6 address
            flowcontrol.apiserver.k8s.io/v1 PriorityLevelConfiguration | spec: {type: a} | spec.type: Unsupported value: "a": supported values: "Exempt", "Limited"
            flowcontrol.apiserver.k8s.io/v1 FlowSchema | spec: {matchingPrecedence: 1, priorityLevelConfiguration: {name: a}} | spec.matchingPrecedence: Invalid value: 1: only the schema named 'exempt' may have matchingPrecedence 1
            networking.k8s.io/v1 Ingress | spec: {defaultBackend: {service: {name: s}}} | spec.defaultBackend: Required value: port name or number is required
            networking.k8s.io/v1 IngressClass | spec: {controller: a} | spec.controller: Invalid value: "a": must be a domain-prefixed path (such as "acme.io/foo")
            networking.k8s.io/v1 NetworkPolicy | spec: {podSelector: {}, egress: [{to: [{}]}]} | spec.egress[0].to[0]: Required value: must specify a peer
            networking.k8s.io/v1 NetworkPolicy | spec: {podSelector: {}, egress: [{to: [{ipBlock: {cidr: 10.0.0.0/8, except: [10.0.0.0/8]}}]}]} | spec.egress[0].to[0].ipBlock.except[0]: Invalid value: "10.0.0.0/8": must be a strict subset of `cidr`
            networking.k8s.io/v1 ServiceCIDR | spec: {} | spec.cidrs: Required value: at least one CIDR required
            node.k8s.io/v1 RuntimeClass | {handler: a, overhead: {podFixed: {a.b/c: 100m}}} | overhead.limits[a.b/c]: Invalid value: "100m": must be an integer
            node.k8s.io/v1 RuntimeClass | {handler: a, scheduling: {tolerations: [{}]}} | scheduling.tolerations[0].operator: Invalid value: "": operator must be Exists when `key` is empty, which means "match all values and all keys"
            rbac.authorization.k8s.io/v1 ClusterRole | aggregationRule: {} | aggregationRule.clusterRoleSelectors: Required value: at least one clusterRoleSelector required if aggregationRule is non-nil
            resource.k8s.io/v1 DeviceClass | spec: {extendedResourceName: a} | spec.extendedResourceName: Invalid value: "a": must be a valid extended resource name
            resource.k8s.io/v1 DeviceClass | spec: {selectors: [{}]} | spec.selectors[0].cel: Required value
            resource.k8s.io/v1 ResourceClaim | spec: {devices: {requests: [{name: r}]}} | spec.devices.requests[0]: Required value: exactly one of `exactly` or `firstAvailable` is required
            resource.k8s.io/v1 ResourceClaimTemplate | spec: {metadata: {uid: u}, spec: {}} | spec.metadata.uID: Forbidden: cannot be set
            resource.k8s.io/v1 ResourceSlice | spec: {driver: d, pool: {name: p, resourceSliceCount: 1}, nodeName: a, allNodes: true} | spec: Invalid value: "{`nodeName`, `allNodes`}": exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required, but multiple fields are set
            storage.k8s.io/v1 CSIDriver | spec: {nodeAllocatableUpdatePeriodSeconds: 7} | spec.nodeAllocatableUpdatePeriodSeconds: Invalid value: 7: must be greater than or equal to 10 seconds
            storage.k8s.io/v1 CSINode | spec: {drivers: [{name: d, nodeID: a}, {name: d, nodeID: b}]} | spec.drivers[1].name: Duplicate value: "d"
            storage.k8s.io/v1 CSIStorageCapacity | {storageClassName: s, nodeTopology: {matchExpressions: [{key: a, operator: b}]}} | nodeTopology.matchExpressions[0].operator: Invalid value: "b": not a valid selector operator
            storage.k8s.io/v1 StorageClass | {provisioner: p, allowedTopologies: [{}]} | allowedTopologies[0].matchLabelExpressions: Duplicate value: ""
            storage.k8s.io/v1 VolumeAttachment | spec: {attacher: a, nodeName: b, source: {}} | spec.source: Required value: must specify exactly one of inlineVolumeSpec and persistentVolumeName
            storage.k8s.io/v1 VolumeAttributesClass | driverName: d | parameters: Required value: must contain at least one key/value pair
            """;

    /** Kind, what is in the object, what it is to become, and why that is refused. */
    private static final String KEPT = """
            apps/v1 ControllerRevision | {data: {a: b}, revision: 1} | {data: {a: c}, revision: 1} | data: Invalid value: {"a":"c"}: field is immutable
            networking.k8s.io/v1 IPAddress | spec: {parentRef: {resource: r, name: n}} | spec: {parentRef: {resource: r, name: m}} | spec.parentRef: Invalid value: {"Group":"","Resource":"r","Namespace":"","Name":"m"}: field is immutable
            networking.k8s.io/v1 ServiceCIDR | spec: {cidrs: [10.0.0.0/8]} | spec: {cidrs: [11.0.0.0/8]} | spec.cidrs[0]: Invalid value: "11.0.0.0/8": field is immutable
            scheduling.k8s.io/v1 PriorityClass | value: 1 | value: 2 | value: Forbidden: may not be changed in an update.
            storage.k8s.io/v1 CSINode | spec: {drivers: [{name: d, nodeID: a}]} | spec: {drivers: [{name: d, nodeID: b}]} | spec.drivers: Invalid value: {"Name":"d","NodeID":"b","TopologyKeys":null,"Allocatable":null}: field is immutable
            storage.k8s.io/v1 VolumeAttributesClass | {driverName: d, parameters: {a: b}} | {driverName: e, parameters: {a: b}} | driverName: Forbidden: updates to driverName are forbidden.
            v1 ResourceQuota | spec: {} | spec: {scopes: [Terminating]} | spec.scopes: Invalid value: ["Terminating"]: field is immutable
            v1 Node | spec: {providerID: a} | spec: {providerID: b} | spec.providerID: Forbidden: node updates may not change providerID except from "" to valid
            """;

    static Stream<List<String>> refused() {
        return REFUSED.lines().map(line -> List.of(line.split(" \\| ")));
    }

    static Stream<List<String>> kept() {
        return KEPT.lines().map(line -> List.of(line.split(" \\| ")));
    }

    private static Json.Obj object(String kind, String content) {
        String name = kind.endsWith("IPAddress") ? "10.0.0.9" : "a";
        Json.Obj object = Tree.with(yaml(content), Tree.of("name", name), "metadata");
        boolean clustered = Stream.of(
                        "Node",
                        "Namespace",
                        "PersistentVolume",
                        "ClusterRole",
                        "Class",
                        "CIDR",
                        "IPAddress",
                        "CSIDriver",
                        "CSINode",
                        "VolumeAttachment",
                        "FlowSchema",
                        "Configuration",
                        "ResourceSlice")
                .anyMatch(kind::endsWith);
        return rules(kind).defaulted(clustered ? object : Tree.with(object, Json.of("ns"), "metadata", "namespace"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void aNewObjectIsRefusedForWhatIsWrongWithAPartOfIt(List<String> row) {
        List<FieldError> errors = rules(row.get(0)).validateCreate(object(row.get(0), row.get(1)));

        assertThat(errors).extracting(FieldError::message).containsExactly(row.get(2));
    }

    @ParameterizedTest
    @MethodSource("kept")
    void anUpdateIsRefusedForWhatMayNotChange(List<String> row) {
        List<FieldError> errors = rules(row.get(0))
                .validateUpdate(object(row.get(0), row.get(2)), object(row.get(0), row.get(1)), KindRules.MAIN);

        assertThat(errors).extracting(FieldError::message).contains(row.get(3));
    }
}
