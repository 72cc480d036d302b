package dev.konverge.client;

import dev.konverge.model.GroupVersion;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Where a request goes: path and query, put together as client-go does (RC-2 to RC-6). */
final class Target {
    private GroupVersion groupVersion = GroupVersion.CORE_V1;
    private @Nullable String absPath;
    private @Nullable String namespace;
    private @Nullable String resource;
    private @Nullable String name;
    private List<String> subresource = List.of();
    private final List<String> suffix = new ArrayList<>();
    private final StringBuilder query = new StringBuilder();
    private boolean watch;

    void groupVersion(GroupVersion groupVersion) {
        if (!groupVersion.group().isEmpty()) {
            segment("group", groupVersion.group());
        }
        segment("version", groupVersion.version());
        this.groupVersion = groupVersion;
    }

    void namespace(String namespace) {
        unset("namespace", this.namespace);
        this.namespace = namespace.isEmpty() ? "" : segment("namespace", namespace);
    }

    void resource(String plural) {
        unset("resource", resource);
        resource = segment("resource", plural).toLowerCase(Locale.ROOT);
    }

    void name(String name) {
        unset("name", this.name);
        if (name.isEmpty()) {
            throw new IllegalArgumentException("resource name may not be empty");
        }
        this.name = segment("name", name);
    }

    void subresource(String... parts) {
        if (!subresource.isEmpty()) {
            throw new IllegalArgumentException("the subresource is already set to " + String.join("/", subresource));
        }
        for (String part : parts) {
            segment("subresource", part);
        }
        subresource = List.of(parts);
    }

    void suffix(String... parts) {
        for (String part : parts) {
            suffix.add(segment("path", part));
        }
    }

    void absPath(String path) {
        unset("path", absPath);
        if (!path.startsWith("/") || path.indexOf('?') >= 0 || path.indexOf('#') >= 0) {
            throw new IllegalArgumentException(
                    "a path begins with a slash and holds neither a query nor a fragment: \"" + path + '"');
        }
        for (String part : path.split("/", -1)) {
            if (part.equals(".") || part.equals("..")) {
                throw new IllegalArgumentException("a path may not hold \"" + part + "\": \"" + path + '"');
            }
        }
        absPath = path;
    }

    void param(String name, String value) {
        watch |= name.equals("watch") && !value.equals("false");
        query.append(query.isEmpty() ? '?' : '&')
                .append(encode(name))
                .append('=')
                .append(encode(value));
    }

    void watch() {
        if (!watch) {
            param("watch", "true");
        }
    }

    boolean isWatch() {
        return watch;
    }

    /** Refuses what the server would misunderstand: a name without the namespace it was meant to be in (RC-4). */
    void check(String method) {
        if (namespace != null && namespace.isEmpty()) {
            if (method.equals("POST")) {
                throw new IllegalArgumentException("an empty namespace may not be set during creation");
            }
            if (name != null) {
                throw new IllegalArgumentException(
                        "an empty namespace may not be set when a resource name is provided");
            }
        }
        if (absPath == null && resource == null && name != null) {
            throw new IllegalArgumentException("a name needs a resource: \"" + name + '"');
        }
    }

    private static void unset(String what, @Nullable String present) {
        if (present != null) {
            throw new IllegalArgumentException("the " + what + " is already set to \"" + present + '"');
        }
    }

    /** {@return the text, if it can be one part of a path (RC-3)} */
    static String segment(String what, String text) {
        if (text.isEmpty()
                || text.equals(".")
                || text.equals("..")
                || text.indexOf('/') >= 0
                || text.indexOf('%') >= 0) {
            throw new IllegalArgumentException("the " + what + " \"" + text
                    + "\" cannot be part of a path: it may not be empty, '.' or '..', nor hold '/' or '%'");
        }
        return text;
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** {@return the path, encoded, without the query} */
    String path() {
        StringBuilder path = new StringBuilder();
        if (absPath == null) {
            path.append(groupVersion.group().isEmpty() ? "/api/" : "/apis/" + groupVersion.group() + '/')
                    .append(groupVersion.version());
        } else {
            path.append(encodePath(absPath));
        }
        if (namespace != null && !namespace.isEmpty()) {
            append(path, "namespaces");
            append(path, namespace);
        }
        if (resource != null) {
            append(path, resource);
        }
        if (name != null) {
            append(path, name);
        }
        subresource.forEach(part -> append(path, part));
        suffix.forEach(part -> append(path, part));
        return path.toString();
    }

    private static void append(StringBuilder path, String part) {
        if (path.charAt(path.length() - 1) != '/') {
            path.append('/');
        }
        path.append(encode(part));
    }

    private static String encodePath(String path) {
        List<String> parts = new ArrayList<>();
        for (String part : path.split("/", -1)) {
            parts.add(encode(part));
        }
        return String.join("/", parts);
    }

    Operation operation(String method) {
        String key = (namespace == null || namespace.isEmpty() ? "" : namespace + '/') + (name == null ? "" : name);
        if (resource == null) {
            return new Operation(method.toLowerCase(Locale.ROOT), path(), "");
        }
        String all = subresource.isEmpty() ? resource : resource + '/' + String.join("/", subresource);
        return new Operation(
                verb(method), all, name == null && key.endsWith("/") ? key.substring(0, key.length() - 1) : key);
    }

    private String verb(String method) {
        return switch (method) {
            case "GET" -> watch ? "watch" : name == null ? "list" : "get";
            case "POST" -> "create";
            case "PUT" -> "update";
            case "PATCH" -> "patch";
            case "DELETE" -> name == null ? "deletecollection" : "delete";
            default -> method.toLowerCase(Locale.ROOT);
        };
    }

    /** {@return path and query, encoded} */
    @Override
    public String toString() {
        return path() + query;
    }
}
