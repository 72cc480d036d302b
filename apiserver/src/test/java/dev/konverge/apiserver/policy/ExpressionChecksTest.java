package dev.konverge.apiserver.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.model.Json;
import dev.konverge.model.Yaml;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Expressions that nobody evaluates here have to be such that somebody could. */
class ExpressionChecksTest {
    private static Json.Obj yaml(String text) {
        return (Json.Obj) Yaml.parse(text);
    }

    private static Json.Obj deviceClass(String expression) {
        return yaml("{spec: {selectors: [{cel: {expression: '" + expression + "'}}]}}");
    }

    private static List<FieldError> ofMutation(String type, String field, String expression) {
        Json.Obj policy = yaml("{spec: {matchConstraints: {resourceRules: [{}]}, reinvocationPolicy: Never, mutations: "
                + "[{patchType: " + type + ", " + field + ": {expression: '" + expression + "'}}]}}");
        return MutatingPolicyChecks.errors(policy, null);
    }

    @Test
    void anExpressionSelectsDevicesIfItIsTrueOrFalseOfOne() {
        assertThat(DeviceExpressions.ofClass(deviceClass("device.driver == \"d\""), null))
                .isEmpty();
        assertThat(DeviceExpressions.ofClass(deviceClass("device.driver"), null))
                .singleElement()
                .satisfies(error -> {
                    assertThat(error.field()).isEqualTo("spec.selectors[0].cel.expression");
                    assertThat(error.detail()).isEqualTo("must evaluate to bool or the unknown type, not string");
                });
        assertThat(DeviceExpressions.ofClass(deviceClass("device.colour == \"d\""), null))
                .singleElement()
                .satisfies(error -> assertThat(error.detail())
                        .startsWith("compilation failed: ")
                        .contains("undefined field 'colour'"));
    }

    @Test
    void expressionsThatDidNotChangeAreLetPass() {
        Json.Obj wrong = deviceClass("device.driver");
        assertThat(DeviceExpressions.ofClass(wrong, wrong)).isEmpty();
    }

    @Test
    void requestsOfClaimsNameTheirPlaces() {
        Json.Obj claim = yaml("{spec: {devices: {requests: [{exactly: {selectors: [{cel: {expression: '1'}}]}},"
                + " {firstAvailable: [{selectors: [{cel: {expression: '2'}}]}]}]}}}");
        assertThat(DeviceExpressions.ofClaim(claim, null))
                .extracting(FieldError::field)
                .containsExactly(
                        "spec.devices.requests[0].exactly.selectors[0].cel.expression",
                        "spec.devices.requests[1].firstAvailable[0].selectors[0].cel.expression");
    }

    @Test
    void mutationsMakePatchesOrConfigurations() {
        assertThat(ofMutation("JSONPatch", "jsonPatch", "[JSONPatch{op: \"remove\", path: \"/a\"}]"))
                .isEmpty();
        assertThat(ofMutation("ApplyConfiguration", "applyConfiguration", "Object{}"))
                .isEmpty();
        assertThat(ofMutation("JSONPatch", "jsonPatch", "1"))
                .singleElement()
                .satisfies(
                        error -> assertThat(error.detail()).isEqualTo("must evaluate to list(JSONPatch) but got int"));
        assertThat(ofMutation("ApplyConfiguration", "applyConfiguration", "nobody"))
                .singleElement()
                .satisfies(error -> {
                    assertThat(error.field()).isEqualTo("spec.mutations[0].applyConfiguration.expression");
                    assertThat(error.detail()).startsWith("compilation failed: ");
                });
    }
}
