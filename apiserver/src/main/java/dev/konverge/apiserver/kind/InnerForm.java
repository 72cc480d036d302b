package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import dev.konverge.schema.FieldDef;
import dev.konverge.schema.FieldDef.Presence;
import dev.konverge.schema.Schema;
import dev.konverge.schema.Shape;
import dev.konverge.schema.TypeDef;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Values as the real server shows them in its complaints.
 *
 * <p>It does not quote what a client sent but its own types, in which fields have the names of Go and are written even if they are
 * empty. Those types are the ones of the API with few exceptions: the tables here.
 */
final class InnerForm {
    private static final String PACKAGE = "io.k8s.api.";
    private static final String METADATA = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";

    /** Words that Go writes in capitals at the beginning of a name. */
    private static final Set<String> CAPITALS = Set.of(
            "api", "aws", "ca", "cel", "cidr", "csi", "dns", "fc", "fs", "gce", "gid", "gmsa", "grpc", "http", "ip",
            "iqn", "iscsi", "json", "nfs", "os", "pd", "qos", "rbd", "se", "ssl", "tcp", "tls", "ttl", "tty", "uid",
            "url");

    /** Type, and its fields that have another name inside. */
    private static final String NAMES = """
            core.v1.Volume cephfs=CephFS storageos=StorageOS
            core.v1.PersistentVolumeSpec cephfs=CephFS storageos=StorageOS
            core.v1.GlusterfsVolumeSource endpoints=EndpointsName
            core.v1.GlusterfsPersistentVolumeSource endpoints=EndpointsName
            core.v1.RBDVolumeSource monitors=CephMonitors image=RBDImage pool=RBDPool user=RadosUser
            core.v1.RBDPersistentVolumeSource monitors=CephMonitors image=RBDImage pool=RBDPool user=RadosUser
            core.v1.ISCSIVolumeSource chapAuthDiscovery=DiscoveryCHAPAuth chapAuthSession=SessionCHAPAuth
            core.v1.ISCSIPersistentVolumeSource chapAuthDiscovery=DiscoveryCHAPAuth chapAuthSession=SessionCHAPAuth
            core.v1.FCVolumeSource wwids=WWIDs
            core.v1.PhotonPersistentDiskVolumeSource pdID=PdID
            core.v1.AzureDiskVolumeSource diskURI=DataDiskURI
            networking.v1.ServiceCIDRSpec cidrs=CIDRs
            resource.v1.DeviceAttribute int=IntValue bool=BoolValue string=StringValue version=VersionValue ints=IntValues \
            bools=BoolValues strings=StringValues versions=VersionValues
            """;

    /** Type, and the fields that come first inside, in their order; those after a dash are not there. */
    private static final String ORDERS = """
            core.v1.Volume name hostPath emptyDir gcePersistentDisk awsElasticBlockStore gitRepo secret nfs iscsi glusterfs \
            persistentVolumeClaim rbd quobyte flexVolume cinder cephfs flocker downwardAPI fc azureFile configMap \
            vsphereVolume azureDisk photonPersistentDisk projected portworxVolume scaleIO storageos csi ephemeral image
            core.v1.PersistentVolumeSpec capacity gcePersistentDisk awsElasticBlockStore hostPath glusterfs nfs rbd quobyte \
            iscsi flexVolume cinder cephfs fc flocker azureFile vsphereVolume azureDisk photonPersistentDisk portworxVolume \
            scaleIO local storageos csi
            core.v1.PodSpec volumes initContainers containers ephemeralContainers restartPolicy \
            terminationGracePeriodSeconds activeDeadlineSeconds dnsPolicy nodeSelector serviceAccountName \
            automountServiceAccountToken nodeName securityContext imagePullSecrets hostname subdomain setHostnameAsFQDN \
            affinity schedulerName tolerations hostAliases priorityClassName priority preemptionPolicy dnsConfig \
            readinessGates runtimeClassName overhead enableServiceLinks topologySpreadConstraints os - serviceAccount hostNetwork hostPID hostIPC \
            shareProcessNamespace hostUsers
            core.v1.PodSecurityContext seLinuxOptions windowsOptions runAsUser runAsGroup runAsNonRoot supplementalGroups \
            supplementalGroupsPolicy fsGroup fsGroupChangePolicy
            storage.v1.CSIDriverSpec attachRequired fsGroupPolicy
            core.v1.ServiceSpec type ports selector clusterIP clusterIPs ipFamilies ipFamilyPolicy externalName externalIPs \
            loadBalancerIP sessionAffinity sessionAffinityConfig loadBalancerSourceRanges externalTrafficPolicy \
            healthCheckNodePort publishNotReadyAddresses
            batch.v1.JobSpec parallelism completions podFailurePolicy successPolicy activeDeadlineSeconds backoffLimit \
            backoffLimitPerIndex maxFailedIndexes selector manualSelector template ttlSecondsAfterFinished
            """;

    /** What a pod's spec says of the host stands in its security context inside. */
    private static final List<String> OF_HOST =
            List.of("hostNetwork", "hostPID", "hostIPC", "shareProcessNamespace", "hostUsers");

    private final Schema schema;
    private final Map<String, Map<String, String>> names = new HashMap<>();
    private final Map<String, List<String>> orders = new HashMap<>();

