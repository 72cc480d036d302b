package dev.konverge.informer;

import dev.konverge.model.ResourceVersion;
import dev.konverge.model.core.v1.ConfigMap;
import java.util.List;

/** Objects for tests. */
final class Things {
    private Things() {}

    /** A config map in namespace {@code ns}. */
    static ConfigMap thing(String name, String version) {
        return thing("ns", name, version, "");
    }

    /** A config map with a value under the key {@code v}. */
    static ConfigMap thing(String namespace, String name, String version, String value) {
        return ConfigMap.builder()
                .metadata(m -> m.namespace(namespace).name(name).resourceVersion(version))
                .putData("v", value)
                .build();
    }

    /** The value under the key {@code v}. */
    static String value(ConfigMap map) {
        return map.data().getOrDefault("v", "");
    }

    /** An index by the words of the value. */
    static IndexFunction<ConfigMap> byWord() {
        return map -> value(map).isEmpty() ? List.of() : List.of(value(map).split(" ", -1));
    }

    static ResourceVersion version(String text) {
        return ResourceVersion.of(text);
    }
}
