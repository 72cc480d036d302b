package dev.konverge.client;

import dev.konverge.model.APIGroup;
import dev.konverge.model.APIGroupList;
import dev.konverge.model.APIResourceList;
import dev.konverge.model.APIVersions;
import dev.konverge.model.GroupVersion;
import dev.konverge.model.GroupVersionForDiscovery;
import dev.konverge.model.Json;
import dev.konverge.model.codec.DecodeOptions;
import dev.konverge.model.version.Info;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Asks a server what it has: groups, versions, resources, its own version and the descriptions of its types.
 *
 * <p>Servers since Kubernetes 1.30 tell everything in two answers; older ones are asked group by group, some of them at a time.
 */
public final class DiscoveryClient {
    static final Duration TIMEOUT = Duration.ofSeconds(32);

    /** How many groups and versions are asked for at a time; client-go asks for all. */
    private static final int AT_ONCE = 16;

    private final RestClient rest;

    DiscoveryClient(RestClient rest) {
        // Several threads decode at once, so none of them with a memory.
        this.rest = rest.withEncoding(Encoding.JSON).withDecoding(DecodeOptions.STANDARD);
    }

    /**
     * {@return all that the server has} A server that cannot tell all is asked once more; what is missing then is named
     * in {@link ApiCatalog#failures()}.
     */
    public ApiCatalog catalog() {
        ApiCatalog catalog = once();
        return catalog.failures().isEmpty() ? catalog : once();
    }

    private ApiCatalog once() {
        CatalogBuilder catalog = new CatalogBuilder();
        Optional<Answer> core = ask("/api");
        Optional<Answer> named = ask("/apis");
        // A mix of new and old answers means a server in the middle of an upgrade: the old way works on both (DS-3).
        if (core.map(AggregatedDiscovery::isOne).orElse(true)
                && named.map(AggregatedDiscovery::isOne).orElse(true)) {
            core.ifPresent(answer -> new AggregatedDiscovery(answer).addTo(catalog));
            named.ifPresent(answer -> new AggregatedDiscovery(answer).addTo(catalog));
            return catalog.build();
        }
        List<ApiGroup> groups = new ArrayList<>();
        core.ifPresent(answer -> groups.add(coreGroup(answer)));
        named.ifPresent(answer -> groups.addAll(namedGroups(answer)));
        groups.forEach(catalog::group);
        askEach(groups).forEach(told -> told.accept(catalog));
        return catalog.build();
    }

    /** {@return what each group and version tells of its resources, in their order (DS-3)} */
    private List<Consumer<CatalogBuilder>> askEach(List<ApiGroup> groups) {
        List<GroupVersion> all = groups.stream()
                .flatMap(group -> group.versions().stream().map(version -> new GroupVersion(group.name(), version)))
                .toList();
        try {
            return AtOnce.map(rest.platform(), AT_ONCE, all, this::ask);
        } catch (InterruptedException e) {
            throw CancelledException.of(new Operation("get", "/apis", ""), e);
        }
    }

    /** {@return the answer, or nothing if the server has none of these groups} */
    private Optional<Answer> ask(String path) {
        try {
            return Optional.of(get(path).accept(AggregatedDiscovery.ACCEPT).call());
        } catch (ApiException.NotFound none) {
            return Optional.empty();
        }
    }

    private Request get(String path) {
        return rest.get().absPath(path).timeout(TIMEOUT);
    }

    private static ApiGroup coreGroup(Answer answer) {
        List<String> versions = AggregatedDiscovery.isOne(answer)
                ? new AggregatedDiscovery(answer).versionsOf("")
                : answer.into(APIVersions.CODEC).versions();
        return new ApiGroup("", versions, versions.isEmpty() ? "" : versions.getFirst());
    }

    private List<ApiGroup> namedGroups(Answer answer) {
        // A server that has told of its groups in the new form tells of them in the old one too, if asked so.
        Answer plain = AggregatedDiscovery.isOne(answer)
                ? get("/apis").accept("application/json").call()
                : answer;
        return plain.into(APIGroupList.CODEC).groups().stream()
                .map(DiscoveryClient::group)
                .toList();
    }

    private static ApiGroup group(APIGroup group) {
        List<String> versions =
                group.versions().stream().map(DiscoveryClient::version).toList();
        GroupVersionForDiscovery preferred = group.preferredVersion();
        String first = versions.isEmpty() ? "" : versions.getFirst();
        return new ApiGroup(
                group.name() == null ? "" : group.name(), versions, preferred == null ? first : version(preferred));
    }

    private static String version(GroupVersionForDiscovery version) {
        return version.version() == null ? "" : version.version();
    }

    private Consumer<CatalogBuilder> ask(GroupVersion groupVersion) {
        try {
            List<ApiResource> all = resources(groupVersion);
            return catalog -> catalog.resources(groupVersion, all);
        } catch (ApiException e) {
            // An API server without core resources is still one (DS-6).
            if (e instanceof ApiException.NotFound && groupVersion.equals(GroupVersion.CORE_V1)) {
                return catalog -> catalog.resources(groupVersion, List.of());
            }
            return catalog -> catalog.failure(groupVersion, Failures.reasonOf(e));
        }
    }

    /** {@return the resources of one group and version, subresources among them} */
    public List<ApiResource> resources(GroupVersion groupVersion) {
        String path = groupVersion.group().isEmpty() ? "/api/" : "/apis/" + groupVersion.group() + '/';
        APIResourceList list = get(path + groupVersion.version()).call().into(APIResourceList.CODEC);
        return list.resources().stream()
                .map(resource -> CatalogBuilder.resource(groupVersion, resource))
                .toList();
    }

    /** {@return the groups, core first} */
    public List<ApiGroup> groups() {
        return catalog().groups();
    }

    /** {@return each resource once, in the version that the server prefers} */
    public List<ApiResource> preferredResources() {
        return catalog().preferredResources();
    }

    /** {@return the version of the server itself} */
    public Info serverVersion() {
        return get("/version").call().into(Info.CODEC);
    }

    /** {@return where the OpenAPI v3 document of each group and version is, by names such as {@code apis/apps/v1}} */
    public Map<String, String> openApiV3Paths() {
        Json index = get("/openapi/v3").call().into(Json.CODEC);
        Map<String, String> paths = new LinkedHashMap<>();
        if (index instanceof Json.Obj document && document.get("paths") instanceof Json.Obj entries) {
            entries.fields().forEach((name, entry) -> {
                if (entry instanceof Json.Obj fields && fields.get("serverRelativeURL") instanceof Json.Str url) {
                    paths.put(name, url.value());
                }
            });
        }
        return paths;
    }

    /** {@return the OpenAPI v3 document of a group and version} */
    public Json openApiV3(GroupVersion groupVersion) {
        String place = groupVersion.group().isEmpty() ? "api/" : "apis/" + groupVersion.group() + '/';
        return get("/openapi/v3/" + place + groupVersion.version()).call().into(Json.CODEC);
    }

    /** {@return whether the server says that it is well and ready} */
    public boolean isReady() {
        try {
            return get("/readyz").accept("*/*").call().code() == 200;
        } catch (ApiException.ServerError notReady) {
            return false;
        }
    }
}
