package dev.konverge.controller;

import dev.konverge.model.Json;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import dev.konverge.model.Yaml;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * A plan for people: for each write that would be sent, what it would change, as a difference of YAML texts. Writes that would
 * change nothing are left out. Of the values in a Secret it only says whether they would change. Of a clean-up it says that there
 * would be one. Safe for use by many threads, if the consumer is.
 */
public final class DiffPlan implements Plan {
    /** What the server changes with every write, and what tells nobody anything. */
    private static final Set<String> NOISE =
            Set.of("resourceVersion", "managedFields", "generation", "uid", "creationTimestamp", "selfLink");

    private final Consumer<String> out;
    private final AtomicInteger changes = new AtomicInteger();

    /** A plan that gives the consumer one text a write. */
    public DiffPlan(Consumer<String> out) {
        this.out = out;
    }

    /** {@return how many writes would change something, and how many clean-ups would be called} */
    public int changes() {
        return changes.get();
    }

    @Override
    public boolean isDryRun() {
        return true;
    }

    @Override
    public <R extends Resource> void tell(
            Operation operation, ResourceType<R> type, Optional<R> before, Optional<R> after) {
        Optional<Json.Obj> was = before.map(object -> withoutNoise(Trees.of(type.codec(), object)));
        Optional<Json.Obj> is = after.map(object -> withoutNoise(Trees.of(type.codec(), object)));
        boolean secret = type.kind().equals("Secret") && type.group().isEmpty();
        List<String> lines = secret
                ? LineDiff.between(
                        lines(was.map(object -> SecretMask.of(object, is, "before"))),
                        lines(is.map(object -> SecretMask.of(object, was, "after"))))
                : LineDiff.between(lines(was), lines(is));
        if (lines.isEmpty()) {
            return;
        }
        changes.incrementAndGet();
        String name =
                before.or(() -> after).map(object -> object.key().toString()).orElse("");
        String verb = before.isEmpty() ? "create" : operation.name().toLowerCase(Locale.ROOT);
        out.accept(verb + ' ' + type.kind() + ' ' + name + '\n' + String.join("\n", lines) + '\n');
    }

    @Override
    public <R extends Resource> void tellCleanUp(ResourceType<R> type, R object) {
        changes.incrementAndGet();
        out.accept(
                "clean up " + type.kind() + ' ' + object.key() + "\n onDelete would be called, and is not in a plan\n");
    }

    private static List<String> lines(Optional<Json.Obj> object) {
        return object.map(o -> Yaml.write(o).lines().toList()).orElse(List.of());
    }

    private static Json.Obj withoutNoise(Json.Obj object) {
        Map<String, Json> metadata =
                new LinkedHashMap<>(Trees.objectIn(object, "metadata").fields());
        metadata.keySet().removeAll(NOISE);
        Json.Obj rest = Trees.with(object, "metadata", new Json.Obj(metadata));
        return Objects.equals(rest.get("status"), Json.Obj.EMPTY) ? without(rest, "status") : rest;
    }

    private static Json.Obj without(Json.Obj object, String field) {
        Map<String, Json> fields = new LinkedHashMap<>(object.fields());
        fields.remove(field);
        return new Json.Obj(fields);
    }
}
