package dev.konverge.apiserver.discovery;

import dev.konverge.apiserver.catalog.Catalog;
import dev.konverge.apiserver.catalog.Group;
import dev.konverge.apiserver.catalog.Origin;
import dev.konverge.apiserver.catalog.Served;
import dev.konverge.model.Json;
import dev.konverge.schema.Schema;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The OpenAPI documents of a catalog: version 3 by group and version, version 2 as one. */
final class OpenApi {
    private final Schema schema;
    private final Catalog catalog;
    private final CustomSchemas customSchemas;

    OpenApi(Schema schema, Catalog catalog, CustomSchemas customSchemas) {
        this.schema = schema;
        this.catalog = catalog;
        this.customSchemas = customSchemas;
    }

    /** The group-versions that have a document of version 3, by their place: {@code api/v1}, {@code apis/apps/v1}. */
    Map<String, List<Served>> places() {
        Map<String, List<Served>> places = new TreeMap<>();
        for (Group group : catalog.groups()) {
            for (String version : group.versions()) {
                String place = group.name().isEmpty() ? "api/" + version : "apis/" + group.name() + "/" + version;
                places.put(place, catalog.of(group.name(), version));
            }
        }
        return places;
    }

    /** The document of version 3 that says where the others are. */
    Json.Obj index() {
        Fields paths = new Fields();
        places().forEach((place, served) -> paths.put(
                place, new Fields().put("serverRelativeURL", "/openapi/v3/" + place + "?hash=" + hash(place, served))));
        return new Fields().put("paths", paths).build();
    }

    /**
     * The fingerprint of a document of version 3, without making it: what it is made of is the schema of a release, and
     * what the definitions say.
     */
    String hash(String place, List<Served> served) {
        StringBuilder facts = new StringBuilder(schema.release()).append(' ').append(place);
        for (Served one : served) {
            facts.append('\n').append(one.plural()).append(one.kind());
            if (one.isCustom()) {
                facts.append(one.names()).append(one.subresources()).append(one.verbs());
                customSchemas.find(one).ifPresent(facts::append);
            }
        }
        return Hashes.etag(facts.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** The document of version 3 of a group-version. */
    Json.Obj version3(List<Served> served) {
        TypeSchemas types = new TypeSchemas(schema, true);
        Map<String, Json> schemas = new TreeMap<>();
        Map<String, Json> paths = new TreeMap<>();
        describe(served, types, schemas, paths, true);
        return new Fields()
                .put("openapi", "3.0.0")
                .put("info", new Fields().put("title", "Kubernetes").put("version", "unversioned"))
                .put("paths", new Json.Obj(paths))
                .put("components", new Fields().put("schemas", new Json.Obj(schemas)))
                .build();
    }

    /** The document of version 2 of everything. */
    Json.Obj version2() {
        TypeSchemas types = new TypeSchemas(schema, false);
        Map<String, Json> schemas = new TreeMap<>();
        Map<String, Json> paths = new TreeMap<>();
        describe(catalog.all(), types, schemas, paths, false);
        return new Fields()
                .put("swagger", "2.0")
                .put("info", new Fields().put("title", "Kubernetes").put("version", "v" + schema.release()))
                .put("paths", new Json.Obj(paths))
                .put("definitions", new Json.Obj(schemas))
                .build();
    }

    private void describe(
            List<Served> served,
            TypeSchemas types,
            Map<String, Json> schemas,
            Map<String, Json> paths,
            boolean version3) {
        OpenApiPaths operations =
                new OpenApiPaths(version3, type -> types.reference(type).build());
        Set<String> builtIn = new TreeSet<>(List.of(
                TypeSchemas.LIST_META,
                TypeSchemas.OBJECT_META,
                "io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions",
                "io.k8s.apimachinery.pkg.apis.meta.v1.Status"));
        for (Served one : served) {
            String type = typeName(one);
            switch (one.origin()) {
                case Origin.BuiltIn origin -> builtIn.add(origin.type());
                case Origin.Custom ignored -> schemas.put(type, custom(one, types));
            }
            if (one.allows("list")) {
                schemas.put(
                        type + "List",
                        types.list(one.group(), one.version(), one.names().listKind(), type));
            }
            paths.putAll(operations.of(one, type));
        }
        schemas.putAll(types.closure(builtIn));
    }

    private static String typeName(Served served) {
        return switch (served.origin()) {
            case Origin.BuiltIn origin -> origin.type();
            case Origin.Custom ignored -> {
                List<String> parts = new ArrayList<>(List.of(served.group().split("\\.", -1)));
                Collections.reverse(parts);
                yield String.join(".", parts) + "." + served.version() + "." + served.kind();
            }
        };
    }

    /** The schema of a custom resource with the fields that every object has. */
    private Json custom(Served served, TypeSchemas types) {
        Json.Obj stated = customSchemas
                .find(served)
                .orElse(new Fields()
                        .put("type", "object")
                        .put("x-kubernetes-preserve-unknown-fields", true)
                        .build());
        Map<String, Json> properties = new TreeMap<>();
        if (stated.get("properties") instanceof Json.Obj own) {
            properties.putAll(own.fields());
        }
        properties.put("apiVersion", TypeSchemas.text());
        properties.put("kind", TypeSchemas.text());
        properties.put("metadata", types.reference(TypeSchemas.OBJECT_META).build());
        Map<String, Json> fields = new LinkedHashMap<>(stated.fields());
        fields.put("properties", new Json.Obj(properties));
        fields.put(
                "x-kubernetes-group-version-kind",
                new Json.Arr(List.of(TypeSchemas.kind(served.group(), served.version(), served.kind()))));
        return new Json.Obj(fields);
    }
}
