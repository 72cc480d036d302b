package dev.konverge.apiserver.kind;

import dev.konverge.apiserver.kind.Columns.Column;
import dev.konverge.model.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The tables of built-in kinds. */
final class KindColumns {
    /** Makes the cells of the columns that say nothing of where they come from. */
    private interface Cells extends BiFunction<Json.Obj, Instant, List<Object>> {}

    /**
     * A kind, and its columns after the name: {@code Heading:type*=path}. A star marks those only shown on request. What stands
     * behind the equals sign is where a cell comes from: {@code path?text} has a text for what is absent, {@code #path} counts,
     * {@code 'path} is a text whatever is there.
     * Columns without one are filled by {@link KindCells}; {@code Age} is known, and {@code Age!} has a cell but no heading.
     * A type may be followed by a format: {@code Heading:type/format}.
     */
    private static final String TABLE = """
            ConfigMap|Data|Age
            ComponentStatus|Status|Message|Error
            Endpoints|Endpoints|Age
            Event|Last Seen|Type=type|Reason=reason|Object|Subobject*=involvedObject.fieldPath|Source*|Message|First Seen*|Count*|Name*=metadata.name
            Event.events.k8s.io|Last Seen|Type=type|Reason=reason|Object|Subobject*=regarding.fieldPath|Source*|Message|First Seen*|Count*|Name*=metadata.name
            LimitRange|Created At:date=metadata.creationTimestamp
            Namespace|Status=status.phase|Age
            Node|Status|Roles|Age|Version=status.nodeInfo.kubeletVersion|Internal-IP*|External-IP*|OS-Image*=status.nodeInfo.osImage?<unknown>|Kernel-Version*=status.nodeInfo.kernelVersion?<unknown>|Container-Runtime*=status.nodeInfo.containerRuntimeVersion?<unknown>
            PersistentVolume|Capacity=spec.capacity.storage|Access Modes|Reclaim Policy=spec.persistentVolumeReclaimPolicy|Status|Claim|StorageClass=spec.storageClassName|VolumeAttributesClass=spec.volumeAttributesClassName?<unset>|Reason=status.reason|Age|VolumeMode*=spec.volumeMode?<unset>
            PersistentVolumeClaim|Status|Volume=spec.volumeName|Capacity|Access Modes|StorageClass=spec.storageClassName|VolumeAttributesClass=spec.volumeAttributesClassName?<unset>|Age|VolumeMode*=spec.volumeMode?<unset>
            Pod|Ready|Status|Restarts|Age|IP*=status.podIP?<none>|Node*=spec.nodeName?<none>|Nominated Node*=status.nominatedNodeName?<none>|Readiness Gates*
            PodTemplate|Containers|Images|Pod Labels
            ReplicationController|Desired:integer=spec.replicas?0|Current:integer=status.replicas?0|Ready:integer=status.readyReplicas?0|Age|Containers*|Images*|Selector*
            ResourceQuota|Request|Limit|Age
            Secret|Type=type|Data=#data|Age
            Service|Type=spec.type|Cluster-IP|External-IP|Port(s)|Age|Selector*
            ServiceAccount|Age
            ControllerRevision.apps|Controller|Revision=revision?0|Age
            DaemonSet.apps|Desired:integer=status.desiredNumberScheduled?0|Current:integer=status.currentNumberScheduled?0|Ready:integer=status.numberReady?0|Up-to-date:integer=status.updatedNumberScheduled?0|Available:integer=status.numberAvailable?0|Node Selector|Age|Containers*|Images*|Selector*
            Deployment.apps|Ready|Up-to-date=status.updatedReplicas?0|Available=status.availableReplicas?0|Age|Containers*|Images*|Selector*
            ReplicaSet.apps|Desired:integer=spec.replicas?0|Current:integer=status.replicas?0|Ready:integer=status.readyReplicas?0|Age|Containers*|Images*|Selector*
            StatefulSet.apps|Ready|Age|Containers*|Images*
            HorizontalPodAutoscaler.autoscaling|Reference|Targets|MinPods='spec.minReplicas?<unset>|MaxPods=spec.maxReplicas?0|Replicas=status.currentReplicas?0|Age
            CronJob.batch|Schedule=spec.schedule|Timezone=spec.timeZone?<none>|Suspend:boolean|Active:integer=#status.active|Last Schedule|Age|Containers*|Images*|Selector*
            Job.batch|Status|Completions|Duration|Age|Containers*|Images*|Selector*
            CertificateSigningRequest.certificates.k8s.io|Age|SignerName=spec.signerName?<none>|Requestor=spec.username|RequestedDuration|Condition
            Lease.coordination.k8s.io|Holder=spec.holderIdentity|Age
            LeaseCandidate.coordination.k8s.io|LeaseName=spec.leaseName|BinaryVersion=spec.binaryVersion|EmulationVersion=spec.emulationVersion|Age
            EndpointSlice.discovery.k8s.io|AddressType=addressType|Ports|Endpoints|Age
            FlowSchema.flowcontrol.apiserver.k8s.io|PriorityLevel=spec.priorityLevelConfiguration.name|MatchingPrecedence=spec.matchingPrecedence?0|DistinguisherMethod=spec.distinguisherMethod.type?<none>|Age|MissingPL
            PriorityLevelConfiguration.flowcontrol.apiserver.k8s.io|Type=spec.type|NominalConcurrencyShares=spec.limited.nominalConcurrencyShares?<none>|Queues=spec.limited.limitResponse.queuing.queues?<none>|HandSize=spec.limited.limitResponse.queuing.handSize?<none>|QueueLengthLimit=spec.limited.limitResponse.queuing.queueLengthLimit?<none>|Age
            Ingress.networking.k8s.io|Class=spec.ingressClassName?<none>|Hosts|Address|Ports|Age
            IngressClass.networking.k8s.io|Controller=spec.controller|Parameters|Age
            IPAddress.networking.k8s.io|ParentRef|Age!
            NetworkPolicy.networking.k8s.io|Pod-Selector|Age
            ServiceCIDR.networking.k8s.io|CIDRs|Age
            RuntimeClass.node.k8s.io|Handler=handler|Age
            PodDisruptionBudget.policy|Min Available='spec.minAvailable?N/A|Max Unavailable='spec.maxUnavailable?N/A|Allowed Disruptions:integer=status.disruptionsAllowed?0|Age
            ResourceClaim.resource.k8s.io|State|Age
            ResourceSlice.resource.k8s.io|Node=spec.nodeName|Driver=spec.driver|Pool=spec.pool.name|Age
            ClusterRole.rbac.authorization.k8s.io|Created At:date=metadata.creationTimestamp
            ClusterRoleBinding.rbac.authorization.k8s.io|Role|Age|Users*|Groups*|ServiceAccounts*
            Role.rbac.authorization.k8s.io|Created At:date=metadata.creationTimestamp
            RoleBinding.rbac.authorization.k8s.io|Role|Age|Users*|Groups*|ServiceAccounts*
            PriorityClass.scheduling.k8s.io|Value:integer=value?0|Global-Default:boolean=globalDefault?false|Age|PreemptionPolicy=preemptionPolicy
            CSIDriver.storage.k8s.io|AttachRequired:boolean=spec.attachRequired?true|PodInfoOnMount:boolean=spec.podInfoOnMount?false|StorageCapacity:boolean=spec.storageCapacity?false|TokenRequests|RequiresRepublish:boolean=spec.requiresRepublish?false|Modes|Age
            CSINode.storage.k8s.io|Drivers:integer=#spec.drivers|Age
            CSIStorageCapacity.storage.k8s.io|Created At:date=metadata.creationTimestamp
            StorageClass.storage.k8s.io|Provisioner=provisioner|ReclaimPolicy=reclaimPolicy?Delete|VolumeBindingMode=volumeBindingMode?Immediate|AllowVolumeExpansion=allowVolumeExpansion?false|Age
            VolumeAttachment.storage.k8s.io|Attacher:string/name=spec.attacher|PV=spec.source.persistentVolumeName|Node=spec.nodeName|Attached:boolean=status.attached?false|Age
            VolumeAttributesClass.storage.k8s.io|DriverName=driverName|Age
            MutatingWebhookConfiguration.admissionregistration.k8s.io|Webhooks:integer=#webhooks|Age
            ValidatingWebhookConfiguration.admissionregistration.k8s.io|Webhooks:integer=#webhooks|Age
            ValidatingAdmissionPolicy.admissionregistration.k8s.io|Validations:integer=#spec.validations|ParamKind|Age
            ValidatingAdmissionPolicyBinding.admissionregistration.k8s.io|PolicyName=spec.policyName|ParamRef|Age
            MutatingAdmissionPolicy.admissionregistration.k8s.io|Mutations:integer=#spec.mutations|ParamKind|Age
            MutatingAdmissionPolicyBinding.admissionregistration.k8s.io|PolicyName=spec.policyName|ParamRef|Age
            CustomResourceDefinition.apiextensions.k8s.io|Created At:date=metadata.creationTimestamp
            APIService.apiregistration.k8s.io|Service|Available|Age
            """;

