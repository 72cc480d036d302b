package dev.konverge.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.VirtualPlatform;
import dev.konverge.model.Yaml;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Rules in CEL in the definitions of custom resources, in the words of kube-apiserver 1.36.4. */
class RuleContractTest {
    private static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    private static final String FOOS = "/apis/t.io/v1/namespaces/default/foos";

    private final VirtualPlatform platform = new VirtualPlatform(5);
    private final Driver server = Driver.of(platform);

    @AfterEach
    void close() {
        platform.close();
    }

    private static String json(String yaml) {
        return Yaml.parse(yaml).toString();
    }

    private static String definition(String spec, String rules) {
        return json("""
                {apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: foos.t.io},
                 spec: {group: t.io, scope: Namespaced, names: {plural: foos, kind: Foo}, versions: [
                  {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object,
                   x-kubernetes-validations: %s, properties: {spec: %s}}}}]}}
                """.formatted(rules, spec));
    }

    private void define(String spec, String rules) {
        Driver.Answer answer = server.post(DEFINITIONS, definition(spec, rules));
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
    }

    private void define(String spec) {
        define(spec, "[]");
    }

    private Driver.Answer create(String name, String spec) {
        return server.post(
                FOOS, json("{apiVersion: t.io/v1, kind: Foo, metadata: {name: " + name + "}, spec: " + spec + "}"));
    }

    private Driver.Answer update(String name, String spec) {
        return server.put(
                FOOS + "/" + name,
                json("{apiVersion: t.io/v1, kind: Foo, metadata: {name: " + name + ", resourceVersion: '"
                        + server.get(FOOS + "/" + name).text("metadata.resourceVersion") + "'}, spec: " + spec + "}"));
    }

