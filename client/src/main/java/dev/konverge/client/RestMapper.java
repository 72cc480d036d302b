package dev.konverge.client;

import dev.konverge.model.GroupKind;
import dev.konverge.model.GroupVersion;
import dev.konverge.model.GroupVersionKind;
import dev.konverge.model.GroupVersionResource;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Finds the resource of a kind, the kind of a resource, and what people mean by a name such as {@code po}.
 *
 * <p>Where several groups or versions have what is looked for, core comes first, then the others in the server's order,
 * the preferred version of each before the rest. What is not found is looked for once more after asking the server anew.
 */
public final class RestMapper {
    private final CachedDiscovery discovery;

    /** Finds what discovery knows. */
    public RestMapper(CachedDiscovery discovery) {
        this.discovery = discovery;
    }

    /** {@return the resource whose objects are of that kind, in the preferred version, if there is one} */
    public Optional<ApiResource> find(GroupKind kind) {
        return first(resource -> resource.kind().groupKind().equals(kind)
                && resource.groupVersion().group().equals(kind.group()));
    }

    /** {@return the resource whose objects are of that kind, if there is one} */
    public Optional<ApiResource> find(GroupVersionKind kind) {
        return first(resource ->
                resource.kind().equals(kind) && resource.groupVersion().equals(kind.groupVersion()));
    }

    /** {@return what is known of a resource, if there is one} */
    public Optional<ApiResource> find(GroupVersionResource resource) {
        return first(each -> each.groupVersionResource().equals(resource));
    }

    /**
     * {@return the resource that a name means to kubectl, if any} The name is a plural, a singular, a kind or an
     * abbreviation, and may be followed by a group ({@code deployments.apps}) or a version and a group
     * ({@code deployments.v1.apps}). Abbreviations are the last resort.
     */
    public Optional<ApiResource> find(String name) {
        String wanted = name.toLowerCase(Locale.ROOT);
        return lookup(all -> find(all, wanted));
    }

    /**
     * {@return the resource that a name means to kubectl}
     *
     * @throws UnknownResourceException if there is none
     */
    public ApiResource get(String name) {
        return find(name)
                .orElseThrow(() -> new UnknownResourceException(
                        "the server doesn't have a resource type \"" + name + '"', missing()));
    }

    /**
     * {@return the resource of a kind}
     *
     * @throws UnknownResourceException if there is none
     */
    public ApiResource get(GroupVersionKind kind) {
        return find(kind)
                .orElseThrow(() -> new UnknownResourceException(
                        "no matches for kind \"" + kind.kind() + "\" in version \"" + kind.apiVersion() + '"',
                        missing()));
    }

    /**
     * {@return a type that says where its objects are served} If it does not say so itself, as that of a tree, the server is asked.
     *
     * @throws UnknownResourceException if the server has no such kind
     */
    public <T extends Resource> ResourceType<T> served(ResourceType<T> type) {
        if (type.isServed()) {
            return type;
        }
        ApiResource resource = get(type.groupVersionKind());
        return type.served(resource.name(), resource.namespaced());
    }

    /** {@return the resources of a category such as {@code all}, in their preferred versions} */
    public List<ApiResource> category(String category) {
        return discovery.catalog().preferredResources().stream()
                .filter(resource -> resource.categories().contains(category))
                .toList();
    }

    /** Forgets what is known; the next search asks the server. */
    public void reset() {
        discovery.invalidate();
    }

    private String missing() {
        var failures = discovery.catalog().failures();
        return failures.isEmpty() ? "" : "; the server could not tell of " + failures.keySet();
    }

    private Optional<ApiResource> first(Predicate<ApiResource> condition) {
        return lookup(all -> all.stream().filter(condition).findFirst());
    }

    private Optional<ApiResource> lookup(Function<List<ApiResource>, Optional<ApiResource>> search) {
        Optional<ApiResource> found = search.apply(byPriority(discovery.catalog()));
        // Fresh here also means: asked only now, for this very search.
        if (found.isPresent() || discovery.isFresh()) {
            return found;
        }
        discovery.invalidate();
        return search.apply(byPriority(discovery.catalog()));
    }

    private static List<ApiResource> byPriority(ApiCatalog catalog) {
        List<ApiResource> all = new ArrayList<>();
        for (GroupVersion groupVersion : catalog.byPreference()) {
            catalog.resources(groupVersion).stream()
                    .filter(resource -> !resource.isSubresource())
                    .forEach(all::add);
        }
        return all;
    }

    private static Optional<ApiResource> find(List<ApiResource> all, String wanted) {
        return all.stream()
                .filter(resource -> matches(resource, wanted, RestMapper::isNamed))
                .findFirst()
                .or(() -> all.stream()
                        .filter(resource -> matches(
                                resource,
                                wanted,
                                (each, name) -> each.shortNames().contains(name)))
                        .findFirst());
    }

    private interface NameTest {
        boolean test(ApiResource resource, String name);
    }

    /** {@return whether a text is a name of the resource, alone or with its group or its version and group} */
    private static boolean matches(ApiResource resource, String wanted, NameTest test) {
        if (test.test(resource, wanted)) {
            return true;
        }
        int dot = wanted.indexOf('.');
        if (dot < 0 || !test.test(resource, wanted.substring(0, dot))) {
            return false;
        }
        String rest = wanted.substring(dot + 1);
        GroupVersion at = resource.groupVersion();
        return rest.equals(at.group())
                || rest.equals(at.version() + '.' + at.group())
                || (at.group().isEmpty() && rest.equals(at.version()));
    }

    private static boolean isNamed(ApiResource resource, String name) {
        return resource.name().equals(name)
                || resource.singular().equals(name)
                || resource.kind().kind().toLowerCase(Locale.ROOT).equals(name);
    }
}
