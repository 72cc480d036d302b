package dev.konverge.apiserver.admission.match;

import dev.konverge.apiserver.kind.SelectorText;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Selectors of labels as they are written in objects: {@code matchLabels} and {@code matchExpressions}. */
public final class Selectors {
    private Selectors() {}

    /** {@return whether a selector selects an object}; an empty one selects every object, and none does not exist for it */
    public static boolean matchObject(Json.Obj selector, Json.@Nullable Obj object) {
        return object != null && matches(selector, Tree.texts(object, "metadata", "labels"));
    }

    /** {@return whether a selector selects labels} */
    public static boolean matches(Json.Obj selector, Map<String, String> labels) {
        return isEverything(selector) || SelectorText.matches(selector, labels);
    }

    /** {@return whether a selector selects everything} */
    public static boolean isEverything(Json.Obj selector) {
        return Tree.object(selector, "matchLabels").fields().isEmpty()
                && Tree.list(selector, "matchExpressions").isEmpty();
    }
}
