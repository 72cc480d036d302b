package dev.konverge.apiserver.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.Driver;
import dev.konverge.apiserver.Headers;
import dev.konverge.base.VirtualPlatform;
import dev.konverge.model.Json;
import dev.konverge.model.Yaml;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Admission webhooks, as kube-apiserver 1.36.4 calls them. */
class WebhookContractTest {
    private static final String GROUP = "/apis/admissionregistration.k8s.io/v1/";
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String URL = "https://hooks.example.com/review";
    private static final String RULES =
            "rules: [{apiGroups: [''], apiVersions: [v1], operations: ['*'], resources: [configmaps]}]";

    private final VirtualPlatform platform = new VirtualPlatform(7);
    private final Driver server = Driver.of(platform);
    private final List<Driver.Answer> reviews = new ArrayList<>();

    @AfterEach
    void close() {
        platform.close();
    }

    private static String json(String yaml) {
        return Yaml.parse(yaml).toString();
    }

    /** Stores a configuration whose one webhook is named {@code NAME.example.com}. */
    private void configure(String plural, String name, String url, String more) {
        String kind = plural.startsWith("mutating") ? "MutatingWebhookConfiguration" : "ValidatingWebhookConfiguration";
        Driver.Answer made = server.post(GROUP + plural, json("""
                {apiVersion: admissionregistration.k8s.io/v1, kind: %s, metadata: {name: %s}, webhooks: [
                 {name: %s.example.com, admissionReviewVersions: [v1], clientConfig: {url: '%s'}, %s}]}
                """.formatted(kind, name, name, url, more)));
        assertThat(made.status()).as(made.body()).isEqualTo(201);
    }

    private void validating(String more) {
        configure("validatingwebhookconfigurations", "v", URL, more);
    }

    private void mutating(String name, String url, String more) {
        configure("mutatingwebhookconfigurations", name, url, "sideEffects: None, " + RULES + more);
    }

    /** Lets a function from the review to the fields of the response answer at an address. */
    private void answer(String url, Function<Driver.Answer, String> response) {
        server.server().answerWebhook(url, body -> {
            Driver.Answer review = new Driver.Answer(0, Headers.NONE, new String(body, StandardCharsets.UTF_8));
            reviews.add(review);
            return ("{\"apiVersion\":\"admission.k8s.io/v1\",\"kind\":\"AdmissionReview\",\"response\":{\"uid\":\""
                            + review.text("request.uid") + "\"," + response.apply(review) + "}}")
                    .getBytes(StandardCharsets.UTF_8);
        });
    }

    private static String patch(String operations) {
        String coded = Base64.getEncoder().encodeToString(json(operations).getBytes(StandardCharsets.UTF_8));
        return "\"allowed\":true,\"patchType\":\"JSONPatch\",\"patch\":\"" + coded + "\"";
    }

    private Driver.Answer create(String name) {
        return server.post(MAPS, "{\"metadata\":{\"name\":\"" + name + "\"},\"data\":{\"k\":\"v\"}}");
    }

    @Test
    @DisplayName("Q2: a review tells what is done, by whom, and both states")
    void aReviewTellsWhatIsDone() {
        validating("sideEffects: None, " + RULES);
        answer(URL, review -> "\"allowed\":true");
        assertThat(create("a").status()).isEqualTo(201);
        assertThat(server.merge(MAPS + "/a", "{\"data\":{\"k\":\"w\"}}").status())
                .isEqualTo(200);
        assertThat(server.delete(MAPS + "/a").status()).isEqualTo(200);
        assertThat(reviews).hasSize(3);
        Driver.Answer creation = reviews.get(0);
        assertThat(creation.text("apiVersion")).isEqualTo("admission.k8s.io/v1");
        assertThat(creation.text("request.operation")).isEqualTo("CREATE");
        assertThat(creation.text("request.kind.kind")).isEqualTo("ConfigMap");
        assertThat(creation.text("request.resource.resource")).isEqualTo("configmaps");
        assertThat(creation.text("request.name")).isEqualTo("a");
        assertThat(creation.text("request.namespace")).isEqualTo("default");
        assertThat(creation.text("request.userInfo.username")).isNotEmpty();
        assertThat(creation.text("request.object.data.k")).isEqualTo("v");
        assertThat(creation.at("request.oldObject")).isEqualTo(Json.Null.INSTANCE);
        assertThat(creation.at("request.dryRun")).isEqualTo(Json.of(false));
        assertThat(reviews.get(1).text("request.oldObject.data.k")).isEqualTo("v");
        assertThat(reviews.get(1).text("request.object.data.k")).isEqualTo("w");
        assertThat(reviews.get(2).text("request.operation")).isEqualTo("DELETE");
        assertThat(reviews.get(2).at("request.object")).isEqualTo(Json.Null.INSTANCE);
    }

