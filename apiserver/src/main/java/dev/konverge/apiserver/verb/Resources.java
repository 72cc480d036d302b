package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.Headers;
import dev.konverge.apiserver.ServerRequest;
import dev.konverge.apiserver.ServerResponse;
import dev.konverge.apiserver.catalog.Catalog;
import dev.konverge.apiserver.catalog.Served;
import dev.konverge.apiserver.catalog.Subresource;
import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.negotiate.Answers;
import dev.konverge.base.Clock;
import java.util.Optional;
import java.util.function.Supplier;

/** Finds out what a request to a resource wants, and whether that can be had. */
final class Resources {
    private final Supplier<Catalog> catalog;
    private final Kinds kinds;
    private final ReadRequests reads;
    private final WriteRequests writes;
    private final Subresources subresources;
    private final Answers answers;
    private final Clock clock;

    Resources(
            Supplier<Catalog> catalog,
            Kinds kinds,
            ReadRequests reads,
            WriteRequests writes,
            Subresources subresources,
            Answers answers,
            Clock clock) {
        this.catalog = catalog;
        this.kinds = kinds;
        this.reads = reads;
        this.writes = writes;
        this.subresources = subresources;
        this.answers = answers;
        this.clock = clock;
    }
    /**
     * {@return the answer to a request}, or nothing if its path is about nothing that is served
     *
     * @throws dev.konverge.apiserver.failure.StatusException if it is refused
     */
    Optional<ServerResponse> handle(ServerRequest request, RequestPath path) throws InterruptedException {
        Catalog serving = catalog.get();
        if (!serving.serves(path.group(), path.version())) {
            if (isBuiltInGroup(serving, path.group())) {
                throw Failures.noSuchResource();
            }
            return Optional.empty();
        }
        Optional<Served> found = serving.find(path.group(), path.version(), path.resource());
        boolean read = request.method().equals("GET") || request.method().equals("HEAD");
        boolean custom = found.map(Served::isCustom).orElse(false);
        if (found.isEmpty() || !path.rest().isEmpty() || misplaced(found.get(), path, read)) {
            if (custom || isCustomGroup(serving, path)) {
                return Optional.empty();
            }
            throw Failures.noSuchResource();
        }
        Kind kind = kinds.of(found.get());
        Call call = new Call(
                request,
                Query.parse(request.rawQuery()),
                new Target(kind, path.namespace(), path.name(), path.subresource()),
                answers,
                clock);
        try {
            return Optional.of(path.subresource().isEmpty() ? main(call, path) : sub(call));
        } catch (StatusException e) {
            throw e.withWarnings(call.warnings.addTo(Headers.NONE).all("Warning"));
        }
    }

    private static boolean isBuiltInGroup(Catalog serving, String group) {
        return serving.groups().stream()
                .filter(known -> known.name().equals(group))
                .flatMap(known -> known.versions().stream())
                .flatMap(version -> serving.of(group, version).stream())
                .anyMatch(served -> !served.isCustom());
    }

    private static boolean isCustomGroup(Catalog serving, RequestPath path) {
        return serving.of(path.group(), path.version()).stream().allMatch(Served::isCustom);
    }

    /** Whether a resource is not served at a place like this. */
    private static boolean misplaced(Served served, RequestPath path, boolean read) {
        boolean inNamespace = !path.namespace().isEmpty();
        boolean whole = path.name().isEmpty() && (!served.isCustom() || read);
        return served.namespaced() ? !inNamespace && !whole : inNamespace;
    }

    private ServerResponse main(Call call, RequestPath path) throws InterruptedException {
        boolean one = !path.name().isEmpty();
        requireHead(call);
        requireNamed(call, one);
        return switch (call.request.method()) {
            case "GET", "HEAD" -> {
                if (path.watch() || (!one && call.query.flag("watch"))) {
                    require(call, "watch");
                    yield reads.watch(call);
                }
                require(call, one ? "get" : "list");
                yield one ? reads.get(call) : reads.list(call);
            }
            case "POST" -> {
                requirePlace(call, !one, "create");
                require(call, "create");
                yield writes.create(call);
            }
            case "PUT" -> {
                requirePlace(call, one, "update");
                require(call, "update");
                yield writes.update(call);
            }
            case "PATCH" -> {
                requirePlace(call, one, "patch");
                require(call, "patch");
                yield writes.patch(call);
            }
            case "DELETE" -> {
                require(call, one ? "delete" : "deletecollection");
                requirePlace(call, true, "delete");
                yield one ? writes.delete(call) : writes.deleteCollection(call);
            }
            default -> throw Failures.methodNotAllowed();
        };
    }

    /** Questions have no names, so there is nothing at a path with one. */
    private static void requireNamed(Call call, boolean one) {
        if (one && Reviews.concerns(call.kind())) {
            throw Failures.noSuchResource();
        }
    }

    private static void require(Call call, String verb) {
        // The verbs of a custom resource are for discovery: even one on its way out can be changed, and so be rid of
        // finalizers.
        if (!call.kind().served().isCustom() && !call.kind().served().allows(verb)) {
            throw Failures.methodNotAllowed();
        }
    }

    /** A write needs its proper path: objects of a namespace are not written from outside of it. */
    private static void requirePlace(Call call, boolean proper, String verb) {
        boolean outside =
                call.kind().served().namespaced() && call.target.namespace().isEmpty();
        if (!proper || outside) {
            throw call.kind().served().isCustom() && !proper
                    ? Failures.verbNotSupported(call.kind().served().resource(), verb)
                    : Failures.methodNotAllowed();
        }
    }

    /** Only custom resources are not told by their method whether a body is wanted. */
    private static void requireHead(Call call) {
        if (call.request.method().equals("HEAD") && !call.kind().served().isCustom()) {
            throw Failures.methodNotAllowed();
        }
    }

    private ServerResponse sub(Call call) throws InterruptedException {
        Target target = call.target;
        Subresource subresource = call.kind()
                .served()
                .findSubresource(target.subresource())
                .orElseThrow(() -> call.kind().served().isCustom()
                        ? Failures.notFound(call.kind().served().resource(), target.name())
                        : Failures.noSuchResource());
        requireHead(call);
        String verb = switch (call.request.method()) {
            case "GET", "HEAD" -> "get";
            case "POST" -> "create";
            case "PUT" -> "update";
            case "PATCH" -> "patch";
            case "DELETE" -> "delete";
            default -> "";
        };
        if (!subresource.verbs().contains(verb)) {
            throw Failures.methodNotAllowed();
        }
        boolean sameKind = subresource.kind().equals(call.kind().served().kind())
                && subresource.group().equals(call.kind().served().group());
        // The log of a pod is said to be a Pod, but needs a node.
        if (!sameKind || subresource.name().equals("log")) {
            return subresources.handle(call, subresource, verb);
        }
        return switch (verb) {
            case "get" -> reads.get(call);
            case "update" -> writes.update(call);
            case "patch" -> writes.patch(call);
            default -> throw Failures.methodNotAllowed();
        };
    }
}
