package dev.konverge.apiserver.crd;

import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a definition says about one version of its resource.
 *
 * @param name the name of the version
 * @param served whether it is served
 * @param storage whether objects are stored in it
 * @param deprecated whether clients that use it are warned
 * @param ownWarning what they are told, empty for the usual text
 * @param schema the schema of its objects, empty if there is none
 * @param status whether the status is written on its own
 * @param scale where the numbers of the scale subresource are, if it has one
 * @param columns what its table shows besides the name, in order; each as the definition has it
 * @param selectablePaths the fields by which its objects can be selected, such as {@code spec.color}
 */
record CustomVersion(
        String name,
        boolean served,
        boolean storage,
        boolean deprecated,
        String ownWarning,
        Json.Obj schema,
        boolean status,
        Optional<ScalePaths> scale,
        List<Json.Obj> columns,
        List<String> selectablePaths) {

    static CustomVersion of(Json.Obj version) {
        Json.Obj subresources = Tree.object(version, "subresources");
        return new CustomVersion(
                Tree.text(version, "name"),
                Tree.flag(version, "served"),
                Tree.flag(version, "storage"),
                Tree.flag(version, "deprecated"),
                Tree.text(version, "deprecationWarning"),
                Tree.object(version, "schema", "openAPIV3Schema"),
                subresources.get("status") instanceof Json.Obj,
                ScalePaths.find(subresources),
                Tree.objects(version, "additionalPrinterColumns"),
                selectable(version));
    }

    private static List<String> selectable(Json.Obj version) {
        List<String> paths = new ArrayList<>();
        for (Json.Obj field : Tree.objects(version, "selectableFields")) {
            String path = Tree.text(field, "jsonPath");
            paths.add(path.startsWith(".") ? path.substring(1) : path);
        }
        return List.copyOf(paths);
    }
}