    @Test
    @DisplayName("P6: a write whose time is over before its webhooks have answered is not done")
    void aWriteThatIsHeldUpTooLongIsNotDone() {
        validating("sideEffects: None, failurePolicy: Ignore, " + RULES);
        AtomicReference<Duration> delay = new AtomicReference<>(Duration.ofSeconds(5));
        answer(URL, review -> {
            sleep(delay.get());
            return "\"allowed\":true";
        });
        String map = "{\"metadata\":{\"name\":\"a\"}}";
        Driver.Answer late = server.post(MAPS + "?timeout=4s", map);
        assertThat(late.status()).isEqualTo(504);
        assertThat(late.text("reason")).isEqualTo("Timeout");
        assertThat(late.text("message")).isEqualTo("Timeout: request did not complete within the allotted timeout");
        assertThat(server.get(MAPS + "/a").status()).isEqualTo(404);
        assertThat(server.post(MAPS + "?timeout=0.1m", map).status()).isEqualTo(201);
        delay.set(Duration.ofSeconds(34));
        for (String timeout : List.of("", "?timeout=0s", "?timeout=50s", "?timeout=2h")) {
            assertThat(server.delete(MAPS + "/a" + timeout).status())
                    .as(timeout)
                    .isEqualTo(504);
        }
        delay.set(Duration.ofSeconds(33));
        assertThat(server.delete(MAPS + "/a").status()).isEqualTo(200);
        assertThat(server.post(MAPS + "?timeout=-1s", map).status())
                .as("less than no time is no wish, either")
                .isEqualTo(201);
    }

