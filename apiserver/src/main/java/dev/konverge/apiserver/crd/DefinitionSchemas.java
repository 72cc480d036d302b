package dev.konverge.apiserver.crd;

import dev.konverge.apiserver.failure.GoText;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The schemas of all versions of a definition, looked at as a whole. */
public final class DefinitionSchemas {
    private DefinitionSchemas() {}

    /** {@return what the author of a definition is told}: a format that nobody knows is not checked. */
    public static List<String> remarks(Json.Obj definition) {
        List<String> remarks = new ArrayList<>();
        of(definition)
                .forEach(schema -> schema.has(node -> {
                    String format = node.text("format");
                    if (!format.isEmpty() && !Formats.isKnown(node.type(), format)) {
                        remarks.add("unrecognized format " + GoText.quote(format));
                    }
                    return false;
                }));
        return remarks;
    }

    static boolean haveDefaults(Json.Obj definition) {
        return of(definition).anyMatch(schema -> schema.has(node -> node.defaultValue() != null));
    }

    private static Stream<SchemaNode> of(Json.Obj definition) {
        return Tree.objects(definition, "spec", "versions").stream()
                .map(version -> SchemaNode.of(Tree.object(version, "schema", "openAPIV3Schema")));
    }
}
