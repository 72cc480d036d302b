package dev.konverge.client.config;

import dev.konverge.model.Json;
import dev.konverge.model.Yaml;
import dev.konverge.model.YamlException;
import dev.konverge.model.codec.Codec;
import dev.konverge.model.codec.JsonReader;
import dev.konverge.model.codec.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads one kubeconfig; what is wrong with it is said with file and line. */
final class KubeConfigParser implements Codec<KubeConfig> {
    private static final String EXEC_EXTENSION = "client.authentication.k8s.io/exec";

    private final Path file;

    private KubeConfigParser(Path file) {
        this.file = file;
    }

    static KubeConfig parse(String text, Path file) {
        try {
            List<KubeConfig> documents = Yaml.readAll(text, new KubeConfigParser(file));
            return documents.isEmpty()
                    ? new KubeConfig("", Map.of(), Map.of(), Map.of(), List.of(file))
                    : documents.getFirst();
        } catch (YamlException e) {
            throw new ConfigException(
                    "not a kubeconfig: " + e.reason(),
                    file + ", line " + e.line() + ", column " + e.column(),
                    "correct the file, or name another one");
        }
    }

    @Override
    public void write(KubeConfig value, JsonWriter out) {
        throw new UnsupportedOperationException("kubeconfig files are only read");
    }

    @Override
    public KubeConfig read(JsonReader in) {
        Fields root = Fields.root(Json.CODEC.read(in));
        expect(root, "apiVersion", "v1");
        expect(root, "kind", "Config");
        return new KubeConfig(
                root.text("current-context"),
                named(root, "clusters", "cluster", this::cluster),
                named(root, "users", "user", this::user),
                named(root, "contexts", "context", this::context),
                List.of(file));
    }

    private static void expect(Fields root, String name, String value) {
        String found = root.text(name);
        if (!found.isEmpty() && !found.equals(value)) {
            throw Fields.wrong("expected " + value, root.at(name));
        }
    }

    private static <T> Map<String, T> named(Fields root, String list, String content, Function<Fields, T> read) {
        Map<String, T> all = new LinkedHashMap<>();
        for (Fields entry : root.children(list)) {
            String name = entry.text("name");
            if (all.putIfAbsent(name, read.apply(entry.child(content))) != null) {
                throw Fields.wrong("a second " + content + " is called " + name, entry.at("name"));
            }
        }
        return all;
    }

    private ClusterEntry cluster(Fields from) {
        return new ClusterEntry(
                from.text("server"),
                from.text("tls-server-name"),
                from.flag("insecure-skip-tls-verify"),
                path(from.text("certificate-authority")),
                data(from, "certificate-authority-data"),
                from.text("proxy-url"),
                from.flag("disable-compression"),
                execConfig(from),
                file);
    }

    private static @Nullable Json execConfig(Fields cluster) {
        for (Fields extension : cluster.children("extensions")) {
            if (extension.text("name").equals(EXEC_EXTENSION)) {
                return extension.raw("extension");
            }
        }
        return null;
    }

    private UserEntry user(Fields from) {
        return new UserEntry(
                path(from.text("client-certificate")),
                data(from, "client-certificate-data"),
                path(from.text("client-key")),
                data(from, "client-key-data"),
                from.text("token"),
                path(from.text("tokenFile")),
                from.text("username"),
                from.text("password"),
                from.text("as"),
                from.text("as-uid"),
                from.texts("as-groups"),
                from.textLists("as-user-extra"),
                from.has("exec") ? exec(from.child("exec")) : null,
                from.child("auth-provider").text("name"),
                file);
    }

    private UserEntry.ExecEntry exec(Fields from) {
        Map<String, String> env = new LinkedHashMap<>();
        for (Fields variable : from.children("env")) {
            env.put(variable.text("name"), variable.text("value"));
        }
        String command = from.text("command");
        return new UserEntry.ExecEntry(
                command.contains("/") || command.contains("\\") ? path(command) : command,
                from.texts("args"),
                env,
                from.text("apiVersion"),
                from.text("installHint"),
                from.flag("provideClusterInfo"),
                from.text("interactiveMode"));
    }

    private ContextEntry context(Fields from) {
        return new ContextEntry(from.text("cluster"), from.text("user"), from.text("namespace"), file);
    }

    /** {@return a path, seen from the directory of the file that names it (KC-3)} */
    private String path(String named) {
        return named.isEmpty()
                ? ""
                : file.toAbsolutePath().resolveSibling(named).normalize().toString();
    }

    private static String data(Fields from, String name) {
        try {
            byte[] bytes = Base64.getDecoder().decode(from.text(name).replaceAll("\\s", ""));
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw Fields.wrong("expected base64", from.at(name));
        }
    }
}
