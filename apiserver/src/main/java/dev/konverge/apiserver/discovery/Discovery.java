package dev.konverge.apiserver.discovery;

import dev.konverge.apiserver.Headers;
import dev.konverge.apiserver.ServerRequest;
import dev.konverge.apiserver.ServerResponse;
import dev.konverge.apiserver.catalog.Catalog;
import dev.konverge.apiserver.catalog.Group;
import dev.konverge.apiserver.catalog.Served;
import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.negotiate.Accepted;
import dev.konverge.apiserver.negotiate.Answers;
import dev.konverge.apiserver.negotiate.Offer;
import dev.konverge.model.Json;
import dev.konverge.schema.Schema;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * The endpoints by which the server tells about itself; a function from a request to an answer.
 *
 * <p>Documents are made when they are first asked for and kept until the catalog changes. Safe for use by many threads.
 */
public final class Discovery {
    private static final List<String> HEALTH = List.of("/healthz", "/livez", "/readyz");

    private final Schema schema;
    private final CustomSchemas customSchemas;
    private final Answers answers;
    private final Health health;
    private final Supplier<Instant> now;
    private final AtomicReference<Documents> documents =
            new AtomicReference<>(new Documents(-1, new ConcurrentHashMap<>()));

    /** The documents of one generation of the catalog, by their path. */
    private record Documents(long generation, Map<String, Document> made) {}

    // Internal and never compared.
    @SuppressWarnings("ArrayRecordComponent")
    private record Document(byte[] body, String etag) {}

    /**
     * Takes what the documents are made of.
     *
     * @param schema the schema of Kubernetes
     * @param customSchemas what knows the schemas of custom resources
     * @param answers what writes documents in the form that a client wants
     * @param health the health endpoints
     * @param now the time, for headers
     */
    public Discovery(
            Schema schema, CustomSchemas customSchemas, Answers answers, Health health, Supplier<Instant> now) {
        this.schema = schema;
        this.customSchemas = customSchemas;
        this.answers = answers;
        this.health = health;
        this.now = now;
    }

    /** {@return whether a path is open to everybody}: health, and nothing else. */
    public static boolean isHealth(String path) {
        for (String root : HEALTH) {
            if (path.startsWith(root) && (path.length() == root.length() || path.charAt(root.length()) == '/')) {
                return true;
            }
        }
        return false;
    }

    /**
     * {@return the answer, if the path is one of these endpoints}
     *
     * @param request the request
     * @param catalog what is served now
     * @param serverAddress host and port of the server, for {@code /api}
     */
    public Optional<ServerResponse.Whole> answer(ServerRequest request, Catalog catalog, String serverAddress) {
        String path = trimmed(request.path());
        if (isHealth(path)) {
            return Optional.of(health.answer(path, hasParameter(request, "verbose"), parameters(request, "exclude")));
        }
        Optional<Supplier<ServerResponse.Whole>> found = find(path, request, catalog, serverAddress);
        return found.map(document -> isRead(request) || path.equals("/apis") ? document.get() : refusal());
    }

    private Optional<Supplier<ServerResponse.Whole>> find(
            String path, ServerRequest request, Catalog catalog, String serverAddress) {
        return switch (path) {
            case "/" -> Optional.of(() -> json(request, root(catalog)));
            case "/version" -> Optional.of(() -> json(request, Release.document(schema)));
            case "/api" -> Optional.of(() -> groups(request, catalog, true, serverAddress));
            case "/apis" -> Optional.of(() -> groups(request, catalog, false, serverAddress));
            case "/openapi/v2" -> Optional.of(() -> openApi2(request, catalog));
            case "/openapi/v3" -> Optional.of(() -> openApi3Index(request, catalog));
            default ->
                path.startsWith("/openapi/v3/")
                        ? Optional.of(() -> openApi3(request, catalog, path.substring("/openapi/v3/".length())))
                        : group(path, request, catalog);
        };
    }

