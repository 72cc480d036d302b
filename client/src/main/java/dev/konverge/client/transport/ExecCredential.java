package dev.konverge.client.transport;

import dev.konverge.client.config.ConfigException;
import dev.konverge.client.config.ExecPlugin;
import dev.konverge.client.config.PemSource;
import dev.konverge.client.config.Tls;
import dev.konverge.model.Json;
import dev.konverge.model.codec.DecodeException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an exec plugin printed. Prints nothing itself.
 *
 * @param shown the credentials
 * @param expires when they cease to be valid, or null for never
 */
record ExecCredential(Authorizer.Shown shown, @Nullable Instant expires) {
    /** {@return the same, as brought by that run} */
    ExecCredential from(long run) {
        return new ExecCredential(new Authorizer.Shown(shown.authorization(), shown.certificate(), run), expires);
    }

    boolean isValid(Instant now) {
        return expires == null || now.isBefore(expires);
    }

    @Override
    public String toString() {
        return "ExecCredential[expires " + expires + "]";
    }

    /** {@return what a plugin finds in the variable {@code KUBERNETES_EXEC_INFO}} */
    static String request(ExecPlugin plugin, boolean interactive) {
        Map<String, Json> spec = new LinkedHashMap<>();
        ExecPlugin.ClusterFacts cluster = plugin.cluster();
        if (cluster != null) {
            spec.put("cluster", describe(cluster));
        }
        spec.put("interactive", Json.of(interactive));
        Map<String, Json> credential = new LinkedHashMap<>();
        credential.put("kind", Json.of("ExecCredential"));
        credential.put("apiVersion", Json.of(plugin.version().group()));
        credential.put("spec", new Json.Obj(spec));
        return new Json.Obj(credential).toString();
    }

    private static Json describe(ExecPlugin.ClusterFacts cluster) {
        Map<String, Json> fields = new LinkedHashMap<>();
        fields.put("server", Json.of(cluster.server()));
        putIfSet(fields, "tls-server-name", cluster.tlsServerName());
        if (cluster.insecure()) {
            fields.put("insecure-skip-tls-verify", Json.of(true));
        }
        putIfSet(
                fields,
                "certificate-authority-data",
                Base64.getEncoder().encodeToString(cluster.authorities().getBytes(StandardCharsets.UTF_8)));
        putIfSet(fields, "proxy-url", cluster.proxyUrl());
        if (cluster.disableCompression()) {
            fields.put("disable-compression", Json.of(true));
        }
        Json config = cluster.config();
        if (config != null) {
            fields.put("config", config);
        }
        return new Json.Obj(fields);
    }

    private static void putIfSet(Map<String, Json> fields, String name, String value) {
        if (!value.isEmpty()) {
            fields.put(name, Json.of(value));
        }
    }

    /**
     * {@return what a plugin printed}
     *
     * @throws ConfigException if that is no credential; the message never repeats it
     */
    static ExecCredential parse(String printed, ExecPlugin plugin) {
        Json.Obj credential = object(printed, plugin);
        if (!plugin.version().group().equals(text(credential, "apiVersion"))
                || !"ExecCredential".equals(text(credential, "kind"))) {
            throw bad(
                    plugin,
                    "it did not print an ExecCredential of " + plugin.version().group());
        }
        if (!(credential.get("status") instanceof Json.Obj status)) {
            throw bad(plugin, "it printed an ExecCredential without a status");
        }
        String token = text(status, "token");
        String certificate = text(status, "clientCertificateData");
        String key = text(status, "clientKeyData");
        if (certificate.isEmpty() != key.isEmpty()) {
            throw bad(plugin, "it printed a client certificate without a key, or a key without a certificate");
        }
        if (token.isEmpty() && certificate.isEmpty()) {
            throw bad(plugin, "it printed neither a token nor a client certificate");
        }
        Authorizer.Shown shown = new Authorizer.Shown(
                token.isEmpty() ? null : "Bearer " + token,
                certificate.isEmpty() ? null : certificate(plugin, certificate, key));
        return new ExecCredential(shown, expiration(status, plugin));
    }

    private static Tls.ClientCertificate certificate(ExecPlugin plugin, String certificate, String key) {
        return new Tls.ClientCertificate(
                new PemSource.Inline(
                        certificate.getBytes(StandardCharsets.UTF_8), "clientCertificateData of " + plugin.command()),
                new PemSource.Inline(key.getBytes(StandardCharsets.UTF_8), "clientKeyData of " + plugin.command()));
    }

    private static Json.Obj object(String printed, ExecPlugin plugin) {
        try {
            if (Json.parse(printed) instanceof Json.Obj object) {
                return object;
            }
        } catch (DecodeException e) {
            throw bad(plugin, printed.isBlank() ? "it printed nothing" : "what it printed is not JSON");
        }
        throw bad(plugin, "what it printed is not a JSON object");
    }

    private static String text(Json.Obj object, String name) {
        return object.get(name) instanceof Json.Str text ? text.value() : "";
    }

    private static @Nullable Instant expiration(Json.Obj status, ExecPlugin plugin) {
        String time = text(status, "expirationTimestamp");
        try {
            return time.isEmpty() ? null : OffsetDateTime.parse(time).toInstant();
        } catch (DateTimeParseException e) {
            throw bad(plugin, "its expirationTimestamp is not a time");
        }
    }

    static ConfigException bad(ExecPlugin plugin, String what) {
        return new ConfigException(what, "exec plugin " + plugin.command(), "run the plugin by hand to see why");
    }
}
