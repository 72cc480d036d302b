package dev.konverge.apiserver.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import java.util.LinkedHashMap;
import java.util.Map;

/** The types of what admission tells an expression about a request. */
final class AdmissionTypes {
    private static final CelType TEXT = SimpleType.STRING;

    private AdmissionTypes() {}

    static CelType request(StructTypes types) {
        CelType kind = types.struct("kubernetes.GroupVersionKind", texts("group", "version", "kind"));
        CelType resource = types.struct("kubernetes.GroupVersionResource", texts("group", "version", "resource"));
        Map<String, CelType> user = texts("username", "uid");
        user.put("groups", ListType.create(TEXT));
        user.put("extra", MapType.create(TEXT, ListType.create(TEXT)));
        Map<String, CelType> request =
                texts("subResource", "requestSubResource", "name", "namespace", "operation", "uid");
        request.put("kind", kind);
        request.put("requestKind", kind);
        request.put("resource", resource);
        request.put("requestResource", resource);
        request.put("userInfo", types.struct("kubernetes.UserInfo", user));
        request.put("dryRun", SimpleType.BOOL);
        request.put("options", SimpleType.DYN);
        return types.struct("kubernetes.AdmissionRequest", request);
    }

    static CelType namespace(StructTypes types) {
        Map<String, CelType> metadata =
                texts("name", "generateName", "namespace", "UID", "resourceVersion", "deletionGracePeriodSeconds");
        metadata.put("labels", MapType.create(TEXT, TEXT));
        metadata.put("annotations", MapType.create(TEXT, TEXT));
        metadata.put("creationTimestamp", SimpleType.TIMESTAMP);
        metadata.put("deletionTimestamp", SimpleType.TIMESTAMP);
        metadata.put("deletionGracePeriodSeconds", SimpleType.INT);
        metadata.put("generation", SimpleType.INT);
        metadata.put("finalizers", ListType.create(TEXT));
        Map<String, CelType> condition = texts("status", "type", "message", "reason");
        condition.put("lastTransitionTime", SimpleType.TIMESTAMP);
        Map<String, CelType> status = texts("phase");
        status.put("conditions", ListType.create(types.struct("kubernetes.NamespaceCondition", condition)));
        return types.struct(
                "kubernetes.Namespace",
                Map.of(
                        "metadata", types.struct("kubernetes.NamespaceMetadata", metadata),
                        "spec", types.struct("kubernetes.NamespaceSpec", Map.of("finalizers", ListType.create(TEXT))),
                        "status", types.struct("kubernetes.NamespaceStatus", status)));
    }

    private static Map<String, CelType> texts(String... names) {
        Map<String, CelType> fields = new LinkedHashMap<>();
        for (String name : names) {
            fields.put(name, TEXT);
        }
        return fields;
    }
}