    private static void assertRefused(Driver.Answer answer, String why) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(422);
        assertThat(answer.text("message")).endsWith(" is invalid: " + why);
    }

    @DisplayName("R8: a rule that is broken says so with its message, its expression or what its expression makes up")
    @Test
    void aBrokenRuleIsShownByItsMessage() {
        define("""
                {type: object, properties: {
                 num: {type: integer, x-kubernetes-validations: [{rule: self >= 0, message: ' must be positive '}]},
                 s: {type: string, maxLength: 10, x-kubernetes-validations: [{rule: "self != 'bad'"},
                  {rule: "self.startsWith('a')", messageExpression: "'must start with a, not ' + self"}]},
                 m: {type: object, properties: {a: {type: integer}}, x-kubernetes-validations: [
                  {rule: self.a < 5, messageExpression: string(1 / (self.a - 5)), message: fallback},
                  {rule: self.a < 6, messageExpression: "'two\\\\nlines'"}]}}}
                """);
        assertRefused(create("a", "{num: -1}"), "spec.num: Invalid value: -1: must be positive");
        assertRefused(
                create("a", "{s: bad}"),
                "[spec.s: Invalid value: \"bad\": failed rule: self != 'bad', spec.s: Invalid value: \"bad\": must start with a, not"
                        + " bad]");
        assertRefused(create("a", "{m: {a: 5}}"), "spec.m: Invalid value: fallback");
        assertRefused(
                create("a", "{m: {a: 8}}"),
                "[spec.m: Invalid value: 0, spec.m: Invalid value: failed rule: self.a < 6]");
        assertRefused(
                create("a", "{m: {}}"),
                "[spec.m: Invalid value: \"object\": no such key: a evaluating rule: fallback, spec.m: Invalid value: \"object\": no"
                        + " such key: a evaluating rule: self.a < 6]");
        assertThat(create("a", "{num: 0, s: ab, m: {a: 1}}").status()).isEqualTo(201);
    }

    @DisplayName("R8: reason and fieldPath say what is wrong with which field")
    @Test
    void aRuleNamesTheReasonAndTheField() {
        define("""
                {type: object, properties: {
                 l: {type: array, maxItems: 5, items: {type: integer, x-kubernetes-validations: [{rule: self < 10}]}},
                 m: {type: object, maxProperties: 5, additionalProperties: {type: integer, x-kubernetes-validations: [
                  {rule: self < 10, reason: FieldValueForbidden}]}},
                 d: {type: array, maxItems: 5, items: {type: string, maxLength: 5}, x-kubernetes-validations: [
                  {rule: 'self.all(x, self.exists_one(y, x == y))', reason: FieldValueDuplicate}]},
                 r: {type: object, properties: {a: {type: string}, b-c: {type: string}}, x-kubernetes-validations: [
                  {rule: has(self.a) || has(self.b__dash__c), reason: FieldValueRequired, fieldPath: "['b-c']", message: one}]}}}
                """, """
                [{rule: self.metadata.name != 'none', message: name is forbidden},
                 {rule: '!has(self.spec.l) || self.spec.l.size() != 3', fieldPath: .spec.l}]
                """);
        assertRefused(create("none", "{}"), "<nil>: Invalid value: name is forbidden");
        assertRefused(
                create("a", "{l: [1, 2, 3]}"),
                "spec.l: Invalid value: failed rule: !has(self.spec.l) || self.spec.l.size() != 3");
        assertRefused(create("a", "{l: [1, 20]}"), "spec.l[1]: Invalid value: 20: failed rule: self < 10");
        assertRefused(create("a", "{m: {x: 20}}"), "spec.m[x]: Forbidden: failed rule: self < 10");
        assertRefused(create("a", "{d: [a, a]}"), "spec.d: Duplicate value");
        assertRefused(create("a", "{r: {}}"), "spec.r.b-c: Required value: one");
    }

    @DisplayName("R8: rules about changes hold where old and new values belong together")
    @Test
    void rulesAboutChangesSeeTheOldValue() {
        define("""
                {type: object, properties: {
                 num: {type: integer, x-kubernetes-validations: [{rule: self >= oldSelf, message: may only grow}]},
                 opt: {type: string, maxLength: 10, x-kubernetes-validations: [
                  {rule: "oldSelf.hasValue() || self == 'start'", optionalOldSelf: true, message: must begin with start}]},
                 l: {type: array, maxItems: 5, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k], items: {
                  type: object, required: [k], properties: {k: {type: string, maxLength: 5}, v: {type: integer}},
                  x-kubernetes-validations: [{rule: self.v >= oldSelf.v, message: v shrinks}]}}}}
                """);
        assertRefused(create("a", "{opt: end}"), "spec.opt: Invalid value: \"end\": must begin with start");
        assertThat(create("a", "{num: 5, opt: start, l: [{k: a, v: 5}, {k: b, v: 1}]}")
                        .status())
                .isEqualTo(201);
        assertRefused(
                update("a", "{num: 4, opt: start, l: [{k: a, v: 5}, {k: b, v: 1}]}"),
                "spec.num: Invalid value: 4: may only grow");
        assertRefused(
                update("a", "{num: 5, opt: start, l: [{k: b, v: 0}, {k: a, v: 6}]}"),
                "spec.l[0]: Invalid value: v shrinks");
        assertThat(update("a", "{num: 6, opt: end, l: [{k: c, v: 0}, {k: a, v: 6}]}")
                        .status())
                .isEqualTo(200);
    }

    @DisplayName("R7: what an update leaves as it was is only warned of")
    @Test
    void unchangedValuesThatBreakARuleAreOnlyWarnedOf() {
        define("{type: object, properties: {num: {type: integer}, s: {type: string, maxLength: 9}}}");
        assertThat(create("a", "{num: 1, s: ab}").status()).isEqualTo(201);
        String stricter = definition("""
                {type: object, x-kubernetes-validations: [{rule: self.num < 9, message: too large}], properties: {num: {type: integer},
                 s: {type: string, maxLength: 9, x-kubernetes-validations: [{rule: self == 'z', message: new rule}]}}}
                """, "[]");
        String version = server.get(DEFINITIONS + "/foos.t.io").text("metadata.resourceVersion");
        assertThat(server.put(
                                DEFINITIONS + "/foos.t.io",
                                stricter.replace(
                                        "\"name\":\"foos.t.io\"",
                                        "\"name\":\"foos.t.io\",\"resourceVersion\":\"" + version + "\""))
                        .status())
                .isEqualTo(200);
        Driver.Answer passed = update("a", "{num: 2, s: ab}");
        assertThat(passed.status()).as(passed.body()).isEqualTo(200);
        assertThat(passed.headers().all("Warning"))
                .isEqualTo(List.of("299 - \"spec.s: Invalid value: \\\"ab\\\": new rule\""));
        assertRefused(update("a", "{num: 2, s: ac}"), "spec.s: Invalid value: \"ac\": new rule");
        assertRefused(update("a", "{num: 9, s: ab}"), "spec: Invalid value: too large");
    }

    @DisplayName("R8: rules are not looked at if the object is not even what the schema says")
    @Test
    void whatBreaksTheSchemaKeepsTheRulesFromBeingChecked() {
        define("{type: object, properties: {num: {type: integer, x-kubernetes-validations: [{rule: self > 0}]}}}");
        assertRefused(
                create("a", "{num: x}"),
                "[spec.num: Invalid value: \"string\": spec.num in body must be of type integer: \"string\", <nil>: Invalid value: null:"
                        + " some validation rules were not checked because the object was invalid; correct the existing errors to"
                        + " complete validation]");
    }

    private String refusal(String spec) {
        Driver.Answer answer = server.post(DEFINITIONS, definition(spec, "[]"));
        assertThat(answer.status()).as(answer.body()).isEqualTo(422);
        return answer.text("message")
                .replace("CustomResourceDefinition.apiextensions.k8s.io \"foos.t.io\" is invalid: ", "")
                .replace("spec.validation.openAPIV3Schema.properties[spec].", "");
    }

    private static String rule(String text) {
        return "{\"Rule\":\"" + text
                + "\",\"Message\":\"\",\"MessageExpression\":\"\",\"Reason\":null,\"FieldPath\":\"\",\"OptionalOldSelf\":null}";
    }

    @DisplayName("R8: a definition with a rule that is no expression is refused")
    @Test
    void aDefinitionIsRefusedForWhatIsNoExpression() {
        String spec = "{type: object, properties: {num: {type: integer}}, x-kubernetes-validations: [%s]}";
        assertThat(refusal(spec.formatted("{rule: self.x > 1}")))
                .isEqualTo("x-kubernetes-validations[0].rule: Invalid value: " + rule("self.x \\u003e 1")
                        + ": compilation failed: ERROR: <input>:1:5: undefined field 'x'\n | self.x > 1\n | ....^");
        assertThat(refusal(spec.formatted("{rule: self.num}")))
                .isEqualTo("x-kubernetes-validations[0].rule: Invalid value: " + rule("self.num")
                        + ": cel expression must evaluate to a bool");
        assertThat(refusal(spec.formatted("{rule: ''}")))
                .isEqualTo("x-kubernetes-validations[0].rule: Required value: rule is not specified");
        assertThat(refusal(spec.formatted("{rule: 'true', optionalOldSelf: true}")))
                .isEqualTo(
                        "x-kubernetes-validations[0].optionalOldSelf: Invalid value: true: may not be set if oldSelf is not used"
                                + " in rule");
        assertThat(refusal(spec.formatted("{rule: 'true', fieldPath: .zz}")))
                .isEqualTo("x-kubernetes-validations[0].fieldPath: Invalid value: \".zz\": must be a valid path");
        assertThat(refusal("{type: array, items: {type: integer, x-kubernetes-validations: [{rule: self > oldSelf}]}}"))
                .endsWith("oldSelf cannot be used on the uncorrelatable portion of the schema within"
                        + " spec.validation.openAPIV3Schema.properties[spec]");
    }

    @DisplayName("R8: a default must not break the rules of its own place")
    @Test
    void aDefaultThatBreaksItsRuleIsRefused() {
        String spec =
                "{type: object, properties: {a: {type: integer, default: 5, x-kubernetes-validations: [{rule: self > 10}]}}}";
        assertThat(refusal(spec)).isEqualTo("properties[a].default: Invalid value: 5: failed rule: self > 10");
    }

    @DisplayName("R8: a definition with a rule that can cost too much is refused, and so is an object that lets one")
    @Test
    void costsAreLimited() {
        String advice =
                " (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings"
                        + " are declared)";
        String nested =
                "{type: array, items: {type: string}, x-kubernetes-validations: [{rule: 'self.all(x, self.all(y, x == y))'}]}";
        assertThat(refusal(nested))
                .contains(
                        "x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of more than"
                                + " 100x" + advice)
                .contains(
                        "x-kubernetes-validations[0].rule: Forbidden: contributed to estimated rule cost total exceeding cost limit"
                                + " for entire OpenAPIv3 schema");
        define("""
                {type: object, properties: {num: {type: array, maxItems: 700, items: {type: integer}}}, x-kubernetes-validations: [
                 {rule: 'self.num.all(x, self.num.all(y, x + y > 0))', message: sum}]}
                """);
        String numbers = "{num: " + Collections.nCopies(700, 1) + "}";
        assertRefused(
                create("a", numbers),
                "spec: Invalid value: \"object\": 'operation cancelled: actual cost limit exceeded': no further validation rules will"
                        + " be run due to call cost exceeds limit for rule: sum");
    }
}
