package dev.konverge.apiserver.cel;

import dev.konverge.apiserver.User;
import dev.konverge.apiserver.access.Action;
import dev.konverge.apiserver.access.Authorizer;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The question whether a user may do something, as an expression puts it together.
 *
 * @param authorizer who answers
 * @param user who would do it
 */
public record Permissions(Authorizer authorizer, User user) {
    /** A question about a path that is no resource. */
    record PathCheck(Permissions permissions, String path) {}

    /** A question about an API group. */
    record GroupCheck(Permissions permissions, String group) {}

    /** A question about a resource. */
    record ResourceCheck(Permissions permissions, Action.OnResource action) {}

    /** The answer. */
    record Answer(boolean allowed, String reason) {}

    static final Map<String, Operation> ALL = Map.ofEntries(
            Map.entry("path", a -> new PathCheck(permissions(a), Operation.text(a, 1))),
            Map.entry("group", a -> new GroupCheck(permissions(a), Operation.text(a, 1))),
            Map.entry(
                    "serviceAccount", a -> serviceAccount(permissions(a), Operation.text(a, 1), Operation.text(a, 2))),
            Map.entry("resource", Permissions::resource),
            Map.entry("subresource", a -> with(a, "", Operation.text(a, 1), null, null)),
            Map.entry("namespace", a -> with(a, "", null, Operation.text(a, 1), null)),
            Map.entry("name", a -> with(a, "", null, null, Operation.text(a, 1))),
            Map.entry("fieldSelector", a -> a.get(0)),
            Map.entry("labelSelector", a -> a.get(0)),
            Map.entry("check", Permissions::check),
            Map.entry("allowed", a -> Operation.as(Answer.class, a.get(0)).allowed()),
            Map.entry("reason", a -> Operation.as(Answer.class, a.get(0)).reason()),
            Map.entry("errored", a -> false),
            Map.entry("error", a -> ""));

    /** {@return the question about a resource that a request itself is} */
    public Object about(Action.OnResource action) {
        return new ResourceCheck(this, action);
    }

    private static Permissions permissions(List<Object> a) {
        return Operation.as(Permissions.class, a.get(0));
    }

    private static Permissions serviceAccount(Permissions permissions, String namespace, String name) {
        User account = new User(
                "system:serviceaccount:" + namespace + ":" + name,
                "",
                List.of("system:serviceaccounts", "system:serviceaccounts:" + namespace, "system:authenticated"),
                Map.of());
        return new Permissions(permissions.authorizer(), account);
    }

    private static Object resource(List<Object> a) {
        GroupCheck group = Operation.as(GroupCheck.class, a.get(0));
        return new ResourceCheck(
                group.permissions(), new Action.OnResource("", group.group(), Operation.text(a, 1), "", "", ""));
    }

    private static ResourceCheck with(
            List<Object> a,
            String verb,
            @Nullable String subresource,
            @Nullable String namespace,
            @Nullable String name) {
        ResourceCheck check = Operation.as(ResourceCheck.class, a.get(0));
        Action.OnResource action = check.action();
        return new ResourceCheck(
                check.permissions(),
                new Action.OnResource(
                        verb,
                        action.group(),
                        action.resource(),
                        subresource == null ? action.subresource() : subresource,
                        namespace == null ? action.namespace() : namespace,
                        name == null ? action.name() : name));
    }

    private static Object check(List<Object> a) {
        String verb = Operation.text(a, 1);
        return switch (a.get(0)) {
            case ResourceCheck check ->
                check.permissions().answer(check.action().withVerb(verb));
            case PathCheck check -> check.permissions().answer(new Action.OnPath(verb, check.path()));
            default -> throw CelFailure.noOverload();
        };
    }

    private Answer answer(Action action) {
        var decision = authorizer.decide(user, action);
        return new Answer(decision.allowed(), decision.reason());
    }
}
