package dev.konverge.apiserver.verb;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the path of a request is about.
 *
 * @param group the API group, empty for core
 * @param version the version
 * @param watch whether the path begins with the deprecated {@code watch/}
 * @param namespace the namespace, empty for none
 * @param resource the plural, empty if the path ends at the version
 * @param name the object's name, empty for a collection
 * @param subresource the subresource, empty for the object itself
 * @param rest what follows; nothing that is served has any
 */
public record RequestPath(
        String group,
        String version,
        boolean watch,
        String namespace,
        String resource,
        String name,
        String subresource,
        List<String> rest) {
    /** What may follow the name of a namespace without being a resource in it. */
    private static final Set<String> NAMESPACE_SUBRESOURCES = Set.of("status", "finalize");

    /** Copies its arguments. */
    public RequestPath {
        rest = List.copyOf(rest);
    }

    /** {@return what a path is about, if it is about a resource} */
    public static Optional<RequestPath> parse(String path) {
        List<String> parts = new ArrayList<>();
        for (String part : path.split("/", -1)) {
            if (!part.isEmpty()) {
                parts.add(decoded(part));
            }
        }
        if (parts.size() >= 3 && parts.get(0).equals("api")) {
            return Optional.of(resource("", parts.get(1), parts.subList(2, parts.size())));
        }
        if (parts.size() >= 4 && parts.get(0).equals("apis")) {
            return Optional.of(resource(parts.get(1), parts.get(2), parts.subList(3, parts.size())));
        }
        return Optional.empty();
    }

    private static RequestPath resource(String group, String version, List<String> parts) {
        List<String> left = parts;
        boolean watch = left.get(0).equals("watch") && left.size() > 1;
        if (watch) {
            left = left.subList(1, left.size());
        }
        String namespace = "";
        if (left.get(0).equals("namespaces") && left.size() > 2 && !NAMESPACE_SUBRESOURCES.contains(left.get(2))) {
            namespace = left.get(1);
            left = left.subList(2, left.size());
        }
        return new RequestPath(
                group,
                version,
                watch,
                namespace,
                left.get(0),
                left.size() > 1 ? left.get(1) : "",
                left.size() > 2 ? left.get(2) : "",
                left.size() > 3 ? left.subList(3, left.size()) : List.of());
    }

    private static String decoded(String part) {
        try {
            // A plus sign is itself in a path.
            return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            return part;
        }
    }
}
