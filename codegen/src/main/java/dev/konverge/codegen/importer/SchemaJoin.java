package dev.konverge.codegen.importer;

import dev.konverge.codegen.importer.OpenApi.Definition;
import dev.konverge.codegen.importer.OpenApi.GroupVersionKind;
import dev.konverge.codegen.importer.OpenApi.Property;
import dev.konverge.schema.KindDef;
import dev.konverge.schema.KindDef.ResourceDef;
import dev.konverge.schema.Schema;
import dev.konverge.schema.Shape;
import dev.konverge.schema.TypeDef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Puts the types and the kinds of all sources together. Used once. */
final class SchemaJoin {
    private static final Set<String> LIST_PROPERTIES = Set.of("apiVersion", "kind", "metadata", "items");
    private static final Shape LIST_META = new Shape.Ref("io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta");

    private final OpenApi openApi;
    private final Discovery discovery;
    private final TypeImport typeImport;
    private final List<TypeDef> types = new ArrayList<>();
    private final List<KindDef> kinds = new ArrayList<>();
    private final Map<GroupVersionKind, ResourceDef> unserved;

    SchemaJoin(OpenApi openApi, Discovery discovery, GoModules modules) {
        this.openApi = openApi;
        this.discovery = discovery;
        this.typeImport = new TypeImport(modules);
        this.unserved = new HashMap<>(discovery.resources());
    }

    Schema join(String release) {
        openApi.definitions().values().forEach(this::add);
        if (!unserved.isEmpty()) {
            throw new ImportException("discovery serves kinds that OpenAPI does not describe: " + unserved.keySet()
                    + "; the sources are not of one release");
        }
        return Schema.of(release, discovery.groups(), types, kinds);
    }

    private void add(Definition definition) {
        if (isList(definition)) {
            checkList(definition);
            return;
        }
        TypeImport.Imported imported = typeImport.read(definition);
        types.add(imported.type());
        if (imported.hasTypeMeta()) {
            GroupVersionKind name = kindName(definition);
            kinds.add(new KindDef(name.group(), name.version(), name.kind(), definition.name(), unserved.remove(name)));
        }
    }

    private static GroupVersionKind kindName(Definition definition) {
        Set<GroupVersionKind> names = definition.kinds();
        if (names.size() == 1) {
            return names.iterator().next();
        }
        // Types of requests are registered in every group; they go by their name in the core group.
        return names.stream()
                .filter(name -> name.group().isEmpty() && name.version().equals("v1"))
                .findFirst()
                .orElseThrow(() -> new ImportException("Go type " + definition.name()
                        + " embeds TypeMeta, but OpenAPI names no kind for it, or many and none of group core"));
    }

    private static boolean isList(Definition definition) {
        return definition.name().endsWith("List")
                && !definition.kinds().isEmpty()
                && definition.properties().containsKey("items");
    }

    /** Lists need no types of their own as long as they are all alike. */
    private void checkList(Definition list) {
        Property items = list.properties().get("items");
        Property metadata = list.properties().get("metadata");
        String itemType = items != null && items.shape() instanceof Shape.ListOf(Shape.Ref(String name)) ? name : "";
        Definition item = openApi.definitions().get(itemType);
        GroupVersionKind kind = kindName(list);
        boolean alike = list.properties().keySet().equals(LIST_PROPERTIES)
                && metadata != null
                && metadata.shape().equals(LIST_META)
                && item != null
                && item.kinds()
                        .contains(new GroupVersionKind(
                                kind.group(), kind.version(), kind.kind().replaceFirst("List$", "")))
                && protoNumbers(list).equals(List.of(List.of(1), List.of(2)));
        if (!alike) {
            throw new ImportException("OpenAPI type " + list.name() + " is a list unlike the others: expected metadata "
                    + "(protobuf number 1) and items (protobuf number 2) of its kind without 'List'");
        }
    }

    private List<List<Integer>> protoNumbers(Definition list) {
        return typeImport.read(list).type().fields().stream()
                .map(field -> field.protoPath())
                .toList();
    }
}