    private void sleep(Duration time) {
        try {
            platform.sleep(time);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aRefusalHasTheWebhooksCodeAndWords() {
        validating("sideEffects: None, " + RULES);
        answer(URL, review -> "\"allowed\":false,\"status\":{\"code\":403,\"message\":\"not so\"}");
        Driver.Answer refused = create("a");
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.text("message")).isEqualTo("admission webhook \"v.example.com\" denied the request: not so");
        answer(URL, review -> "\"allowed\":false");
        Driver.Answer unexplained = create("a");
        assertThat(unexplained.status()).isEqualTo(400);
        assertThat(unexplained.text("message"))
                .isEqualTo("admission webhook \"v.example.com\" denied the request without explanation");
        assertThat(server.get(MAPS + "/a").status()).isEqualTo(404);
    }

    @Test
    @DisplayName("Q3: one that fails stops the write, unless it says that this does not matter")
    void aFailureStopsTheWriteUnlessIgnored() {
        validating("sideEffects: None, failurePolicy: Fail, " + RULES);
        answer(URL, review -> "\"allowed\":true,\"patch\":\"W10=\"");
        Driver.Answer refused = create("a");
        assertThat(refused.status()).isEqualTo(500);
        assertThat(refused.text("reason")).isEqualTo("InternalError");
        assertThat(refused.text("message"))
                .isEqualTo("Internal error occurred: failed calling webhook \"v.example.com\": received invalid webhook"
                        + " response: validating webhook may not return response.patch");
        server.merge(
                GROUP + "validatingwebhookconfigurations/v",
                json("{webhooks: [{name: v.example.com, admissionReviewVersions: [v1], clientConfig: {url: '" + URL
                        + "'}, sideEffects: None, failurePolicy: Ignore, " + RULES + "}]}"));
        assertThat(create("a").status()).isEqualTo(201);
    }

    @Test
    @DisplayName("Q3: a function in the place of a webhook that throws has failed like one")
    void aFunctionThatThrowsHasFailed() {
        mutating("a", URL + "/a", ", failurePolicy: Ignore");
        server.server().answerWebhook(URL + "/a", body -> {
            throw new IllegalStateException("out of order");
        });
        assertThat(create("a").status()).isEqualTo(201);
        mutating("b", URL + "/a", ", failurePolicy: Fail");
        assertThat(create("b").text("message"))
                .isEqualTo("Internal error occurred: failed calling webhook \"b.example.com\": failed to call webhook:"
                        + " Post \"https://hooks.example.com/review/a?timeout=10s\":"
                        + " java.lang.IllegalStateException: out of order");
    }

    @Test
    @DisplayName("C8: a dry run is shown only to those without side effects")
    void aDryRunIsShownOnlyToThoseWithoutSideEffects() {
        validating("sideEffects: NoneOnDryRun, " + RULES);
        answer(URL, review -> "\"allowed\":true");
        String body = "{\"metadata\":{\"name\":\"a\"}}";
        assertThat(server.post(MAPS + "?dryRun=All", body).status()).isEqualTo(201);
        assertThat(reviews.get(0).at("request.dryRun")).isEqualTo(Json.of(true));
    }

    @Test
    void warningsReachTheUser() {
        validating("sideEffects: None, " + RULES);
        answer(URL, review -> "\"allowed\":true,\"warnings\":[\"mind the gap\"]");
        Driver.Answer made = create("a");
        assertThat(made.status()).isEqualTo(201);
        assertThat(made.headers().toString()).contains("mind the gap");
    }

    @Test
    @DisplayName(
            "Q1, Q2: mutating ones change the object one after the other, in the order of the configurations' names")
    void mutatingOnesChangeInOrder() {
        mutating("b", URL + "/b", "");
        mutating("a", URL + "/a", "");
        answer(URL + "/a", review -> patch("[{op: add, path: /data/a, value: '1'}]"));
        answer(URL + "/b", review -> patch("[{op: add, path: /data/b, value: '2'}]"));
        Driver.Answer made = create("m");
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        assertThat(made.at("data").toString()).isEqualTo("{\"a\":\"1\",\"b\":\"2\",\"k\":\"v\"}");
        assertThat(reviews.get(1).text("request.object.data.a")).isEqualTo("1");
        assertThat(reviews).hasSize(2);
    }

    @Test
    @DisplayName("Q2: one that wants to see what others change is asked once more after they did")
    void oneThatWantsToSeeWhatOthersChangeIsAskedOnceMore() {
        mutating("a", URL + "/a", ", reinvocationPolicy: IfNeeded");
        mutating("b", URL + "/b", ", reinvocationPolicy: IfNeeded");
        answer(
                URL + "/a",
                review -> patch("[{op: add, path: /data/seen, value: '"
                        + ((Json.Obj) review.at("request.object.data")).fields().size() + "'}]"));
        answer(URL + "/b", review -> patch("[{op: add, path: /data/b, value: '2'}]"));
        Driver.Answer made = create("m");
        assertThat(made.text("data.seen")).isEqualTo("3");
        // The first is asked again because of the second, and then the second because of the first; and that is the end
        // of it.
        assertThat(reviews)
                .extracting(review -> review.text("request.object.data.b"))
                .containsExactly("null", "null", "2", "2");
    }

    @Test
    @DisplayName("A1, T4: what somebody else makes while an apply makes it is merged with")
    void anApplyThatSomebodyElseForestallsMerges() {
        mutating("m", URL, "");
        answer(URL, review -> {
            if (reviews.size() == 1) {
                Driver.Answer other = server.post(
                        MAPS + "?fieldManager=other", "{\"metadata\":{\"name\":\"a\"},\"data\":{\"k\":\"v\"}}");
                assertThat(other.status()).isEqualTo(201);
            }
            return "\"allowed\":true";
        });
        Driver.Answer applied = server.apply(
                MAPS + "/a?fieldManager=me", "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {l: w}}");
        assertThat(applied.status()).as(applied.body()).isEqualTo(200);
        assertThat(applied.at("data").toString()).isEqualTo("{\"k\":\"v\",\"l\":\"w\"}");
        assertThat(applied.text("metadata.managedFields.0.manager")).isEqualTo("me");
        assertThat(applied.text("metadata.managedFields.1.manager")).isEqualTo("other");
    }

    @Test
    void whatAPatchMakesIsCheckedLikeAnyOther() {
        mutating("a", URL + "/a", "");
        answer(URL + "/a", review -> patch("[{op: add, path: /data/bad~1key, value: '1'}]"));
        Driver.Answer refused = create("m");
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.text("message")).contains("bad/key");
    }

