package dev.konverge.apiserver.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.ServerRequest;
import dev.konverge.apiserver.ServerResponse;
import dev.konverge.apiserver.catalog.BuiltIns;
import dev.konverge.apiserver.catalog.Catalog;
import dev.konverge.apiserver.catalog.Names;
import dev.konverge.apiserver.catalog.Origin;
import dev.konverge.apiserver.catalog.Served;
import dev.konverge.apiserver.catalog.Subresource;
import dev.konverge.apiserver.failure.GroupResource;
import dev.konverge.apiserver.negotiate.Answers;
import dev.konverge.apiserver.negotiate.ProtoForms;
import dev.konverge.model.Json;
import dev.konverge.model.KubernetesSchema;
import dev.konverge.schema.Schema;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DiscoveryTest {
    private static final String AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    private static final Schema SCHEMA = KubernetesSchema.load();
    private static final List<String> CRUD =
            List.of("delete", "deletecollection", "get", "list", "patch", "create", "update", "watch");

    private final AtomicBoolean ready = new AtomicBoolean(true);
    private final Catalog builtIn = BuiltIns.catalog(SCHEMA);
    private final Catalog catalog = builtIn.withCustom(List.of(custom("v1"), custom("v1beta1")));
    private final Discovery discovery = new Discovery(
            SCHEMA,
            served -> Optional.of(
                    parse("{\"type\":\"object\",\"properties\":{\"spec\":{\"type\":\"object\",\"properties\":"
                            + "{\"size\":{\"type\":\"integer\",\"description\":\"How many.\"}}}}}")),
            new Answers(new ProtoForms()),
            new Health(ready::get),
            () -> Instant.EPOCH);

    @Test
    void apiAndApisListVersionsAndGroups() { // D1
        assertThat(body("/api"))
                .isEqualTo(
                        "{\"kind\":\"APIVersions\",\"versions\":[\"v1\"],\"serverAddressByClientCIDRs\":[{\"clientCIDR\":"
                                + "\"0.0.0.0/0\",\"serverAddress\":\"127.0.0.1:6443\"}]}\n");
        assertThat(body("/apis"))
                .startsWith(
                        "{\"kind\":\"APIGroupList\",\"apiVersion\":\"v1\",\"groups\":[{\"name\":\"apiregistration.k8s.io\"")
                .contains(
                        "{\"name\":\"example.com\",\"versions\":[{\"groupVersion\":\"example.com/v1\",\"version\":\"v1\"},"
                                + "{\"groupVersion\":\"example.com/v1beta1\",\"version\":\"v1beta1\"}],\"preferredVersion\":{\"groupVersion\":"
                                + "\"example.com/v1\",\"version\":\"v1\"}}");
        assertThat(body("/apis/apps"))
                .isEqualTo(
                        "{\"kind\":\"APIGroup\",\"apiVersion\":\"v1\",\"name\":\"apps\",\"versions\":[{\"groupVersion\":"
                                + "\"apps/v1\",\"version\":\"v1\"}],\"preferredVersion\":{\"groupVersion\":\"apps/v1\",\"version\":\"v1\"}}\n");
    }

    @Test
    void aGroupVersionListsResourcesAndSubresourcesSortedByName() { // D1
        assertThat(body("/api/v1"))
                .startsWith(
                        "{\"kind\":\"APIResourceList\",\"groupVersion\":\"v1\",\"resources\":[{\"name\":\"bindings\"")
                .contains(
                        "{\"name\":\"configmaps\",\"singularName\":\"configmap\",\"namespaced\":true,\"kind\":\"ConfigMap\","
                                + "\"verbs\":[\"create\",\"delete\",\"deletecollection\",\"get\",\"list\",\"patch\",\"update\",\"watch\"],"
                                + "\"shortNames\":[\"cm\"],\"storageVersionHash\":\"qFsyl6wFWjQ=\"}");
        assertThat(body("/apis/apps/v1"))
                .startsWith("{\"kind\":\"APIResourceList\",\"apiVersion\":\"v1\",\"groupVersion\":\"apps/v1\"")
                .contains(
                        "{\"name\":\"deployments/scale\",\"singularName\":\"\",\"namespaced\":true,\"group\":\"autoscaling\","
                                + "\"version\":\"v1\",\"kind\":\"Scale\",\"verbs\":[\"get\",\"patch\",\"update\"]}");
    }

    @Test
    void theVerbsOfCustomResourcesKeepTheirOrder() { // D3
        assertThat(body("/apis/example.com/v1"))
                .contains(
                        "\"verbs\":[\"delete\",\"deletecollection\",\"get\",\"list\",\"patch\",\"create\",\"update\",\"watch\"]");
    }

    @Test
    void aggregatedDiscoveryHasItsExactTypeAndAnETag() { // D2
        ServerResponse.Whole core = get("/api", AGGREGATED + ",application/json");
        ServerResponse.Whole rest = get("/apis", AGGREGATED);

        assertThat(core.contentType()).isEqualTo(AGGREGATED);
        assertThat(text(core))
                .startsWith(
                        "{\"kind\":\"APIGroupDiscoveryList\",\"apiVersion\":\"apidiscovery.k8s.io/v2\",\"metadata\":{},\"items\":"
                                + "[{\"metadata\":{},\"versions\":[{\"version\":\"v1\"");
        assertThat(text(rest))
                .contains(
                        "{\"resource\":\"deployments\",\"responseKind\":{\"group\":\"\",\"version\":\"\",\"kind\":\"Deployment\"},"
                                + "\"scope\":\"Namespaced\",\"singularResource\":\"deployment\"")
                .contains("\"responseKind\":{\"group\":\"example.com\",\"version\":\"v1\",\"kind\":\"Foo\"}")
                .contains("\"freshness\":\"Current\"");
        String etag = core.headers().find("ETag").orElseThrow();
        assertThat(etag).matches("\"[0-9A-F]{128}\"");
        assertThat(core.headers().find("Vary")).contains("Accept");
        assertThat(core.headers().find("Cache-Control")).contains("public");
        ServerResponse.Whole again = ask(
                ServerRequest.of("GET", "/api").withHeader("Accept", AGGREGATED).withHeader("If-None-Match", etag));
        assertThat(again.status()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
    }

    @Test
    void aChangedCatalogShowsWithTheNextRequest() { // D8
        String before = get("/apis", AGGREGATED).headers().find("ETag").orElseThrow();
        ServerRequest request = ServerRequest.of("GET", "/apis").withHeader("Accept", AGGREGATED);
        ServerResponse.Whole after =
                discovery.answer(request, catalog.withCustom(List.of()), "x").orElseThrow();

        assertThat(after.headers().find("ETag")).isPresent().get().isNotEqualTo(before);
        assertThat(text(after)).doesNotContain("example.com");
    }

    @Test
    void versionNamesTheRelease() { // D4
        assertThat(body("/version"))
                .contains(
                        "\"major\":\"1\",\"minor\":\"36\",\"emulationMajor\":\"1\"",
                        "\"gitVersion\":\"v1.36.4+konverge\"");
    }

    @Test
    void healthIsOkOrTellsWhatIsNot() { // D7
        assertThat(body("/healthz")).isEqualTo("ok");
        assertThat(body("/livez?verbose")).isEqualTo("[+]ping ok\n[+]log ok\n[+]etcd ok\nlivez check passed\n");
        assertThat(body("/readyz/ping")).isEqualTo("ok");
        assertThat(ask(ServerRequest.of("GET", "/readyz/nothing")).status()).isEqualTo(404);
        ready.set(false);
        ServerResponse.Whole sick = ask(ServerRequest.of("GET", "/readyz"));
        assertThat(sick.status()).isEqualTo(500);
        assertThat(text(sick)).contains("[-]shutdown failed: reason withheld\n").endsWith("readyz check failed\n");
        assertThat(ask(ServerRequest.of("GET", "/readyz?exclude=shutdown")).status())
                .isEqualTo(200);
        assertThat(ask(ServerRequest.of("GET", "/livez")).status()).isEqualTo(200);
    }

    @Test
    void openApiIsIndexedByGroupVersionWithTheHashOfEach() { // D5
        String index = body("/openapi/v3");
        String url = serverRelativeUrl(index, "apis/apps/v1");

        assertThat(url).matches("/openapi/v3/apis/apps/v1\\?hash=[0-9A-F]{128}");
        ServerResponse.Whole document = ask(ServerRequest.of("GET", url));
        assertThat(document.headers().find("Cache-Control")).contains("public, immutable");
        assertThat(document.headers().find("Expires")).contains("Fri, 1 Jan 1971 00:00:00 GMT");
        ServerResponse.Whole wrong = ask(ServerRequest.of("GET", "/openapi/v3/apis/apps/v1?hash=0"));
        assertThat(wrong.status()).isEqualTo(301);
        assertThat(wrong.headers().find("Location")).contains(url);
        assertThat(ask(ServerRequest.of("GET", "/openapi/v3/apis/apps/v1")).status())
                .isEqualTo(200);
        assertThat(ask(ServerRequest.of("GET", "/openapi/v3/apis/none/v1")).status())
                .isEqualTo(404);
        assertThat(get("/openapi/v3/apis/apps/v1", "application/com.github.proto-openapi.spec.v3.v1.0+protobuf")
                        .status())
                .isEqualTo(406);
    }

    @Test
    void anOpenApiDocumentHasWhatKubectlLooksFor() { // D5
        Json.Obj document = parse(body("/openapi/v3/apis/apps/v1"));
        String patch = at(document, "paths", "/apis/apps/v1/namespaces/{namespace}/deployments/{name}", "patch")
                .toString();
        String spec = at(document, "components", "schemas", "io.k8s.api.apps.v1.DeploymentStatus")
                .toString();

        assertThat(patch)
                .contains("\"name\":\"fieldValidation\"", "\"name\":\"dryRun\"")
                .contains(
                        "\"x-kubernetes-group-version-kind\":{\"group\":\"apps\",\"kind\":\"Deployment\",\"version\":\"v1\"}");
        assertThat(spec)
                .contains("\"x-kubernetes-list-map-keys\":[\"type\"]", "\"x-kubernetes-list-type\":\"map\"")
                .contains("\"x-kubernetes-patch-merge-key\":\"type\"", "\"x-kubernetes-patch-strategy\":\"merge\"");
    }

    @Test
    void everyReferenceOfEveryDocumentLeadsSomewhere() { // D5
        Json.Obj index = parse(body("/openapi/v3"));
        for (String place : ((Json.Obj) at(index, "paths")).fields().keySet()) {
            Json.Obj document = parse(body("/openapi/v3/" + place));
            Json.Obj schemas = (Json.Obj) at(document, "components", "schemas");
            Pattern.compile("\"\\$ref\":\"#/components/schemas/([^\"]*)\"")
                    .matcher(document.toString())
                    .results()
                    .map(match -> match.group(1))
                    .distinct()
                    .forEach(name -> assertThat(schemas.fields()).as(place).containsKey(name));
        }
    }

    @Test
    void customResourcesHaveADocumentWithTheirSchema() { // D5
        Json.Obj document = parse(body("/openapi/v3/apis/example.com/v1"));
        String schema =
                at(document, "components", "schemas", "com.example.v1.Foo").toString();

        assertThat(schema)
                .contains("\"description\":\"How many.\"", "\"kind\":{\"type\":\"string\"}")
                .contains("meta.v1.ObjectMeta", "\"kind\":\"Foo\",\"version\":\"v1\"");
        assertThat(at(document, "paths").toString())
                .contains("/apis/example.com/v1/namespaces/{namespace}/foos/{name}/scale");
    }

    @Test
    void swaggerIsJsonOrRefused() { // D6
        assertThat(body("/openapi/v2")).contains("\"swagger\":\"2.0\"", "#/definitions/io.k8s.api.core.v1.PodSpec");
        assertThat(get("/openapi/v2", "application/com.github.proto-openapi.spec.v2@v1.0+protobuf")
                        .status())
                .isEqualTo(406);
    }

    @Test
    void whatIsNotServedIsNotItsBusinessAndNothingCanBeWritten() { // P4
        assertThat(discovery.answer(ServerRequest.of("GET", "/apis/none"), catalog, ""))
                .isEmpty();
        assertThat(discovery.answer(ServerRequest.of("GET", "/api/v1/pods"), catalog, ""))
                .isEmpty();
        assertThat(discovery.answer(ServerRequest.of("GET", "/nothing"), catalog, ""))
                .isEmpty();
        assertThat(ask(ServerRequest.of("POST", "/api")).status()).isEqualTo(405);
        // The list of groups does not look at the method, here as there.
        assertThat(ask(ServerRequest.of("POST", "/apis")).status()).isEqualTo(200);
    }

    private static Json at(Json.Obj document, String... path) {
        Json value = document;
        for (String name : path) {
            value = value instanceof Json.Obj object
                    ? object.fields().getOrDefault(name, Json.Null.INSTANCE)
                    : Json.Null.INSTANCE;
        }
        return value;
    }

    private static String serverRelativeUrl(String index, String place) {
        return at(parse(index), "paths", place, "serverRelativeURL") instanceof Json.Str url ? url.value() : "";
    }

    private String body(String target) {
        ServerResponse.Whole answer = get(target, null);
        assertThat(answer.status()).as(text(answer)).isEqualTo(200);
        return text(answer);
    }

    private ServerResponse.Whole get(String target, @Nullable String accept) {
        ServerRequest request = ServerRequest.of("GET", target);
        return ask(accept == null ? request : request.withHeader("Accept", accept));
    }

    private ServerResponse.Whole ask(ServerRequest request) {
        return discovery.answer(request, catalog, "127.0.0.1:6443").orElseThrow();
    }

    private static String text(ServerResponse.Whole answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    private static Json.Obj parse(String json) {
        return (Json.Obj) Json.parse(json);
    }

    private static Served custom(String version) {
        return new Served(
                "example.com",
                version,
                new Names("Foo", "FooList", "foos", "foo", List.of("fo"), List.of()),
                true,
                CRUD,
                List.of(
                        new Subresource("scale", "autoscaling", "v1", "Scale", List.of("get", "patch", "update")),
                        new Subresource("status", "example.com", version, "Foo", List.of("get", "patch", "update"))),
                new GroupResource("example.com", "foos"),
                "example.com/v1",
                new Origin.Custom("foos.example.com"));
    }
}