    private static final String NAME = "metadata.name";
    private static final String HEADLESS_AGE = "Age!";
    private static final Set<String> AGES = Set.of("Age", HEADLESS_AGE);

    private final Map<String, String> rows = new HashMap<>();
    private final Map<String, Columns> made = new ConcurrentHashMap<>();

    KindColumns() {
        for (String line : TABLE.lines().toList()) {
            int bar = line.indexOf('|');
            rows.put(line.substring(0, bar), line.substring(bar + 1));
        }
    }

    /** {@return the table of a kind, given its name with the group} */
    Columns of(String kind) {
        return made.computeIfAbsent(kind, this::make);
    }

    private Columns make(String kind) {
        String row = rows.getOrDefault(kind, "Age");
        List<Column> columns = new ArrayList<>();
        List<String> sources = new ArrayList<>();
        boolean named = row.contains("|Name*=");
        if (!named) {
            columns.add(new Column("Name", "string", "name", "", 0));
            sources.add(NAME);
        }
        for (String word : row.split("\\|", -1)) {
            int equals = word.indexOf('=');
            String heading = equals < 0 ? word : word.substring(0, equals);
            sources.add(equals < 0 ? "" : word.substring(equals + 1));
            columns.add(column(heading));
        }
        Cells computed = (object, now) -> KindCells.of(kind, object, now);
        List<Column> headed = columns.stream()
                .filter(column -> !column.name().equals(HEADLESS_AGE))
                .toList();
        return new Columns(headed, (object, now) -> cells(kind, columns, sources, computed, object, now));
    }

