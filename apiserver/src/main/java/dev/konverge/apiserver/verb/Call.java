package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.Headers;
import dev.konverge.apiserver.ServerRequest;
import dev.konverge.apiserver.ServerResponse;
import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.negotiate.Accepted;
import dev.konverge.apiserver.negotiate.Answers;
import dev.konverge.apiserver.negotiate.MediaType;
import dev.konverge.apiserver.negotiate.Offer;
import dev.konverge.apiserver.negotiate.Rendition;
import dev.konverge.apiserver.negotiate.Renditions;
import dev.konverge.apiserver.store.Stored;
import dev.konverge.base.Clock;
import dev.konverge.model.Json;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One request to a resource while it is handled, by one thread. */
final class Call {
    private static final List<String> OBJECT_TYPES =
            List.of("application/json", "application/yaml", "application/vnd.kubernetes.protobuf");
    private static final List<String> COLLECTION_TYPES = List.of(
            "application/json",
            "application/yaml",
            "application/vnd.kubernetes.protobuf",
            "application/json;stream=watch",
            "application/vnd.kubernetes.protobuf;stream=watch");

    final ServerRequest request;
    final Query query;
    final Target target;
    final Warnings warnings = new Warnings();
    private final Answers answers;
    private final Clock clock;
    private final long begun;

    Call(ServerRequest request, Query query, Target target, Answers answers, Clock clock) {
        this.request = request;
        this.query = query;
        this.target = target;
        this.answers = answers;
        this.clock = clock;
        this.begun = clock.nanoTime();
        target.kind().form().deprecation().ifPresent(warnings::add);
    }

    Kind kind() {
        return target.kind();
    }

    Optional<String> header(String name) {
        return request.headers().find(name);
    }

    Caller caller(String manager, boolean dryRun) {
        String known = manager.isEmpty() ? Caller.managerOf(header("User-Agent").orElse("")) : manager;
        Deadline deadline = Deadline.of(query.text("timeout"), clock, begun);
        return new Caller(
                request.user(), known, dryRun, warnings, new Caller.Asked(options(manager, dryRun), false), deadline);
    }

    /** {@return a write to a subresource that is an object of its own, for those who are asked whether it may be done} */
    Gate.Attempt part(Gate.Operation operation, Json.Obj object, Json.@Nullable Obj old, Caller caller) {
        return target.attempt(operation, object, old, caller);
    }

    private Json.Obj options(String manager, boolean dryRun) {
        Map<String, Json> options = new LinkedHashMap<>();
        if (dryRun) {
            options.put("dryRun", Tree.arr(List.of("All")));
        }
        if (!manager.isEmpty()) {
            options.put("fieldManager", Json.of(manager));
        }
        String validation = query.text("fieldValidation");
        if (!validation.isEmpty()) {
            options.put("fieldValidation", Json.of(validation));
        }
        return new Json.Obj(options);
    }

    /** The form of the answer; asked for first, so that nothing is done for a client that cannot take it. */
    Accepted accepted() {
        requireRepresentation(request.method().equals("GET") && target.name().isEmpty());
        Offer offer = kind().served().isCustom() ? Offer.CUSTOM : Offer.BUILT_IN;
        return Accepted.of(
                header("Accept").orElse(null),
                query.first("pretty"),
                header("User-Agent").orElse(null),
                offer);
    }

    /** The same for an answer that is no stored object. */
    Accepted acceptedOther() {
        requireRepresentation(false);
        return Accepted.of(
                header("Accept").orElse(null),
                query.first("pretty"),
                header("User-Agent").orElse(null),
                Offer.NO_TABLE);
    }

    Accepted acceptedWatch() {
        requireRepresentation(true);
        Offer offer = kind().served().isCustom() ? Offer.CUSTOM : Offer.BUILT_IN;
        return Accepted.ofWatch(header("Accept").orElse(null), offer);
    }

    /** Built-in kinds have a router that knows the types of each path; custom ones are asked themselves. */
    private void requireRepresentation(boolean collection) {
        if (!kind().served().isCustom()
                && !Accepted.namesKnownType(header("Accept").orElse(""))) {
            throw Failures.noRepresentation(collection ? COLLECTION_TYPES : OBJECT_TYPES);
        }
    }

    Renditions renditions(Accepted form) {
        Renditions.IncludeObject include = form.rendition() instanceof Rendition.Table
                ? Renditions.IncludeObject.of(query.first("includeObject"))
                : Renditions.IncludeObject.METADATA;
        return new Renditions(kind().rules().columns(), include);
    }

    Answers answers() {
        return answers;
    }

    ServerResponse answer(int status, Json.Obj object, Accepted form, Instant now) {
        Json.Obj shown = renditions(form).object(object, form.rendition(), now);
        return encoded(status, shown, form);
    }

    /** The same for what is no object of the kind, and so has no table. */
    ServerResponse answerOther(int status, Json.Obj object, Accepted form) {
        return encoded(status, object, form);
    }

    /** The same for an object whose JSON may be at hand. */
    ServerResponse answer(int status, Supplier<Json.Obj> object, @Nullable Stored stored, Accepted form, Instant now) {
        if (stored != null && isPlain(form) && kind().form().showsAsStored(stored)) {
            return whole(status, MediaType.JSON.text(), Answers.line(stored.json()));
        }
        return answer(status, object.get(), form, now);
    }

    ServerResponse answerList(Json.Obj list, Accepted form, Instant now) {
        Json.Obj shown = renditions(form).list(list, kind().served().kind(), form.rendition(), now);
        return encoded(200, shown, form);
    }

    ServerResponse answerPage(Listing.Page page, Accepted form, Instant now) {
        return isPlain(form)
                ? whole(200, MediaType.JSON.text(), ListBody.json(kind(), page))
                : answerList(ListBody.tree(kind(), page), form, now);
    }

    private static boolean isPlain(Accepted form) {
        return form.type() == MediaType.JSON && !form.pretty() && form.rendition() instanceof Rendition.Plain;
    }

    private ServerResponse encoded(int status, Json.Obj tree, Accepted form) {
        Answers.Encoded encoded = answers.encode(tree, form);
        return whole(status, encoded.contentType(), encoded.body());
    }

    private ServerResponse whole(int status, String contentType, byte[] body) {
        return new ServerResponse.Whole(status, warnings.addTo(Headers.of("Content-Type", contentType)), body);
    }
}