    @Test
    @DisplayName("Q4: rules, selectors and conditions say what a webhook is asked about")
    void rulesSelectorsAndConditionsSayWhatItIsAskedAbout() {
        validating("sideEffects: None, objectSelector: {matchLabels: {watched: 'yes'}},"
                + " matchConditions: [{name: c, expression: \"object.metadata.name != 'exempt'\"}],"
                + " rules: [{apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [configmaps]}]");
        answer(URL, review -> "\"allowed\":false");
        assertThat(create("a").status()).isEqualTo(201);
        String labelled = "{\"metadata\":{\"name\":\"%s\",\"labels\":{\"watched\":\"yes\"}}}";
        assertThat(server.post(MAPS, labelled.formatted("exempt")).status()).isEqualTo(201);
        assertThat(server.merge(MAPS + "/a", "{\"metadata\":{\"labels\":{\"watched\":\"yes\"}}}")
                        .status())
                .isEqualTo(200);
        assertThat(server.post("/api/v1/namespaces/default/secrets", labelled.formatted("s"))
                        .status())
                .isEqualTo(201);
        assertThat(server.post(MAPS, labelled.formatted("b")).status()).isEqualTo(400);
    }

    @Test
    @DisplayName("Q4: webhooks never see the configurations of webhooks")
    void configurationsAreExempt() {
        configure(
                "validatingwebhookconfigurations",
                "all",
                URL,
                "sideEffects: None, rules: [{apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: ['*']}]");
        answer(URL, review -> "\"allowed\":false");
        assertThat(create("a").status()).isEqualTo(400);
        assertThat(server.delete(GROUP + "validatingwebhookconfigurations/all").status())
                .isEqualTo(200);
        assertThat(create("a").status()).isEqualTo(201);
    }

    @Test
    @DisplayName("Q3: a bundle of certificates may have line breaks, and is kept without them")
    void aBundleMayHaveLineBreaks() {
        Driver.Answer made = server.post(GROUP + "validatingwebhookconfigurations", json("""
                {metadata: {name: v}, webhooks: [{name: v.example.com, admissionReviewVersions: [v1], sideEffects: None,
                 clientConfig: {url: '%s', caBundle: "LS0t\\nLS0t\\r\\n"}, %s}]}
                """.formatted(URL, RULES)));
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        assertThat(made.text("webhooks.0.clientConfig.caBundle")).isEqualTo("LS0tLS0t");
        answer(URL, review -> "\"allowed\":true");
        assertThat(create("a").status()).isEqualTo(201);
        assertThat(reviews).hasSize(1);
        assertThat(server.delete(GROUP + "validatingwebhookconfigurations/v").status())
                .isEqualTo(200);
    }

    @Test
    @DisplayName("Q2, Q3: a patch may have line breaks; one that is not encoded is a failure of its webhook")
    void aPatchThatIsNotEncodedIsAFailure() {
        mutating("m", URL, ", failurePolicy: Fail");
        mutating("other", URL + "/n", ", failurePolicy: Ignore");
        answer(URL, review -> patch("[{op: add, path: /data/a, value: '1'}]").replace("In", "\\nIn"));
        answer(URL + "/n", review -> "\"allowed\":true,\"patchType\":\"JSONPatch\",\"patch\":\"W10=!\"");
        assertThat(create("a").text("data.a")).isEqualTo("1");
        answer(URL, review -> "\"allowed\":true,\"patchType\":\"JSONPatch\",\"patch\":\"W1!0\"");
        Driver.Answer refused = create("b");
        assertThat(refused.status()).isEqualTo(500);
        assertThat(refused.text("message"))
                .isEqualTo("Internal error occurred: failed calling webhook \"m.example.com\": failed to call webhook:"
                        + " illegal base64 data at input byte 2");
    }

    @Test
    void aServiceWithoutEndpointsCannotBeCalled() {
        Driver.Answer made = server.post(GROUP + "validatingwebhookconfigurations", json("""
                {metadata: {name: v}, webhooks: [{name: v.example.com, admissionReviewVersions: [v1], sideEffects: None,
                 timeoutSeconds: 3, clientConfig: {service: {namespace: default, name: hook, path: /x}}, %s}]}
                """.formatted(RULES)));
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        assertThat(create("a").text("message"))
                .isEqualTo("Internal error occurred: failed calling webhook \"v.example.com\": failed to call webhook:"
                        + " Post \"https://hook.default.svc:443/x?timeout=3s\": service \"hook\" not found");
    }

    // ---- conversion

