package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import dev.konverge.model.KubernetesSchema;
import dev.konverge.model.Yaml;

/** The rules of built-in kinds, and objects in short notation, for tests. */
final class Kinds {
    static final BuiltInKinds BUILT_IN = new BuiltInKinds(KubernetesSchema.load());

    private Kinds() {}

    /** {@return the rules of a kind, given as {@code apps/v1 Deployment}} */
    static KindRules rules(String kind) {
        String apiVersion = kind.substring(0, kind.indexOf(' '));
        int slash = apiVersion.indexOf('/');
        return BUILT_IN.rules(
                slash < 0 ? "" : apiVersion.substring(0, slash),
                apiVersion.substring(slash + 1),
                kind.substring(kind.indexOf(' ') + 1));
    }

    /** {@return the object that a YAML text describes} */
    static Json.Obj yaml(String text) {
        return (Json.Obj) Yaml.parse(text);
    }

    /** {@return the default form of an object} */
    static Json.Obj defaulted(String kind, String text) {
        return rules(kind).defaulted(yaml(text));
    }
}