    InnerForm(Schema schema) {
        this.schema = schema;
        for (String line : NAMES.lines().toList()) {
            String[] words = line.split(" ");
            Map<String, String> row = new HashMap<>();
            for (String word : Arrays.asList(words).subList(1, words.length)) {
                row.put(word.substring(0, word.indexOf('=')), word.substring(word.indexOf('=') + 1));
            }
            names.put(PACKAGE + words[0], row);
        }
        for (String line : ORDERS.lines().toList()) {
            List<String> words = Arrays.asList(line.split(" "));
            orders.put(PACKAGE + words.get(0), words.subList(1, words.size()));
        }
    }

    /**
     * {@return a value as it is inside}
     *
     * @param value an object of that type in normal form, or null for none, which is shown as such
     * @param type the type without the common beginning, such as {@code core.v1.PodSpec}
     */
    Json of(@Nullable Json value, String type) {
        String full = type.startsWith("io.") ? type : PACKAGE + type;
        return value == null ? Json.Null.INSTANCE : object(value, schema.type(full));
    }

    /** {@return a value as it is inside, on several lines} */
    List<String> lines(@Nullable Json value, String type) {
        return Pretty.lines(of(value, type));
    }

    private Json object(Json value, TypeDef type) {
        if (type.form() != TypeDef.Form.OBJECT || !(value instanceof Json.Obj object)) {
            return value;
        }
        if (!type.name().startsWith(PACKAGE)) {
            return common(object, type);
        }
        Map<String, Json> shown = new LinkedHashMap<>();
        for (FieldDef field : ordered(type)) {
            if (field.shape() instanceof Shape.Ref ref && ref.type().equals(METADATA)) {
                // Metadata have the names of the API inside as well, and no level of their own.
                shown.putAll(((Json.Obj) common(Tree.object(object, field.name()), schema.type(METADATA))).fields());
            } else {
                shown.put(name(type, field.name()), value(object.get(field.name()), field));
            }
        }
        if (type.name().endsWith(".core.v1.PodSpec") && Tree.has(object, "securityContext")) {
            shown.put("SecurityContext", ofHost(object, shown));
        }
        return new Json.Obj(shown);
    }

    /** {@return a value of a type that all groups have in common}: it has the names of the API inside as well. */
    private Json common(Json.Obj object, TypeDef type) {
        Map<String, Json> shown = new LinkedHashMap<>();
        for (FieldDef field : type.fields()) {
            Json value = object.get(field.name());
            if (value != null && !(value instanceof Json.Null)) {
                shown.put(field.name(), shaped(value, field.shape()));
            }
        }
        return new Json.Obj(shown);
    }

    private static Json ofHost(Json.Obj spec, Map<String, Json> shown) {
        Map<String, Json> context = new LinkedHashMap<>();
        for (String name : OF_HOST) {
            Json value = spec.get(name);
            boolean flag = name.startsWith("host") && !name.equals("hostUsers");
            context.put(
                    name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1),
                    value != null ? value : flag ? Json.Bool.FALSE : Json.Null.INSTANCE);
        }
        if (shown.get("SecurityContext") instanceof Json.Obj rest) {
            context.putAll(rest.fields());
        }
        return new Json.Obj(context);
    }

    private List<FieldDef> ordered(TypeDef type) {
        List<String> order = orders.get(type.name());
        if (order == null) {
            return type.fields();
        }
        int dash = order.indexOf("-");
        List<String> first = dash < 0 ? order : order.subList(0, dash);
        List<FieldDef> fields = new ArrayList<>();
        first.forEach(name -> type.findField(name).ifPresent(fields::add));
        for (FieldDef field : type.fields()) {
            if (!order.contains(field.name())) {
                fields.add(field);
            }
        }
        return fields;
    }

    private String name(TypeDef type, String name) {
        String other = names.getOrDefault(type.name(), Map.of()).get(name);
        if (other != null) {
            return other;
        }
        int end = 0;
        while (end < name.length() && Character.isLowerCase(name.charAt(end))) {
            end++;
        }
        String word = name.substring(0, end);
        return CAPITALS.contains(word)
                ? word.toUpperCase(Locale.ROOT) + name.substring(end)
                : Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    private Json value(@Nullable Json value, FieldDef field) {
        if (value == null || value instanceof Json.Null) {
            return field.presence() == Presence.EXPLICIT ? Json.Null.INSTANCE : zero(field.shape());
        }
        return shaped(value, field.shape());
    }

    private Json shaped(Json value, Shape shape) {
        return switch (shape) {
            case Shape.Scalar ignored -> value;
            case Shape.Ref ref -> object(value, schema.type(ref.type()));
            case Shape.ListOf list ->
                value instanceof Json.Arr array
                        ? new Json.Arr(array.items().stream()
                                .map(item -> shaped(item, list.element()))
                                .toList())
                        : value;
            case Shape.MapOf map -> {
                Map<String, Json> entries = new TreeMap<>();
                if (value instanceof Json.Obj object) {
                    object.fields().forEach((key, entry) -> entries.put(key, shaped(entry, map.value())));
                }
                yield new Json.Obj(new LinkedHashMap<>(entries));
            }
        };
    }

    private Json zero(Shape shape) {
        return switch (shape) {
            case Shape.Scalar scalar -> NormalForm.zero(scalar);
            case Shape.Ref ref -> {
                TypeDef type = schema.type(ref.type());
                yield switch (type.form()) {
                    case OBJECT -> object(Json.Obj.EMPTY, type);
                    case QUANTITY -> Json.of("0");
                    case INT_OR_STRING -> Json.of(0L);
                    default -> Json.Null.INSTANCE;
                };
            }
            case Shape.ListOf ignored -> Json.Null.INSTANCE;
            case Shape.MapOf ignored -> Json.Null.INSTANCE;
        };
    }
}
