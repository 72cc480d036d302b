package dev.konverge.apiserver.admission.match;

import dev.konverge.apiserver.access.Action;
import dev.konverge.apiserver.access.Authorizer;
import dev.konverge.apiserver.cel.Permissions;
import dev.konverge.apiserver.cel.Values;
import dev.konverge.apiserver.cel.Variables;
import dev.konverge.model.Json;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What expressions can see of a request: {@code object}, {@code oldObject}, {@code request}, {@code params},
 * {@code namespaceObject} and {@code authorizer}.
 *
 * @param request the request
 * @param params the parameters of a policy, if it has any
 * @param namespace the namespace of the object, if it is in one
 * @param authorizer who says what the user may do
 */
public record RequestVariables(
        Request request, Optional<Json.Obj> params, Optional<Json.Obj> namespace, Authorizer authorizer)
        implements Variables {
    @Override
    public @Nullable Object find(String name) {
        return switch (name) {
            case "object" -> orNothing(request.object());
            case "oldObject" -> orNothing(request.old());
            case "request" -> Values.of(request.described());
            case "params" -> orNothing(params.orElse(null));
            case "namespaceObject" -> orNothing(namespace.orElse(null));
            case "authorizer" -> permissions();
            case "authorizer.requestResource" ->
                permissions()
                        .about(new Action.OnResource(
                                "",
                                request.served().group(),
                                request.served().plural(),
                                request.subresource(),
                                request.namespace(),
                                request.name()));
            default -> null;
        };
    }

    private Permissions permissions() {
        return new Permissions(authorizer, request.user());
    }

    private static Object orNothing(Json.@Nullable Obj object) {
        return object == null ? Values.nothing() : Values.of(object);
    }
}
