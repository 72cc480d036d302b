package dev.konverge.controller.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.model.Json;
import dev.konverge.model.JsonPatch;
import dev.konverge.model.ResourceType;
import dev.konverge.model.Unstructured;
import dev.konverge.model.Yaml;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.model.core.v1.Pod;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WebhooksTest {
    private static final String REQUEST = """
            {apiVersion: admission.k8s.io/v1, kind: AdmissionReview, request: {uid: u1, operation: %s, name: a, namespace: d,
             kind: {group: '', version: v1, kind: ConfigMap}, resource: {group: '', version: v1, resource: configmaps},
             userInfo: {username: eve, groups: [dev]}, dryRun: true, options: {kind: CreateOptions},
             object: %s, oldObject: %s}}
            """;
    private static final String MAP =
            "{apiVersion: v1, kind: ConfigMap, metadata: {name: a, fresh: 1}, data: {k: v}, newer: {x: 1}}";

    private final List<AdmissionRequest<ConfigMap>> requests = new ArrayList<>();

    private static byte[] json(String yaml) {
        return Yaml.parse(yaml).toBytes();
    }

    private static byte[] review(String operation, String object, String old) {
        return json(REQUEST.formatted(operation, object, old));
    }

    private static Json.Obj response(Reply reply) {
        assertThat(reply.code()).as(reply.body().toUtf8()).isEqualTo(200);
        Json.Obj response = Review.object((Json.Obj) Json.parse(reply.body().toByteArray()), "response");
        assertThat(Review.text(response, "uid")).isEqualTo("u1");
        return response;
    }

    private Webhooks validating(ValidatingHandler<ConfigMap> handler) {
        return Webhooks.builder()
                .validating("/v", ConfigMap.TYPE, (request, object, old) -> {
                    requests.add(request);
                    return handler.review(request, object, old);
                })
                .build();
    }

    @Test
    void aHandlerIsToldWhoDoesWhat() {
        Webhooks webhooks = validating((request, object, old) -> Admission.allow());
        assertThat(response(webhooks.answer("/v", review("UPDATE", MAP, MAP))).get("allowed"))
                .isEqualTo(Json.of(true));
        AdmissionRequest<ConfigMap> request = requests.getFirst();
        assertThat(request.operation()).isEqualTo(Operation.UPDATE);
        assertThat(request.user().username()).isEqualTo("eve");
        assertThat(request.dryRun()).isTrue();
        assertThat(request.options()).isEqualTo(Yaml.parse("{kind: CreateOptions}"));
        assertThat(request.object().orElseThrow().data()).containsEntry("k", "v");
        assertThat(request.oldObject()).isPresent();
        assertThat(request).hasToString("UPDATE configmaps \"d/a\"");
    }

    @Test
    void theObjectOfADeletionIsTheOneThatGoes() {
        Webhooks webhooks = validating((request, object, old) -> Admission.deny(
                request.object().isPresent() || !old.equals(Optional.of(object))
                        ? "wrong"
                        : object.key().name()));
        assertThat(response(webhooks.answer("/v", review("DELETE", "null", MAP)))
                        .toString())
                .contains("\"message\":\"a\"");
    }

    @Test
    void aRefusalHasACodeAReasonAMessageAndWarnings() {
        Webhooks webhooks = validating((request, object, old) ->
                Admission.deny(422, "Invalid", "no k").withWarning("one").withWarning("two"));
        assertThat(response(webhooks.answer("/v", review("CREATE", MAP, "null"))))
                .isEqualTo(Yaml.parse("{uid: u1, allowed: false, warnings: [one, two],"
                        + " status: {status: Failure, message: no k, reason: Invalid, code: 422}}"));
        assertThatThrownBy(() -> Admission.deny(200, "", "")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aChangeIsSentAsAPatchThatLeavesUnknownFieldsAlone() {
        Webhooks webhooks = Webhooks.builder()
                .mutating(
                        "/m",
                        ConfigMap.TYPE,
                        (request, map) -> Mutation.to(
                                        map.with(fields -> fields.metadata(m -> m.putLabels("example.com/by", "hook"))
                                                .putData("k", "w")))
                                .withWarning("changed"))
                .build();
        Json.Obj response = response(webhooks.answer("/m", review("CREATE", MAP, "null")));
        assertThat(response.get("warnings")).isEqualTo(Yaml.parse("[changed]"));
        assertThat(Review.text(response, "patchType")).isEqualTo("JSONPatch");
        String patch = new String(Base64.getDecoder().decode(Review.text(response, "patch")), StandardCharsets.UTF_8);
        assertThat(patch)
                .isEqualTo("[{\"op\":\"add\",\"path\":\"/metadata/labels\",\"value\":{\"example.com/by\":\"hook\"}},"
                        + "{\"op\":\"replace\",\"path\":\"/data/k\",\"value\":\"w\"}]");
        assertThat(JsonPatch.parse(Json.parse(patch)).apply(Yaml.parse(MAP)))
                .isEqualTo(Yaml.parse("{apiVersion: v1, kind: ConfigMap, newer: {x: 1}, data: {k: w},"
                        + " metadata: {name: a, fresh: 1, labels: {example.com/by: hook}}}"));
    }

    @Test
    void whatIsNotChangedOrIsDeletedIsAllowedWithoutAPatch() {
        Webhooks webhooks = Webhooks.builder()
                .mutating("/m", ConfigMap.TYPE, (request, map) -> Mutation.to(map))
                .build();
        for (byte[] review : List.of(review("CREATE", MAP, "null"), review("DELETE", "null", MAP))) {
            assertThat(response(webhooks.answer("/m", review))).isEqualTo(Yaml.parse("{uid: u1, allowed: true}"));
        }
    }

    @Test
    void whatIsNoReviewIsRefusedInWords() {
        Webhooks webhooks = validating((request, object, old) -> Admission.allow());
        assertThat(refused(webhooks, "{")).contains("the body is no JSON");
        assertThat(refused(webhooks, "[]")).isEqualTo("the body is no JSON object\n");
        assertThat(refused(webhooks, "{\"apiVersion\":\"admission.k8s.io/v1beta1\",\"kind\":\"AdmissionReview\"}"))
                .isEqualTo("expected a review of admission.k8s.io/v1 AdmissionReview, but it is one of"
                        + " \"admission.k8s.io/v1beta1 AdmissionReview\"\n");
        assertThat(refused(webhooks, "{\"apiVersion\":\"admission.k8s.io/v1\",\"kind\":\"AdmissionReview\"}"))
                .isEqualTo("the AdmissionReview has no request\n");
        assertThat(refused(
                        webhooks,
                        text(REQUEST.formatted("CREATE", MAP, "null").replace("ConfigMap}, res", "Pod}, res"))))
                .isEqualTo("this webhook is for objects of /v1, Kind=ConfigMap, not for those of /v1, Kind=Pod:"
                        + " see the rules of its configuration\n");
        assertThat(refused(webhooks, text(REQUEST.formatted("CREATE", "{data: 1}", "null"))))
                .contains("the object is no object of /v1, Kind=ConfigMap");
        assertThat(webhooks.answer("/nowhere", new byte[0]).code()).isEqualTo(404);
        assertThat(requests).isEmpty();
    }

    private static String text(String yaml) {
        return Yaml.parse(yaml).toString();
    }

    private static String refused(Webhooks webhooks, String body) {
        Reply reply = webhooks.answer("/v", body.getBytes(StandardCharsets.UTF_8));
        assertThat(reply.code()).isEqualTo(400);
        return reply.body().toUtf8();
    }

    @Test
    void anElementThatWasMovedKeepsWhatTheRecordDoesNotKnow() {
        Webhooks webhooks = Webhooks.builder()
                .mutating(
                        "/m",
                        Pod.TYPE,
                        (request, pod) -> Mutation.to(pod.with(p -> p.spec(s -> s.containers(
                                Objects.requireNonNull(pod.spec()).containers().reversed())))))
                .build();
        String pod = "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [%s, %s, %s]}}";
        String a = "{name: a, newer: 1}";
        String b = "{name: b, image: i, newer: 2}";
        String c = "{name: c, newer: 3}";
        String came = pod.formatted(a, b, c);
        byte[] review = json(REQUEST.formatted("CREATE", came, "null")
                .replace("ConfigMap}, res", "Pod}, res")
                .replace("resource: configmaps", "resource: pods"));
        String patch = new String(
                Base64.getDecoder().decode(Review.text(response(webhooks.answer("/m", review)), "patch")),
                StandardCharsets.UTF_8);
        assertThat(JsonPatch.parse(Json.parse(patch)).apply(Yaml.parse(came)))
                .isEqualTo(Yaml.parse(pod.formatted(c, b, a)));
    }

    @Test
    void aHandlerThatThrowsIsAFailureThatTellsNobodyWhy() {
        fails((request, object, old) -> {
            throw new java.io.IOException("secret");
        });
        fails((request, object, old) -> {
            throw new StackOverflowError("secret");
        });
    }

    private void fails(ValidatingHandler<ConfigMap> handler) {
        Webhooks webhooks = validating(handler);
        Reply reply = webhooks.answer("/v", review("CREATE", MAP, "null"));
        assertThat(reply.code()).isEqualTo(500);
        assertThat(reply.body().toUtf8()).isEqualTo("the handler of the webhook has failed, see its log for u1\n");
        assertThat(reply.verdict()).contains(Verdict.FAILED);
    }

    @Test
    void objectsGoFromVersionToVersionByWayOfTheHub() {
        ResourceType<Unstructured> v1 = ResourceType.of("example.com", "v1", "Foo", Unstructured.CODEC);
        ResourceType<Unstructured> v2 = ResourceType.of("example.com", "v2", "Foo", Unstructured.CODEC);
        Conversion<Unstructured> conversion = Conversion.through(v2)
                .with(v1, old -> Foos.renamed(old, "size", "replicas"), hub -> Foos.renamed(hub, "replicas", "size"));
        Webhooks webhooks = Webhooks.builder().conversion("/c", conversion).build();
        String asked = "{apiVersion: apiextensions.k8s.io/v1, kind: ConversionReview, request: {uid: u1,"
                + " desiredAPIVersion: example.com/%s, objects: [{apiVersion: example.com/%s, kind: Foo,"
                + " metadata: {name: a, uid: x}, spec: {%s: 3}}]}}";
        assertThat(response(webhooks.answer("/c", json(asked.formatted("v2", "v1", "size"))))
                        .get("convertedObjects"))
                .isEqualTo(Yaml.parse("[{apiVersion: example.com/v2, kind: Foo, metadata: {name: a, uid: x},"
                        + " spec: {replicas: 3}}]"));
        assertThat(response(webhooks.answer("/c", json(asked.formatted("v1", "v2", "replicas"))))
                        .get("convertedObjects"))
                .isEqualTo(Yaml.parse(
                        "[{apiVersion: example.com/v1, kind: Foo, metadata: {name: a, uid: x}, spec: {size: 3}}]"));
        assertThat(response(webhooks.answer("/c", json(asked.formatted("v3", "v2", "replicas"))))
                        .get("result"))
                .isEqualTo(Yaml.parse("{status: Failure, message: 'Foo \"a\" cannot be converted to example.com/v3:"
                        + " version example.com/v3 of Foo is not one of [example.com/v2, example.com/v1]'}"));
    }

    @Test
    void anObjectWithoutANameKeepsItsLabelsIfAConversionLeavesMetadataOut() {
        ResourceType<Unstructured> v1 = ResourceType.of("example.com", "v1", "Foo", Unstructured.CODEC);
        ResourceType<Unstructured> v2 = ResourceType.of("example.com", "v2", "Foo", Unstructured.CODEC);
        Unstructured bare = Unstructured.of((Json.Obj) Yaml.parse("{apiVersion: example.com/v2, kind: Foo}"));
        Conversion<Unstructured> conversion = Conversion.through(v2).with(v1, old -> bare, hub -> hub);
        Webhooks webhooks = Webhooks.builder().conversion("/c", conversion).build();
        String asked = "{apiVersion: apiextensions.k8s.io/v1, kind: ConversionReview, request: {uid: u1,"
                + " desiredAPIVersion: example.com/v2, objects: [{apiVersion: example.com/v1, kind: Foo,"
                + " metadata: {generateName: a-, labels: {app: a}}}]}}";
        assertThat(response(webhooks.answer("/c", json(asked))).get("convertedObjects"))
                .isEqualTo(Yaml.parse("[{apiVersion: example.com/v2, kind: Foo,"
                        + " metadata: {generateName: a-, labels: {app: a}}}]"));
    }
}
