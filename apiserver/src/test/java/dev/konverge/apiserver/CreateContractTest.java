package dev.konverge.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.VirtualPlatform;
import dev.konverge.model.Json;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How objects are made. */
class CreateContractTest {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";

    private final VirtualPlatform platform = new VirtualPlatform(2);
    private final Driver server = Driver.of(platform);

    @AfterEach
    void close() {
        platform.close();
    }

    @Test
    @DisplayName("C1: what only the server may say is said by the server")
    void systemFieldsAreTheServers() {
        Driver.Answer made = server.post(MAPS, """
                {"metadata":{"name":"a","uid":"mine","creationTimestamp":"2001-01-01T00:00:00Z","selfLink":"/x",
                 "deletionTimestamp":"2001-01-01T00:00:00Z","deletionGracePeriodSeconds":5}}
                """);
        assertThat(made.status()).isEqualTo(201);
        assertThat(made.text("metadata.uid"))
                .matches("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
        assertThat(made.text("metadata.creationTimestamp")).isEqualTo("2026-01-01T00:00:00Z");
        assertThat(made.at("metadata.deletionTimestamp")).isEqualTo(Json.Null.INSTANCE);
        assertThat(made.at("metadata.deletionGracePeriodSeconds")).isEqualTo(Json.Null.INSTANCE);
        assertThat(made.at("metadata.selfLink")).isEqualTo(Json.Null.INSTANCE);
        assertThat(made.text("metadata.namespace")).isEqualTo("default");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            pods|{"metadata":{"uid":5}}|ObjectMeta.metadata.uid of type types.UID
            pods|{"spec":{"volumes":[{"hostPath":5}]}}|Volume.spec.volumes.VolumeSource.hostPath of type v1.HostPathVolumeSource
            pods|{"spec":{"containers":[{"resources":{"limits":5}}]}}|ResourceRequirements.spec.containers.resources.limits of type \
            v1.ResourceList
            pods|{"spec":{"containers":[{"ports":[{"protocol":5}]}]}}|ContainerPort.spec.containers.ports.protocol of type v1.Protocol
            policies|{"spec":{"matchConstraints":{"resourceRules":[{"scope":5}]}}}|NamedRuleWithOperations.spec.matchConstraints.\
            resourceRules.RuleWithOperations.Rule.scope of type v1.ScopeType
            policies|{"spec":{"matchConstraints":{"resourceRules":[{"operations":5}]}}}|NamedRuleWithOperations.spec.matchConstraints.\
            resourceRules.RuleWithOperations.operations of type []v1.OperationType
            policies|{"spec":{"matchConstraints":{"resourceRules":[{"operations":[5]}]}}}|NamedRuleWithOperations.spec.matchConstraints.\
            resourceRules.RuleWithOperations.operations of type v1.OperationType
            """)
    @DisplayName("1.2 bad body: a value of another type is told with the names that Go has")
    void wrongTypesAreToldWithTheNamesOfGo(String where, String body, String field) {
        boolean pods = where.equals("pods");
        Driver.Answer refused = server.post(
                pods
                        ? "/api/v1/namespaces/default/pods"
                        : "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies",
                body);
        String kind = pods ? "Pod" : "ValidatingAdmissionPolicy";
        assertThat(refused.text("message"))
                .isEqualTo(kind + " in version \"v1\" cannot be handled as a " + kind
                        + ": json: cannot unmarshal number into Go struct field " + field);
    }

    @Test
    @DisplayName("M9: what was never created has no time of creation, not even none")
    void templatesHaveNoTimeOfCreation() {
        Driver.Answer made = server.post("/apis/apps/v1/namespaces/default/deployments", """
                {"metadata":{"name":"d","creationTimestamp":null},"spec":{"selector":{"matchLabels":{"a":"b"}},"template":{
                 "metadata":{"creationTimestamp":null,"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}}}}
                """);
        assertThat(made.status()).isEqualTo(201);
        assertThat(made.at("spec.template.metadata")).hasToString("{\"labels\":{\"a\":\"b\"}}");
        assertThat(made.text("metadata.creationTimestamp")).isEqualTo("2026-01-01T00:00:00Z");
    }

    @Test
    @DisplayName("C3: a generated name is the beginning and five letters")
    void namesAreGenerated() {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            Driver.Answer made = server.post(MAPS, "{\"metadata\":{\"generateName\":\"a-\"}}");
            assertThat(made.text("metadata.name")).matches("a-[bcdfghjklmnpqrstvwxz2456789]{5}");
            names.add(made.text("metadata.name"));
        }
        assertThat(names).hasSize(20);
        String longest = "x".repeat(80);
        assertThat(server.post(MAPS, "{\"metadata\":{\"generateName\":\"" + longest + "\"}}")
                        .text("metadata.name"))
                .hasSize(63)
                .startsWith("x".repeat(58));
        assertThat(server.post(MAPS, "{\"metadata\":{\"generateName\":\"a-\",\"name\":\"b\"}}")
                        .text("metadata.name"))
                .isEqualTo("b");
    }

    @Test
    @DisplayName("§1.2: a name is taken")
    void aNameIsTakenOnce() {
        server.post(MAPS, "{\"metadata\":{\"name\":\"a\"}}");
        Driver.Answer refused = server.post(MAPS, "{\"metadata\":{\"name\":\"a\"}}");
        assertThat(refused.body()).isEqualTo("""
                        {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure",\
                        "message":"configmaps \\"a\\" already exists","reason":"AlreadyExists",\
                        "details":{"name":"a","kind":"configmaps"},"code":409}
                        """);
    }

    @Test
    @DisplayName("C4: objects are not made in a namespace that is not there")
    void aNamespaceMustBeThere() {
        Driver.Answer refused = server.post("/api/v1/namespaces/nowhere/configmaps", "{\"metadata\":{\"name\":\"a\"}}");
        assertThat(refused.status()).isEqualTo(404);
        assertThat(refused.text("message")).isEqualTo("namespaces \"nowhere\" not found");
    }

    @Test
    @DisplayName("§1.2: the namespace of object and request are the same")
    void theNamespaceOfTheObjectIsThatOfTheRequest() {
        Driver.Answer refused = server.post(MAPS, "{\"metadata\":{\"name\":\"a\",\"namespace\":\"kube-system\"}}");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text("message"))
                .isEqualTo("the namespace of the provided object does not match the namespace sent on the request");
    }

    @Test
    @DisplayName("§1.2: a new object has no version")
    void aNewObjectHasNoVersion() {
        Driver.Answer refused = server.post(MAPS, "{\"metadata\":{\"name\":\"a\",\"resourceVersion\":\"5\"}}");
        assertThat(refused.status()).isEqualTo(500);
        assertThat(refused.text("message")).isEqualTo("resourceVersion should not be set on objects to be created");
        assertThat(refused.at("reason")).isEqualTo(Json.Null.INSTANCE);
    }

    @Test
    @DisplayName("C8: a dry run does everything but store")
    void aDryRunStoresNothing() {
        long before = server.server().revision();
        Driver.Answer made = server.post(MAPS + "?dryRun=All", "{\"metadata\":{\"name\":\"a\"}}");
        assertThat(made.status()).isEqualTo(201);
        assertThat(made.text("metadata.uid")).isNotEmpty();
        assertThat(made.at("metadata.resourceVersion")).isEqualTo(Json.Null.INSTANCE);
        assertThat(server.get(MAPS + "/a").status()).isEqualTo(404);
        assertThat(server.server().revision()).isEqualTo(before);
        server.post(MAPS, "{\"metadata\":{\"name\":\"a\"}}");
        assertThat(server.post(MAPS + "?dryRun=All", "{\"metadata\":{\"name\":\"a\"}}")
                        .status())
                .isEqualTo(409);
    }

    @Test
    @DisplayName("C8: a dry run of an unknown kind is refused")
    void dryRunKnowsOneValue() {
        Driver.Answer refused = server.post(MAPS + "?dryRun=Some", "{\"metadata\":{\"name\":\"a\"}}");
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.text("message"))
                .isEqualTo("CreateOptions.meta.k8s.io \"\" is invalid: dryRun: Unsupported value: [\"Some\"]: "
                        + "supported values: \"All\"");
    }

    @Test
    @DisplayName("C9, C10: an owner is named once, and the client is warned")
    void ownersAreNamedOnce() {
        String owner = "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"name\":\"p\",\"uid\":\"u\"}";
        Driver.Answer made =
                server.post(MAPS, "{\"metadata\":{\"name\":\"a\",\"ownerReferences\":[" + owner + "," + owner + "]}}");
        assertThat(((Json.Arr) made.at("metadata.ownerReferences")).items()).hasSize(1);
        assertThat(made.headers().all("Warning"))
                .containsExactly(
                        "299 - \".metadata.ownerReferences contains duplicate entries; API server dedups owner "
                                + "references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; "
                                + "duplicate UID(s) observed: u\"");
    }

    @Test
    @DisplayName("V1: unknown fields are ignored, warned of or refused")
    void unknownFieldsAreTreatedAsAsked() {
        String object = "{\"metadata\":{\"name\":\"%s\"},\"colour\":\"red\"}";
        assertThat(server.post(MAPS + "?fieldValidation=Ignore", object.formatted("a"))
                        .headers()
                        .all("Warning"))
                .isEmpty();
        Driver.Answer warned = server.post(MAPS, object.formatted("b"));
        assertThat(warned.headers().all("Warning")).containsExactly("299 - \"unknown field \\\"colour\\\"\"");
        assertThat(warned.at("colour")).isEqualTo(Json.Null.INSTANCE);
        Driver.Answer refused = server.post(MAPS + "?fieldValidation=Strict", object.formatted("c"));
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text("message"))
                .isEqualTo("ConfigMap in version \"v1\" cannot be handled as a ConfigMap: strict decoding error: "
                        + "unknown field \"colour\"");
    }

    @Test
    @DisplayName("§1.2: an invalid object is refused with every reason")
    void invalidObjectsAreRefused() {
        Driver.Answer refused = server.post(MAPS, "{\"metadata\":{\"name\":\"Not_A_Name\"}}");
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.text("reason")).isEqualTo("Invalid");
        assertThat(refused.text("details.kind")).isEqualTo("ConfigMap");
        assertThat(refused.text("details.causes.0.reason")).isEqualTo("FieldValueInvalid");
        assertThat(refused.text("details.causes.0.field")).isEqualTo("metadata.name");
        assertThat(server.post(MAPS, "{\"metadata\":{}}").text("message"))
                .isEqualTo(
                        "ConfigMap \"\" is invalid: metadata.name: Required value: name or generateName is required");
    }

    @Test
    @DisplayName("B7: an Event is the same object in both groups")
    void eventsHaveTwoNames() {
        server.post("/api/v1/namespaces/default/events", """
                {"metadata":{"name":"e"},"involvedObject":{"kind":"Pod","name":"p","namespace":"default"},
                 "reason":"Because","message":"so it is","type":"Normal","count":1}
                """);
        Driver.Answer other = server.get("/apis/events.k8s.io/v1/namespaces/default/events/e");
        assertThat(other.text("apiVersion")).isEqualTo("events.k8s.io/v1");
        assertThat(other.text("regarding.name")).isEqualTo("p");
        assertThat(other.text("note")).isEqualTo("so it is");
        assertThat(server.get("/apis/events.k8s.io/v1/events").names()).isEqualTo(List.of("e"));
        assertThat(server.get("/api/v1/events?fieldSelector=involvedObject.name%3Dp")
                        .names())
                .isEqualTo(List.of("e"));
        assertThat(server.get("/apis/events.k8s.io/v1/events?fieldSelector=regarding.name%3Dp")
                        .names())
                .isEqualTo(List.of("e"));
    }

    @Test
    @DisplayName("C7: a read waits for a version that is not there yet, but not long")
    void readsWaitForTheFuture() {
        Driver.Answer refused = server.get("/api/v1/namespaces/default?resourceVersion=900");
        assertThat(refused.status()).isEqualTo(504);
        assertThat(refused.text("message"))
                .isEqualTo("Timeout: Too large resource version: 900, current: "
                        + server.server().revision());
        assertThat(refused.text("details.causes.0.reason")).isEqualTo("ResourceVersionTooLarge");
        assertThat(refused.headers().find("Retry-After")).contains("1");
        assertThat(server.get("/api/v1/namespaces/default?resourceVersion=0").status())
                .isEqualTo(200);
    }
}
