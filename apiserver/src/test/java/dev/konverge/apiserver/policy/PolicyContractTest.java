package dev.konverge.apiserver.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.ApiServer;
import dev.konverge.apiserver.Driver;
import dev.konverge.apiserver.Profile;
import dev.konverge.apiserver.Running;
import dev.konverge.base.VirtualPlatform;
import dev.konverge.model.Yaml;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Admission policies and their bindings, in the words of kube-apiserver 1.36.4. */
class PolicyContractTest {
    private static final String GROUP = "/apis/admissionregistration.k8s.io/v1/";
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String DENIED =
            "configmaps \"a\" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: ";

    private final VirtualPlatform platform = new VirtualPlatform(5);
    private final Driver server = Driver.of(platform);

    @AfterEach
    void close() {
        platform.close();
    }

    private static String json(String yaml) {
        return Yaml.parse(yaml).toString();
    }

    private Driver.Answer policy(String spec) {
        return server.post(GROUP + "validatingadmissionpolicies", json("""
                {apiVersion: admissionregistration.k8s.io/v1, kind: ValidatingAdmissionPolicy, metadata: {name: p}, spec: {
                 matchConstraints: {resourceRules: [
                  {apiGroups: [''], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [configmaps]}]}, %s}}
                """.formatted(spec)));
    }

    private void binding(String spec) {
        Driver.Answer bound = server.post(GROUP + "validatingadmissionpolicybindings", json("""
                {apiVersion: admissionregistration.k8s.io/v1, kind: ValidatingAdmissionPolicyBinding, metadata: {name: b},
                 spec: {policyName: p, %s}}
                """.formatted(spec)));
        assertThat(bound.status()).as(bound.body()).isEqualTo(201);
    }

    private void inForce(String policy, String binding) {
        Driver.Answer made = policy(policy);
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        binding(binding);
    }

    private void inForce(String policy) {
        inForce(policy, "validationActions: [Deny]");
    }

    private Driver.Answer create(String name, String more) {
        return server.post(MAPS, json("{apiVersion: v1, kind: ConfigMap, metadata: {name: " + name + more + "}"));
    }

    private Driver.Answer create() {
        return create("a", "}, data: {k: v}");
    }

