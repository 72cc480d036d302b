package dev.konverge.apiserver.fault;

import dev.konverge.apiserver.ServerRequest;
import dev.konverge.apiserver.failure.GroupResource;
import dev.konverge.apiserver.verb.RequestPath;
import java.util.Optional;

/**
 * A request as a rule sees it.
 *
 * @param verb the verb in Kubernetes' sense
 * @param group the API group
 * @param resource the plural, with the subresource behind a slash if there is one
 * @param namespace the namespace, or empty
 * @param name the name of the object, or empty
 * @param userAgent the client's User-Agent, or empty
 */
record Attempt(String verb, String group, String resource, String namespace, String name, String userAgent) {
    /** {@return the request, if it is about a resource} */
    static Optional<Attempt> of(ServerRequest request) {
        return RequestPath.parse(request.path())
                .filter(path -> !path.resource().isEmpty())
                .map(path -> new Attempt(
                        verb(request, path),
                        path.group(),
                        path.resource() + (path.subresource().isEmpty() ? "" : "/" + path.subresource()),
                        path.namespace(),
                        path.name(),
                        request.headers().find("User-Agent").orElse("")));
    }

    private static String verb(ServerRequest request, RequestPath path) {
        boolean one = !path.name().isEmpty();
        return switch (request.method()) {
            case "POST" -> "create";
            case "PUT" -> "update";
            case "PATCH" -> "patch";
            case "DELETE" -> one ? "delete" : "deletecollection";
            default -> isWatch(request, path) ? "watch" : one ? "get" : "list";
        };
    }

    private static boolean isWatch(ServerRequest request, RequestPath path) {
        String query = "&" + request.rawQuery() + "&";
        return path.watch()
                || query.contains("&watch=true&")
                || query.contains("&watch=1&")
                || query.contains("&watch&");
    }

    /** {@return the resource without its subresource} */
    GroupResource groupResource() {
        return new GroupResource(group, resource.split("/", 2)[0]);
    }

    boolean isRead() {
        return verb.equals("get") || verb.equals("list");
    }
}