    private Optional<Supplier<ServerResponse.Whole>> group(String path, ServerRequest request, Catalog catalog) {
        String[] parts = path.substring(1).split("/", -1);
        if (parts[0].equals("api") && parts.length == 2 && catalog.serves("", parts[1])) {
            return Optional.of(() -> json(request, new LegacyDiscovery(catalog).resources("", parts[1])));
        }
        if (!parts[0].equals("apis")) {
            return parts[0].equals("api") && parts.length == 2 ? Optional.of(Discovery::unknown) : Optional.empty();
        }
        if (parts.length == 2) {
            Optional<Group> group = parts[1].isEmpty() ? Optional.empty() : catalog.findGroup(parts[1]);
            return group.map(found -> () -> json(request, LegacyDiscovery.group(found)));
        }
        if (parts.length != 3 || parts[1].isEmpty()) {
            return Optional.empty();
        }
        if (catalog.serves(parts[1], parts[2])) {
            return Optional.of(() -> json(request, new LegacyDiscovery(catalog).resources(parts[1], parts[2])));
        }
        return catalog.findGroup(parts[1])
                .filter(known -> isBuiltIn(catalog, known))
                .map(known -> Discovery::unknown);
    }

    private static boolean isBuiltIn(Catalog catalog, Group group) {
        return group.versions().stream()
                .flatMap(version -> catalog.of(group.name(), version).stream())
                .anyMatch(served -> !served.isCustom());
    }

    private static ServerResponse.Whole unknown() {
        throw Failures.noSuchResource();
    }

    private ServerResponse.Whole groups(ServerRequest request, Catalog catalog, boolean core, String serverAddress) {
        String accept = request.headers().find("Accept").orElse("");
        if (Accepted.wantsAggregatedDiscovery(accept)) {
            Document document = document(
                    catalog,
                    core ? "aggregated core" : "aggregated",
                    () -> new AggregatedDiscovery(catalog).document(core));
            return cached(
                    request,
                    document,
                    Headers.of(
                            "Content-Type",
                            AggregatedDiscovery.CONTENT_TYPE,
                            "Vary",
                            "Accept",
                            "Cache-Control",
                            "public"));
        }
        Json.Obj legacy = core ? LegacyDiscovery.versions(serverAddress) : new LegacyDiscovery(catalog).groups();
        return json(request, legacy);
    }

    private ServerResponse.Whole openApi3Index(ServerRequest request, Catalog catalog) {
        Document document = document(catalog, "openapi", () -> openApi(catalog).index());
        return cached(request, document, Headers.of("Content-Type", "application/json"));
    }

    private ServerResponse.Whole openApi3(ServerRequest request, Catalog catalog, String place) {
        OpenApi openApi = openApi(catalog);
        List<Served> served = openApi.places().get(place);
        if (served == null) {
            return Texts.notFound();
        }
        if (!acceptsJson(request)) {
            return new ServerResponse.Whole(406, Headers.of("Vary", "Accept"), new byte[0]);
        }
        String hash = openApi.hash(place, served);
        List<String> asked = parameters(request, "hash");
        Headers headers = Headers.of("Content-Type", "application/json", "Vary", "Accept");
        if (!asked.isEmpty() && !asked.getFirst().isEmpty()) {
            if (!asked.getFirst().equals(hash)) {
                String location = "/openapi/v3/" + place + "?hash=" + hash;
                return new ServerResponse.Whole(301, headers.with("Location", location), new byte[0]);
            }
            headers = headers.with("Cache-Control", "public, immutable").with("Expires", inOneYear());
        }
        Document document = document(catalog, place + " " + hash, () -> openApi.version3(served));
        return cached(request, new Document(document.body, hash), headers);
    }