    private static final String FOOS = """
            {apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: foos.example.com}, spec: {
             group: example.com, scope: Namespaced, names: {plural: foos, kind: Foo},
             conversion: {strategy: Webhook, webhook: {conversionReviewVersions: [v1], clientConfig: {url: '%s'}}},
             versions: [
              {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, properties: {
               spec: {type: object, properties: {size: {type: integer}}}}}}},
              {name: v2, served: true, storage: false, schema: {openAPIV3Schema: {type: object, properties: {
               spec: {type: object, properties: {width: {type: integer}}}}}}}]}}
            """.formatted(URL);

    private void convert(String result, Function<String, String> objects) {
        server.server().answerWebhook(URL, body -> {
            Driver.Answer review = new Driver.Answer(0, Headers.NONE, new String(body, StandardCharsets.UTF_8));
            reviews.add(review);
            String wanted = review.text("request.desiredAPIVersion");
            String object = review.at("request.objects.0")
                    .toString()
                    .replace(review.text("request.objects.0.apiVersion"), wanted);
            return ("{\"apiVersion\":\"apiextensions.k8s.io/v1\",\"kind\":\"ConversionReview\",\"response\":{\"uid\":\""
                            + review.text("request.uid") + "\",\"result\":" + result + ",\"convertedObjects\":["
                            + objects.apply(object) + "]}}")
                    .getBytes(StandardCharsets.UTF_8);
        });
    }

    @Test
    @DisplayName("R11: a webhook converts what is read or written in another version than the stored one")
    void aWebhookConverts() {
        convert(
                "{\"status\":\"Success\"}",
                object -> object.contains("example.com/v2")
                        ? object.replace("\"size\"", "\"width\"")
                        : object.replace("\"width\"", "\"size\""));
        String definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
        assertThat(server.post(definitions, json(FOOS)).status()).isEqualTo(201);
        String v1 = "/apis/example.com/v1/namespaces/default/foos";
        String v2 = "/apis/example.com/v2/namespaces/default/foos";
        Driver.Answer made = server.post(
                v2,
                "{\"apiVersion\":\"example.com/v2\",\"kind\":\"Foo\",\"metadata\":{\"name\":\"a\"},\"spec\":{\"width\":3}}");
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        assertThat(made.at("spec").toString()).isEqualTo("{\"width\":3}");
        assertThat(server.get(v1 + "/a").at("spec").toString()).isEqualTo("{\"size\":3}");
        assertThat(server.get(v2).at("items.0.spec").toString()).isEqualTo("{\"width\":3}");
        assertThat(reviews).isNotEmpty();
    }

    @Test
    @DisplayName("R11: lists and watches have each state of an object converted once, a read each time")
    void listsConvertEachStateOnce() {
        convert("{\"status\":\"Success\"}", object -> object);
        String definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
        assertThat(server.post(definitions, json(FOOS)).status()).isEqualTo(201);
        String v1 = "/apis/example.com/v1/namespaces/default/foos";
        String v2 = "/apis/example.com/v2/namespaces/default/foos";
        for (String name : List.of("a", "b", "c")) {
            server.post(v1, json("{apiVersion: example.com/v1, kind: Foo, metadata: {name: " + name + "}}"));
        }
        assertThat(server.get(v2).names()).containsExactly("a", "b", "c");
        assertThat(reviews).hasSize(3);
        assertThat(server.get(v2).at("items.2.apiVersion")).isEqualTo(Json.of("example.com/v2"));
        try (Driver.Watching watch = server.watch(v2 + "?watch=true")) {
            assertThat(watch.next(3)).containsExactly("ADDED a", "ADDED b", "ADDED c");
        }
        assertThat(reviews).hasSize(3);
        server.merge(v1 + "/b", "{\"spec\":{\"size\":1}}");
        assertThat(server.get(v2).names()).hasSize(3);
        assertThat(reviews).hasSize(4);
        assertThat(server.get(v2 + "/a").status()).isEqualTo(200);
        assertThat(server.get(v2 + "/a").status()).isEqualTo(200);
        assertThat(reviews).hasSize(6);
    }

