package dev.konverge.controller.webhook;

import dev.konverge.model.Json;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How the versions of a kind become each other: each by way of one that they all know, the hub. Immutable.
 *
 * <p>What a server stores in one version and gives out in another must come back unharmed, so a version that has less than another
 * should keep the rest in an annotation. Of the metadata only labels and annotations can be changed; the rest stays as it is, and all
 * of it does if a function leaves the metadata out.
 *
 * @param <H> the type of the version that the others go by way of
 */
public final class Conversion<H extends Resource> {
    private final ResourceType<H> hub;
    private final Map<String, Version<?, H>> versions;

    private Conversion(ResourceType<H> hub, Map<String, Version<?, H>> versions) {
        this.hub = hub;
        this.versions = versions;
    }

    /** A version, and the ways to the hub and back. */
    private record Version<S extends Resource, H extends Resource>(
            ResourceType<S> type, Function<? super S, ? extends H> toHub, Function<? super H, ? extends S> fromHub) {
        H up(Json.Obj object) {
            return toHub.apply(object.as(type.codec()));
        }

        Json.Obj down(H object) {
            return (Json.Obj) Json.from(type.codec(), fromHub.apply(object));
        }
    }

    /** {@return a conversion with the version that others go by way of, and none of the others yet} */
    public static <H extends Resource> Conversion<H> through(ResourceType<H> hub) {
        return new Conversion<>(hub, Map.of()).with(hub, Function.identity(), Function.identity());
    }

    /**
     * {@return this conversion with one more version}
     *
     * @param toHub makes an object of that version one of the hub's
     * @param fromHub makes an object of the hub's version one of that
     * @throws IllegalArgumentException if it is of another kind, or known already
     */
    public <S extends Resource> Conversion<H> with(
            ResourceType<S> version, Function<? super S, ? extends H> toHub, Function<? super H, ? extends S> fromHub) {
        if (!version.group().equals(hub.group()) || !version.kind().equals(hub.kind())) {
            throw new IllegalArgumentException(version + " is no version of " + hub);
        }
        Map<String, Version<?, H>> more = new LinkedHashMap<>(versions);
        if (more.put(version.apiVersion(), new Version<>(version, toHub, fromHub)) != null) {
            throw new IllegalArgumentException(version + " is there already");
        }
        return new Conversion<>(hub, more);
    }

    /** {@return the versions it knows, such as {@code example.com/v1}} */
    public Set<String> versions() {
        return Set.copyOf(versions.keySet());
    }

    /**
     * {@return an object in another version}
     *
     * @throws IllegalArgumentException if it is of none that is known, or that one is not
     */
    Json.Obj convert(Json.Obj object, String apiVersion) {
        String from = Review.text(object, "apiVersion");
        String kind = Review.text(object, "kind");
        if (!kind.equals(hub.kind())) {
            throw new IllegalArgumentException("this webhook converts objects of kind " + hub.kind() + ", not " + kind);
        }
        if (from.equals(apiVersion)) {
            return object;
        }
        Json.Obj converted = known(apiVersion).down(known(from).up(object));
        Map<String, Json> fields = new LinkedHashMap<>();
        fields.put("apiVersion", Json.of(apiVersion));
        fields.put("kind", Json.of(kind));
        fields.putAll(converted.fields());
        fields.put("apiVersion", Json.of(apiVersion));
        fields.put("metadata", metadata(Review.object(object, "metadata"), Review.object(converted, "metadata")));
        return new Json.Obj(fields);
    }

    private Version<?, H> known(String apiVersion) {
        Version<?, H> version = versions.get(apiVersion);
        if (version == null) {
            throw new IllegalArgumentException(
                    "version " + apiVersion + " of " + hub.kind() + " is not one of " + versions.keySet());
        }
        return version;
    }

    /** Labels and annotations are the function's to change; one that leaves metadata out, or makes up another name, has not meant any. */
    private static Json.Obj metadata(Json.Obj before, Json.Obj after) {
        if (after.fields().isEmpty() || !Review.text(after, "name").equals(Review.text(before, "name"))) {
            return before;
        }
        Map<String, Json> fields = new LinkedHashMap<>(before.fields());
        replace(fields, "labels", after.get("labels"));
        replace(fields, "annotations", after.get("annotations"));
        return new Json.Obj(fields);
    }

    private static void replace(Map<String, Json> fields, String name, @Nullable Json value) {
        if (value == null) {
            fields.remove(name);
        } else {
            fields.put(name, value);
        }
    }
}
