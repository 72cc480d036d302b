package dev.konverge.informer;

import dev.konverge.model.Resource;
import java.util.List;

/** The one function of the index by namespace, so that it can be told from others. */
enum NamespaceIndex implements IndexFunction<Object> {
    BY_NAMESPACE;

    @Override
    public List<String> valuesOf(Object object) {
        return object instanceof Resource resource ? List.of(namespaceOf(resource)) : List.of("");
    }

    private static String namespaceOf(Resource resource) {
        String namespace = resource.metadata().namespace();
        return namespace == null ? "" : namespace;
    }
}