    @Test
    @DisplayName("R13: what was written by a definition that has changed meanwhile is read by the new one")
    void aWriteThatADefinitionOvertakesIsReadByTheNewOne() {
        String definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
        String definition = FOOS.replaceAll("conversion: .*\\n", "");
        assertThat(server.post(definitions, json(definition)).status()).isEqualTo(201);
        validating("sideEffects: None, rules: [{apiGroups: [example.com], apiVersions: ['*'], operations: [CREATE],"
                + " resources: ['*']}]");
        answer(URL, review -> {
            Driver.Answer changed =
                    server.patch(definitions + "/foos.example.com", "application/json-patch+json", json("""
                    [{op: add, path: /spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/size/default, value: 7}]"""));
            assertThat(changed.status()).as(changed.body()).isEqualTo(200);
            return "\"allowed\":true";
        });
        String foos = "/apis/example.com/v1/namespaces/default/foos";
        Driver.Answer made =
                server.post(foos, json("{apiVersion: example.com/v1, kind: Foo, metadata: {name: a}, spec: {}}"));
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        assertThat(server.get(foos + "/a").text("spec.size")).isEqualTo("7");
        assertThat(server.get(foos).text("items.0.spec.size")).isEqualTo("7");
    }

    @Test
    @DisplayName("R11: the bundle of a definition may have line breaks")
    void theBundleOfADefinitionMayHaveLineBreaks() {
        String definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
        String wrapped = FOOS.replace("{url: '" + URL + "'}", "{url: '" + URL + "', caBundle: \"LS0t\\nLS0t\"}");
        assertThat(server.post(definitions, json(wrapped)).status()).isEqualTo(201);
        assertThat(server.get("/apis/example.com/v1/foos").status()).isEqualTo(200);
        assertThat(server.delete(definitions + "/foos.example.com").status()).isEqualTo(200);
    }

    @Test
    @DisplayName("R12: with a definition its objects go, and nobody outside is asked")
    void aDefinitionTakesItsObjectsAlongAndAsksNobody() {
        String definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
        assertThat(server.post(definitions, json(FOOS)).status()).isEqualTo(201);
        String foo = "{apiVersion: example.com/v1, kind: Foo, metadata: {name: %s, finalizers: [%s]}}";
        String foos = "/apis/example.com/v1/namespaces/default/foos";
        server.post(foos, json(foo.formatted("a", "")));
        server.post(foos, json(foo.formatted("b", "example.com/wait")));
        validating("sideEffects: None, rules: [{apiGroups: [example.com], apiVersions: ['*'], operations: [DELETE],"
                + " resources: ['*']}]");
        answer(URL, review -> "\"allowed\":false");
        // The first version that is served is not the stored one: reading it would ask the conversion.
        Driver.Answer turned =
                server.patch(definitions + "/foos.example.com", "application/json-patch+json", json("""
                [{op: move, from: /spec/versions/0, path: /spec/versions/1}]"""));
        assertThat(turned.status()).as(turned.body()).isEqualTo(200);
        assertThat(server.delete(definitions + "/foos.example.com").status()).isEqualTo(200);
        assertThat(server.get(foos).names()).containsExactly("b");
        assertThat(server.get(definitions + "/foos.example.com").body()).contains("InstanceDeletionInProgress");
        assertThat(server.post(definitions, json(FOOS.replace("foos", "bars").replace("Foo", "Bar")))
                        .status())
                .isEqualTo(201);
        assertThat(server.merge(foos + "/b", "{\"metadata\":{\"finalizers\":null}}")
                        .status())
                .isEqualTo(200);
        assertThat(server.get(definitions + "/foos.example.com").status()).isEqualTo(404);
        assertThat(reviews).isEmpty();
    }

    @Test
    @DisplayName("R11: what it gets wrong is an error with its words")
    void aConversionThatFailsIsAnError() {
        String definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
        assertThat(server.post(definitions, json(FOOS)).status()).isEqualTo(201);
        String v1 = "/apis/example.com/v1/namespaces/default/foos";
        String v2 = "/apis/example.com/v2/namespaces/default/foos";
        server.post(v1, "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Foo\",\"metadata\":{\"name\":\"a\"}}");
        convert("{\"status\":\"Failure\",\"message\":\"no idea\"}", object -> "");
        Driver.Answer failed = server.get(v2 + "/a");
        assertThat(failed.status()).isEqualTo(500);
        assertThat(failed.text("message")).isEqualTo("conversion webhook for example.com/v1, Kind=Foo failed: no idea");
        convert("{\"status\":\"Success\"}", object -> object.replace("\"name\":\"a\"", "\"name\":\"b\""));
        assertThat(server.get(v2 + "/a").text("message"))
                .isEqualTo("conversion webhook for example.com/v1, Kind=Foo returned invalid object: must have the same"
                        + " name: a != b");
    }
}