    private static Column column(String heading) {
        boolean wide = heading.endsWith("*");
        String rest = wide ? heading.substring(0, heading.length() - 1) : heading;
        int colon = rest.indexOf(':');
        String name = colon < 0 ? rest : rest.substring(0, colon);
        String[] type = (colon < 0 ? "string" : rest.substring(colon + 1)).split("/", 2);
        String format = type.length > 1 ? type[1] : name.equals("Name") ? "name" : "";
        return new Column(name, type[0], format, "", wide ? 1 : 0);
    }

    private static List<Json> cells(
            String kind, List<Column> columns, List<String> sources, Cells computed, Json.Obj object, Instant now) {
        Iterator<Object> others = computed.apply(object, now).iterator();
        List<Json> cells = new ArrayList<>(columns.size());
        for (int i = 0; i < columns.size(); i++) {
            String source = sources.get(i);
            if (source.equals(NAME)) {
                cells.add(Json.of(name(kind, object)));
            } else if (!source.isEmpty()) {
                cells.add(read(object, source, columns.get(i).type()));
            } else if (AGES.contains(columns.get(i).name())) {
                cells.add(Json.of(Ages.since(Tree.text(object, "metadata", "creationTimestamp"), now)));
            } else if (others.hasNext()) {
                cells.add(json(others.next()));
            } else {
                throw new IllegalStateException(
                        "no cell for column " + columns.get(i).name() + " of " + kind);
            }
        }
        return cells;
    }

    private static String name(String kind, Json.Obj object) {
        String mark = Tree.text(object, "metadata", "annotations", "storageclass.kubernetes.io/is-default-class");
        boolean usual = kind.equals("StorageClass.storage.k8s.io") && mark.equals("true");
        return Tree.text(object, "metadata", "name") + (usual ? " (default)" : "");
    }

    private static Json read(Json.Obj object, String source, String type) {
        if (source.startsWith("'")) {
            Json value = read(object, source.substring(1), type);
            return value instanceof Json.Str ? value : Json.of(value.toString());
        }
        if (source.startsWith("#")) {
            return Json.of((long) size(Tree.at(object, path(source.substring(1)))));
        }
        int mark = source.indexOf('?');
        Json found = Tree.at(object, path(mark < 0 ? source : source.substring(0, mark)));
        String absent = mark < 0 ? "" : source.substring(mark + 1);
        return switch (found) {
            case null ->
                type.equals("string") && !absent.matches("\\d+|true|false")
                        ? Json.of(absent)
                        : Json.parse(quoted(absent));
            case Json.Str text -> text.value().isEmpty() ? Json.of(absent) : text;
            // Kubernetes writes these as text wherever the column says so, but for a few counts.
            case Json.Bool flag -> flag;
            case Json value -> value;
        };
    }

    private static String quoted(String absent) {
        return absent.matches("\\d+|true|false") ? absent : Json.of(absent).toString();
    }

    private static String[] path(String text) {
        return text.split("\\.", -1);
    }

    private static int size(@Nullable Json value) {
        return switch (value) {
            case Json.Arr array -> array.items().size();
            case Json.Obj object -> object.fields().size();
            case null, default -> 0;
        };
    }

    private static Json json(Object cell) {
        return switch (cell) {
            case Long number -> Json.of((long) number);
            case Boolean flag -> Json.of((boolean) flag);
            default -> Json.of(cell.toString());
        };
    }
}
