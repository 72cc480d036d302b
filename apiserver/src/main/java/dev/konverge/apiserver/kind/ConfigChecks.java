package dev.konverge.apiserver.kind;

import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.model.Json;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** What ConfigMaps and Secrets must be like. */
final class ConfigChecks {
    private static final int MAX_DATA = 1024 * 1024;
    private static final String SEALED = "field is immutable when `immutable` is set";

    private ConfigChecks() {}

    static void configMap(Json.Obj object, Report report) {
        Map<String, String> binary = Tree.texts(object, "binaryData");
        long size = 0;
        for (Map.Entry<String, String> entry : Tree.texts(object, "data").entrySet()) {
            report.invalid("data[" + entry.getKey() + "]", entry.getKey(), NameSyntax.configKey(entry.getKey()));
            if (binary.containsKey(entry.getKey())) {
                report.invalid(
                        "data[" + entry.getKey() + "]", entry.getKey(), "duplicate of key present in binaryData");
            }
            size += entry.getValue().length();
        }
        for (Map.Entry<String, String> entry : binary.entrySet()) {
            report.invalid("binaryData[" + entry.getKey() + "]", entry.getKey(), NameSyntax.configKey(entry.getKey()));
            size += decoded(entry.getValue());
        }
        if (size > MAX_DATA) {
            report.errors().add(FieldError.tooLong("[]", MAX_DATA));
        }
    }

    private static int decoded(String base64) {
        try {
            return Base64.getDecoder().decode(base64).length;
        } catch (IllegalArgumentException notOne) {
            return base64.length();
        }
    }

    static void secret(Json.Obj object, Report report) {
        Map<String, String> data = Tree.texts(object, "data");
        long size = 0;
        for (Map.Entry<String, String> entry : data.entrySet()) {
            report.invalid("data[" + entry.getKey() + "]", entry.getKey(), NameSyntax.configKey(entry.getKey()));
            size += decoded(entry.getValue());
        }
        if (size > MAX_DATA) {
            report.errors().add(FieldError.tooLong("data", MAX_DATA));
        }
        List<String> needed = switch (Tree.text(object, "type")) {
            case "kubernetes.io/dockercfg" -> List.of(".dockercfg");
            case "kubernetes.io/dockerconfigjson" -> List.of(".dockerconfigjson");
            case "kubernetes.io/ssh-auth" -> List.of("ssh-privatekey");
            case "kubernetes.io/tls" -> List.of("tls.crt", "tls.key");
            case "kubernetes.io/basic-auth" ->
                data.containsKey("username") || data.containsKey("password")
                        ? List.of()
                        : List.of("username", "password");
            default -> List.of();
        };
        for (String key : needed) {
            if (!data.containsKey(key)) {
                report.required("data[" + key + "]");
            }
        }
        boolean token = Tree.text(object, "type").equals("kubernetes.io/service-account-token");
        if (token
                && Tree.text(object, "metadata", "annotations", "kubernetes.io/service-account.name")
                        .isEmpty()) {
            report.required("metadata.annotations[kubernetes.io/service-account.name]");
        }
    }

    static void sealed(Json.Obj next, Json.Obj live, Report report, String... fields) {
        if (!Tree.flag(live, "immutable")) {
            return;
        }
        if (!Tree.flag(next, "immutable")) {
            report.forbidden("immutable", SEALED);
        }
        for (String field : fields) {
            if (!Tree.object(next, field).equals(Tree.object(live, field))) {
                report.forbidden(field, SEALED);
            }
        }
    }
}