    @DisplayName("Q5: a denial names the policy, the binding and what was broken")
    @Test
    void aPolicyRefusesWhatBreaksIt() {
        inForce("validations: [{expression: object.metadata.name == 'x'}, {expression: 'false', message: second}]");
        Driver.Answer answer = create();
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.text("reason")).isEqualTo("Invalid");
        assertThat(answer.text("message")).isEqualTo(DENIED + "failed expression: object.metadata.name == 'x'");
        assertThat(answer.text("details.causes.0.message"))
                .isEqualTo("ValidatingAdmissionPolicy 'p' with binding 'b' denied request: failed expression:"
                        + " object.metadata.name == 'x'");
        assertThat(server.get(MAPS + "/a").status()).isEqualTo(404);
    }

    @DisplayName("Q5: the reason decides the status, and a message may be made up")
    @Test
    void aPolicySaysWhyAndHowBadItIs() {
        inForce("""
                variables: [{name: short, expression: object.metadata.name}, {name: m, expression: variables.short + '!'}],
                validations: [{expression: variables.m == 'x', reason: Forbidden, messageExpression: "'not ' + variables.m"}]
                """);
        Driver.Answer answer = create();
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.text("reason")).isEqualTo("Forbidden");
        assertThat(answer.text("message")).isEqualTo(DENIED + "not a!");
    }

    @DisplayName("Q5: Warn tells the client and lets the request pass")
    @Test
    void aWarningDoesNotRefuse() {
        inForce("validations: [{expression: 'false'}]", "validationActions: [Warn, Audit]");
        Driver.Answer answer = create();
        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.headers().all("Warning"))
                .isEqualTo(
                        List.of("299 - \"Validation failed for ValidatingAdmissionPolicy 'p' with binding 'b': failed"
                                + " expression: false\""));
    }

    @DisplayName("Q5: what cannot be evaluated refuses, unless the failure policy says to ignore it")
    @Test
    void aFailingExpressionRefuses() {
        inForce("variables: [{name: v, expression: object.nope.x}], validations: [{expression: variables.v == 1}]");
        assertThat(create().text("message"))
                .isEqualTo(
                        DENIED + "expression 'variables.v == 1' resulted in error: composited variable \"v\" fails to"
                                + " evaluate: no such key: nope");
    }

    @Test
    void aFailingExpressionIsIgnoredIfThePolicySaysSo() {
        inForce("failurePolicy: Ignore, validations: [{expression: object.nope == 1}]");
        assertThat(create().status()).isEqualTo(201);
    }

    @DisplayName("Q4: match conditions and selectors say which requests a policy is for")
    @Test
    void aPolicyIsOnlyForWhatItMatches() {
        inForce("""
                matchConditions: [{name: c, expression: object.metadata.name != 'a'}], validations: [{expression: 'false'}]
                """, "validationActions: [Deny], matchResources: {objectSelector: {matchLabels: {x: z}}}");
        assertThat(create().status()).isEqualTo(201);
        assertThat(create("b", "}").status()).isEqualTo(201);
        assertThat(create("c", ", labels: {x: z}}").status()).isEqualTo(422);
    }

    @DisplayName("Q4: a condition that fails refuses")
    @Test
    void aFailingConditionRefuses() {
        inForce("matchConditions: [{name: c, expression: object.nope == 1}], validations: [{expression: 'true'}]");
        assertThat(create().text("message"))
                .isEqualTo(DENIED + "expression 'object.nope == 1' resulted in error: no such key: nope");
    }

    @Test
    void expressionsSeeTheRequestItsNamespaceAndTheUsersRights() {
        inForce("""
                validations: [{expression: "request.operation == 'CREATE' && request.userInfo.username == 'admin' &&
                 request.resource.resource == 'configmaps' && !request.dryRun && oldObject == null &&
                 namespaceObject.metadata.name == 'default' && authorizer.requestResource.check('create').allowed() &&
                 !authorizer.serviceAccount('default', 'x').group('').resource('pods').check('get').allowed()", message: nope}]
                """);
        Driver.Answer answer = create();
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        assertThat(server.merge(MAPS + "/a", "{\"data\":{\"k\":\"w\"}}").text("message"))
                .isEqualTo(DENIED + "nope");
    }

    @DisplayName("Q5: a policy is evaluated for each of its parameters")
    @Test
    void aPolicyTakesParameters() {
        assertThat(create("limits", ", labels: {of: p}}, data: {k: w}").status())
                .isEqualTo(201);
        inForce(
                """
                paramKind: {apiVersion: v1, kind: ConfigMap},
                validations: [{expression: object.data.k == params.data.k, messageExpression: "'want ' + params.data.k"}]
                """,
                "validationActions: [Deny], paramRef: {selector: {matchLabels: {of: p}}, parameterNotFoundAction: Deny}");
        assertThat(create().text("message")).isEqualTo(DENIED + "want w");
        assertThat(server.delete(MAPS + "/limits").status()).isEqualTo(200);
        assertThat(create().text("message"))
                .isEqualTo(DENIED + "failed to configure binding: no params found for policy binding with `Deny`"
                        + " parameterNotFoundAction");
    }

    @Test
    void aKindOfParametersThatNobodyServesRefuses() {
        inForce(
                "paramKind: {apiVersion: x.io/v1, kind: Foo}, validations: [{expression: 'true'}]",
                "validationActions: [Deny], paramRef: {name: x, parameterNotFoundAction: Deny}");
        assertThat(create().text("message"))
                .isEqualTo(
                        "configmaps \"a\" is forbidden: ValidatingAdmissionPolicy 'p' denied request: failed to configure"
                                + " policy: failed to find resource referenced by paramKind: 'x.io/v1, Kind=Foo'");
    }

    @Test
    void policiesAreNeverForPolicies() {
        Driver.Answer made = server.post(GROUP + "validatingadmissionpolicies", json("""
                {apiVersion: admissionregistration.k8s.io/v1, kind: ValidatingAdmissionPolicy, metadata: {name: p}, spec: {
                 matchConstraints: {resourceRules: [{apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: ['*']}]},
                 validations: [{expression: 'false'}]}}
                """));
        assertThat(made.status()).isEqualTo(201);
        binding("validationActions: [Deny]");
        assertThat(create().status()).isEqualTo(422);
        assertThat(server.delete(GROUP + "validatingadmissionpolicybindings/b").status())
                .isEqualTo(200);
        assertThat(create().status()).isEqualTo(201);
    }

    @Test
    void aRunningClusterTellsThatItHasSeenAPolicy() throws InterruptedException {
        Driver cluster = new Driver(ApiServer.create(platform, Profile.CLUSTER));
        try (Running running = cluster.server().start()) {
            Driver.Answer made = cluster.post(GROUP + "validatingadmissionpolicies", json("""
                    {apiVersion: admissionregistration.k8s.io/v1, kind: ValidatingAdmissionPolicy, metadata: {name: p}, spec: {
                     matchConstraints: {resourceRules: [
                      {apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [configmaps]}]},
                     validations: [{expression: 'true'}]}}
                    """));
            assertThat(made.status()).isEqualTo(201);
            assertThat(running.awaitRest(Duration.ofMinutes(1))).isTrue();
            Driver.Answer seen = cluster.get(GROUP + "validatingadmissionpolicies/p");
            assertThat(seen.at("status").toString()).isEqualTo("{\"observedGeneration\":1,\"typeChecking\":{}}");
        }
    }

    private static void assertInvalid(Driver.Answer answer, String why) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(422);
        assertThat(answer.text("message"))
                .isEqualTo("ValidatingAdmissionPolicy.admissionregistration.k8s.io \"p\" is invalid: " + why);
    }

    @DisplayName("Q5: a policy whose expressions are none is not stored")
    @Test
    void aPolicyIsRefusedForWhatIsNoExpression() {
        assertInvalid(
                policy("validations: [{expression: params.x == 1}]"),
                "spec.validations[0].expression: Invalid value: \"params.x == 1\": compilation failed: ERROR: <input>:1:1:"
                        + " undeclared reference to 'params' (in container '')\n | params.x == 1\n | ^");
        assertInvalid(
                policy("validations: [{expression: '1'}]"),
                "spec.validations[0].expression: Invalid value: \"1\": must evaluate to bool but got int");
        assertInvalid(
                policy("validations: [{expression: 'false', messageExpression: object.nope}]"),
                "spec.validations[0].messageExpression: Invalid value: \"object.nope\": must evaluate to string but got dyn");
        assertInvalid(
                policy("variables: [{name: a-b, expression: '1'}], validations: [{expression: 'true'}]"),
                "spec.variables[0].name: Invalid value: \"a-b\": must be a valid CEL identifier");
        assertInvalid(
                policy("validations: []"),
                "[spec.validations: Required value: validations or auditAnnotations must contain at least one item,"
                        + " spec.auditAnnotations: Required value: validations or auditAnnotations must contain at least one"
                        + " item]");
    }
}
