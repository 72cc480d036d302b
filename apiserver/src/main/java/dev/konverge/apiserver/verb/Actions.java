package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.ServerRequest;
import dev.konverge.apiserver.access.Action;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** What a request does, as roles speak of it. */
final class Actions {
    private static final String BY_NAME = "metadata.name=";

    private Actions() {}

    static Action of(ServerRequest request) {
        return RequestPath.parse(request.path())
                .<Action>map(path -> onResource(request, path))
                .orElseGet(() -> new Action.OnPath(request.method().toLowerCase(Locale.ROOT), decoded(request.path())));
    }

    private static Action onResource(ServerRequest request, RequestPath path) {
        boolean one = !path.name().isEmpty();
        Query query = one ? Query.NONE : Query.parse(request.rawQuery());
        String verb = path.watch()
                ? "watch"
                : switch (request.method()) {
                    case "GET", "HEAD" -> one ? "get" : query.flag("watch") ? "watch" : "list";
                    case "POST" -> "create";
                    case "PUT" -> "update";
                    case "PATCH" -> "patch";
                    case "DELETE" -> one ? "delete" : "deletecollection";
                    default -> "";
                };
        String name = one || !(verb.equals("list") || verb.equals("watch")) ? path.name() : named(query);
        // A namespace is in itself.
        boolean namespace = path.resource().equals("namespaces");
        return new Action.OnResource(
                verb,
                path.group(),
                path.resource(),
                path.subresource(),
                namespace ? path.name() : path.namespace(),
                name);
    }

    /** {@return the one object that a list can have, if it is selected by name}: who may see it may list it so */
    private static String named(Query query) {
        for (String term : query.text("fieldSelector").split(",", -1)) {
            if (term.startsWith(BY_NAME)) {
                String name = term.substring(BY_NAME.length());
                name = name.startsWith("=") ? name.substring(1) : name;
                boolean proper =
                        !name.equals(".") && !name.equals("..") && name.indexOf('/') < 0 && name.indexOf('%') < 0;
                return proper ? name : "";
            }
        }
        return "";
    }

    private static String decoded(String path) {
        try {
            return path.indexOf('%') < 0 ? path : URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            return path;
        }
    }
}
