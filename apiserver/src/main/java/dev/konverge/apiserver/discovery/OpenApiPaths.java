package dev.konverge.apiserver.discovery;

import dev.konverge.apiserver.catalog.Served;
import dev.konverge.apiserver.catalog.Subresource;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** The paths of a group-version in OpenAPI: which requests there are, with which parameters, about which kind. */
final class OpenApiPaths {
    private static final List<String> LIST_PARAMETERS = List.of(
            "allowWatchBookmarks",
            "continue",
            "fieldSelector",
            "labelSelector",
            "limit",
            "resourceVersion",
            "resourceVersionMatch",
            "sendInitialEvents",
            "timeoutSeconds",
            "watch");
    private static final List<String> WRITE_PARAMETERS = List.of("dryRun", "fieldManager", "fieldValidation");
    private static final List<String> PATCH_PARAMETERS = List.of("dryRun", "fieldManager", "fieldValidation", "force");
    private static final List<String> DELETE_PARAMETERS =
            List.of("dryRun", "gracePeriodSeconds", "orphanDependents", "propagationPolicy");

    private final boolean version3;

    /** A reference to the schema of a type. */
    private final Function<String, Json> reference;

    OpenApiPaths(boolean version3, Function<String, Json> reference) {
        this.version3 = version3;
        this.reference = reference;
    }

    /**
     * The paths of one resource.
     *
     * @param type the name of the schema of its objects
     */
    Map<String, Json> of(Served served, String type) {
        Map<String, Json> paths = new TreeMap<>();
        String root = served.group().isEmpty() ? "/api/" : "/apis/" + served.group() + "/";
        root += served.version() + "/";
        String collection = root + (served.namespaced() ? "namespaces/{namespace}/" : "") + served.plural();
        Json kind = TypeSchemas.kind(served.group(), served.version(), served.kind());
        if (served.namespaced() && served.allows("list")) {
            paths.put(
                    root + served.plural(),
                    new Fields()
                            .put("get", operation("list", LIST_PARAMETERS, kind, type + "List"))
                            .build());
        }
        Fields atCollection = new Fields();
        add(atCollection, served.verbs(), "list", "get", "list", LIST_PARAMETERS, kind, type + "List");
        add(atCollection, served.verbs(), "create", "post", "post", WRITE_PARAMETERS, kind, type);
        add(
                atCollection,
                served.verbs(),
                "deletecollection",
                "delete",
                "deletecollection",
                DELETE_PARAMETERS,
                kind,
                TYPE_STATUS);
        Fields atObject = atObject(served.verbs(), kind, type);
        put(paths, collection, atCollection);
        put(paths, collection + "/{name}", atObject);
        for (Subresource subresource : served.subresources()) {
            Json subKind = TypeSchemas.kind(subresource.group(), subresource.version(), subresource.kind());
            put(
                    paths,
                    collection + "/{name}/" + subresource.name(),
                    atObject(subresource.verbs(), subKind, subresource.kind().equals(served.kind()) ? type : ""));
        }
        return paths;
    }

    private static final String TYPE_STATUS = "io.k8s.apimachinery.pkg.apis.meta.v1.Status";

    private Fields atObject(List<String> verbs, Json kind, String type) {
        Fields fields = new Fields();
        add(fields, verbs, "get", "get", "get", List.of(), kind, type);
        add(fields, verbs, "create", "post", "post", WRITE_PARAMETERS, kind, type);
        add(fields, verbs, "update", "put", "put", WRITE_PARAMETERS, kind, type);
        add(fields, verbs, "patch", "patch", "patch", PATCH_PARAMETERS, kind, type);
        add(fields, verbs, "delete", "delete", "delete", DELETE_PARAMETERS, kind, TYPE_STATUS);
        return fields;
    }

    private static void put(Map<String, Json> paths, String path, Fields operations) {
        Json.Obj built = operations.build();
        if (!built.fields().isEmpty()) {
            paths.put(path, built);
        }
    }

    private void add(
            Fields operations,
            List<String> verbs,
            String verb,
            String method,
            String action,
            List<String> parameters,
            Json kind,
            String answer) {
        if (verbs.contains(verb)) {
            operations.put(method, operation(action, parameters, kind, answer));
        }
    }

    private Json operation(String action, List<String> parameters, Json kind, String answer) {
        List<Json> described = new ArrayList<>();
        for (String parameter : parameters) {
            described.add(parameter(parameter));
        }
        return new Fields()
                .put("parameters", described)
                .put("responses", new Fields().put("200", response(answer)))
                .put("x-kubernetes-action", action)
                .put("x-kubernetes-group-version-kind", kind)
                .build();
    }

    private Json parameter(String name) {
        String type = switch (name) {
            case "allowWatchBookmarks", "sendInitialEvents", "watch", "force", "orphanDependents" -> "boolean";
            case "limit", "timeoutSeconds", "gracePeriodSeconds" -> "integer";
            default -> "string";
        };
        Fields fields = new Fields().put("in", "query").put("name", name);
        return version3
                ? fields.put("schema", new Fields().put("type", type).put("uniqueItems", true))
                        .build()
                : fields.put("type", type).put("uniqueItems", true).build();
    }

    private Fields response(String type) {
        Fields fields = new Fields().put("description", "OK");
        if (type.isEmpty()) {
            return fields;
        }
        Json schema = reference.apply(type);
        return version3
                ? fields.put("content", new Fields().put("application/json", new Fields().put("schema", schema)))
                : fields.put("schema", schema);
    }
}
