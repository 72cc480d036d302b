package dev.konverge.apiserver.patch;

import dev.konverge.model.Json;
import dev.konverge.model.Yaml;

/** Trees written the short way. */
final class Trees {
    private Trees() {}

    /** {@return the object in a JSON text whose quotes are single ones} */
    static Json.Obj obj(String text) {
        return (Json.Obj) json(text);
    }

    static Json json(String text) {
        return Json.parse(text.replace('\'', '"'));
    }

    static Json.Obj yaml(String text) {
        return (Json.Obj) Yaml.parse(text);
    }
}