    private ServerResponse.Whole openApi2(ServerRequest request, Catalog catalog) {
        if (!acceptsJson(request)) {
            return new ServerResponse.Whole(406, Headers.of("Vary", "Accept"), new byte[0]);
        }
        Document document = document(catalog, "swagger", () -> openApi(catalog).version2());
        return cached(request, document, Headers.of("Content-Type", "application/json", "Vary", "Accept"));
    }

    /** Clients that take any or no particular form take JSON; those that name only protobuf do not. */
    private static boolean acceptsJson(ServerRequest request) {
        String accept = request.headers().find("Accept").orElse("");
        return accept.isBlank()
                || accept.contains("json")
                || accept.contains("*/*")
                || accept.contains("application/*");
    }

    private String inOneYear() {
        return DateTimeFormatter.RFC_1123_DATE_TIME.format(
                now.get().atOffset(ZoneOffset.UTC).plusYears(1));
    }

    private OpenApi openApi(Catalog catalog) {
        return new OpenApi(schema, catalog, customSchemas);
    }

    private Json.Obj root(Catalog catalog) {
        List<String> paths = new ArrayList<>(List.of("/api", "/api/v1", "/apis"));
        for (Group group : catalog.groups()) {
            if (!group.name().isEmpty()) {
                paths.add("/apis/" + group.name());
                group.versions().forEach(version -> paths.add("/apis/" + group.name() + "/" + version));
            }
        }
        paths.addAll(List.of("/healthz", "/livez", "/metrics", "/openapi/v2", "/openapi/v3", "/readyz", "/version"));
        return new Fields().putTexts("paths", paths.stream().sorted().toList()).build();
    }

    private ServerResponse.Whole json(ServerRequest request, Json.Obj document) {
        Accepted form = Accepted.of(
                request.headers().find("Accept").orElse(null),
                parameters(request, "pretty").stream().findFirst().orElse(null),
                request.headers().find("User-Agent").orElse(null),
                Offer.PLAIN);
        Answers.Encoded encoded = answers.encode(document, form);
        return new ServerResponse.Whole(200, Headers.of("Content-Type", encoded.contentType()), encoded.body());
    }

    private static ServerResponse.Whole cached(ServerRequest request, Document document, Headers headers) {
        String etag = '"' + document.etag + '"';
        Headers all = headers.with("ETag", etag);
        boolean unchanged = request.headers().all("If-None-Match").stream().anyMatch(known -> known.contains(etag));
        return unchanged
                ? new ServerResponse.Whole(304, all, new byte[0])
                : new ServerResponse.Whole(200, all, document.body);
    }

    private Document document(Catalog catalog, String name, Supplier<Json.Obj> make) {
        Documents current = documents.get();
        if (current.generation != catalog.generation()) {
            current = new Documents(catalog.generation(), new ConcurrentHashMap<>());
            documents.set(current);
        }
        return current.made.computeIfAbsent(name, any -> {
            byte[] body = make.get().toBytes();
            return new Document(body, Hashes.etag(body));
        });
    }

    private static ServerResponse.Whole refusal() {
        Json.Obj status = Failures.methodNotAllowed().status();
        return new ServerResponse.Whole(
                405, Headers.of("Content-Type", "application/json"), Answers.line(status.toBytes()));
    }

    private static boolean isRead(ServerRequest request) {
        return request.method().equals("GET") || request.method().equals("HEAD");
    }

    private static String trimmed(String path) {
        return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    private static boolean hasParameter(ServerRequest request, String name) {
        return !parameters(request, name).isEmpty();
    }

    private static List<String> parameters(ServerRequest request, String name) {
        List<String> values = new ArrayList<>();
        for (String pair : request.rawQuery().split("&", -1)) {
            int equals = pair.indexOf('=');
            String key = equals < 0 ? pair : pair.substring(0, equals);
            if (key.equals(name)) {
                values.add(equals < 0 ? "" : decoded(pair.substring(equals + 1)));
            }
        }
        return values;
    }

    private static String decoded(String value) {
        try {
            return URLDecoder.decode(value, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return value;
        }
    }
}
