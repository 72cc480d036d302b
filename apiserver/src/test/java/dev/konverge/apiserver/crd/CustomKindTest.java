package dev.konverge.apiserver.crd;

import static dev.konverge.apiserver.crd.Definitions.foo;
import static dev.konverge.apiserver.crd.Definitions.kind;
import static dev.konverge.apiserver.crd.Definitions.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.model.Json;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CustomKindTest {
    private static List<String> errors(String schema, String spec) {
        return kind(schema).validate(foo(spec), null, warning -> {}).stream()
                .map(FieldError::message)
                .toList();
    }

    @Test
    @DisplayName("R6: a fraction in the place of a whole number is refused twice")
    void aFractionIsNoWholeNumber() {
        assertThat(errors("{type: object, properties: {num: {type: integer}}}", "{num: 1.5}"))
                .containsExactly(
                        "spec.num: Invalid value: \"number\": spec.num in body must be of type integer: \"number\"",
                        "<nil>: Invalid value: \"\": Checked value must be of type integer (default format) in spec.num");
    }

    @DisplayName("R6: messages")
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{type: object, properties: {num: {type: integer}}} | {num: x} | spec.num: Invalid value: \"string\": spec.num in body must be of type integer: \"string\"",
                "{type: object, properties: {num: {type: integer}}} | {num: null} | spec.num: Invalid value: \"null\": spec.num in body must be of type integer: \"null\"",
                "{type: object, properties: {b: {type: boolean}}} | {b: 1} | spec.b: Invalid value: \"integer\": spec.b in body must be of type boolean: \"integer\"",
                "{type: object, properties: {l: {type: array, items: {type: string}}}} | {l: {}} | spec.l: Invalid value: \"object\": spec.l in body must be of type array: \"object\"",
                "{type: object, properties: {l: {type: array, items: {type: string}}}} | {l: [a, 5]} | spec.l[1]: Invalid value: \"integer\": spec.l[1] in body must be of type string: \"integer\"",
                "{type: object, properties: {m: {type: object, additionalProperties: {type: string}}}} | {m: {k: 5}} | spec.m.k: Invalid value: \"integer\": spec.m.k in body must be of type string: \"integer\"",
                "{type: object, required: [x], properties: {x: {type: string}}} | {} | spec.x: Required value",
                "{type: object, properties: {size: {type: string, enum: [S, M]}}} | {size: XL} | spec.size: Unsupported value: \"XL\": supported values: \"S\", \"M\"",
                "{type: object, properties: {num: {type: integer, enum: [1, 2]}}} | {num: 3} | spec.num: Unsupported value: 3: supported values: \"1\", \"2\"",
                "{type: object, properties: {num: {type: integer, maximum: 10}}} | {num: 11} | spec.num: Invalid value: 11: spec.num in body should be less than or equal to 10",
                "{type: object, properties: {num: {type: integer, maximum: 10, exclusiveMaximum: true}}} | {num: 10} | spec.num: Invalid value: 10: spec.num in body should be less than 10",
                "{type: object, properties: {num: {type: integer, minimum: 1}}} | {num: 0} | spec.num: Invalid value: 0: spec.num in body should be greater than or equal to 1",
                "{type: object, properties: {num: {type: number, minimum: 1.5, exclusiveMinimum: true}}} | {num: 1.5} | spec.num: Invalid value: 1.5: spec.num in body should be greater than 1.5",
                "{type: object, properties: {num: {type: integer, multipleOf: 5}}} | {num: 7} | spec.num: Invalid value: 7: spec.num in body should be a multiple of 5",
                "{type: object, properties: {s: {type: string, pattern: ^a$}}} | {s: b} | spec.s: Invalid value: \"b\": spec.s in body should match '^a$'",
                "{type: object, properties: {s: {type: string, minLength: 1}}} | {s: ''} | spec.s: Invalid value: \"\": spec.s in body should be at least 1 chars long",
                "{type: object, properties: {s: {type: string, maxLength: 2}}} | {s: abc} | spec.s: Too long: may not be more than 2 bytes",
                "{type: object, properties: {l: {type: array, maxItems: 2, items: {type: integer}}}} | {l: [1, 2, 3]} | spec.l: Too many: 3: must have at most 2 items",
                "{type: object, properties: {l: {type: array, minItems: 1, items: {type: integer}}}} | {l: []} | spec.l: Invalid value: 0: spec.l in body should have at least 1 items",
                "{type: object, properties: {l: {type: array, uniqueItems: true, items: {type: integer}}}} | {l: [1, 1]} | spec.l: Invalid value: \"\": spec.l in body shouldn't contain duplicates",
                "{type: object, properties: {m: {type: object, minProperties: 1, additionalProperties: {type: string}}}} | {m: {}} | spec.m: Invalid value: 0: spec.m in body should have at least 1 properties",
                "{type: object, properties: {m: {type: object, maxProperties: 1, additionalProperties: {type: string}}}} | {m: {a: a, b: b}} | spec.m: Too many: 2: must have at most 1 item",
                "{type: object, properties: {t: {type: string, format: date-time}}} | {t: abc} | spec.t: Invalid value: \"abc\": spec.t in body must be of type date-time: \"abc\"",
                "{type: object, properties: {t: {type: string, format: ipv4}}} | {t: '1.2.3'} | spec.t: Invalid value: \"1.2.3\": spec.t in body must be of type ipv4: \"1.2.3\"",
                "{type: object, properties: {num: {type: integer, format: int32}}} | {num: 3000000000} | <nil>: Invalid value: \"\": Checked value must be of type integer with format int32 in spec.num",
                "{type: object, properties: {num: {type: integer, format: int32}}} | {num: true} | spec.num: Invalid value: \"\": spec.num in body must be of type int32: \"\"",
                "{type: object, properties: {p: {x-kubernetes-int-or-string: true}}} | {p: true} | spec.p: Invalid value: \"boolean\": spec.p in body must be of type integer,string: \"boolean\"",
                "{type: object, properties: {a: {type: string}}, not: {required: [a]}} | {a: x} | <nil>: Invalid value: \"\": \"spec\" must not validate the schema (not)",
                "{type: object, properties: {l: {type: array, x-kubernetes-list-type: set, items: {type: string}}}} | {l: [a, b, a, a]} | spec.l[2]: Duplicate value: \"a\"",
                "{type: object, properties: {l: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k], items: {type: object, properties: {k: {type: string}, v: {type: string}}}}}} | {l: [{k: a, v: x}, {k: a}]} | spec.l[1]: Duplicate value: {\"k\":\"a\"}",
            })
    void saysWhatIsWrongInTheWordsOfKubernetes(String schema, String spec, String message) {
        assertThat(errors(schema, spec)).containsExactly(message);
    }

    @DisplayName("R6: objects within an object have a kind, a version and metadata like any other")
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{pod: {metadata: {name: a}}} | spec.pod.apiVersion: Required value; spec.pod.kind: Required value",
                "{pod: {apiVersion: '', kind: ''}} | spec.pod.apiVersion: Invalid value: \"\": must not be empty; spec.pod.kind: Invalid value: \"\": must not be empty",
                "{pod: {apiVersion: a/b/c, kind: Pod}} | spec.pod.apiVersion: Invalid value: \"a/b/c\": unexpected GroupVersion string: a/b/c",
                "{pod: {apiVersion: v1, kind: 5}} | spec.pod.kind: Invalid value: 5: must be a string",
                "{pod: {apiVersion: v1, kind: A_b}} | spec.pod.kind: Invalid value: \"A_b\": may have mixed case, but should otherwise match: a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
                "{pod: {apiVersion: v1, kind: Pod, metadata: {name: a/b}}} | spec.pod.metadata.name: Invalid value: \"a/b\": may not contain '/'",
                "{pod: {apiVersion: v1, kind: Pod, metadata: {namespace: A.b}}} | spec.pod.metadata.namespace: Invalid value: \"A.b\": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
                "{list: [{apiVersion: v1, kind: Pod}, {kind: Pod}]} | spec.list[1].apiVersion: Required value",
                "{map: {k: {apiVersion: v1}}} | spec.map[k].kind: Required value",
                "{pod: {apiVersion: v1, kind: List, inner: {kind: Pod}}} | spec.pod.inner.apiVersion: Required value",
                "{pod: {apiVersion: v1, kind: Pod, metadata: {labels: {a: b}}, free: {}}, list: [], map: {}} | ``",
            })
    void anObjectWithinAnObjectIsOne(String spec, String messages) {
        String schema = """
                {type: object, properties: {
                  pod: {type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true, properties: {
                    inner: {type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}}},
                  list: {type: array, items: {type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}},
                  map: {type: object, additionalProperties: {type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}}}}
                """;
        assertThat(String.join("; ", errors(schema, spec))).isEqualTo(messages);
    }

    @Test
    @DisplayName("R6: a write of the status alone is not refused for the objects within")
    void objectsWithinAreNotLookedAtWhenOnlyTheStatusIsWritten() {
        CustomKind kind = kind("{type: object, x-kubernetes-embedded-resource: true,"
                + " x-kubernetes-preserve-unknown-fields: true}");
        Json.Obj object = foo("{kind: Pod}");
        assertThat(kind.validate(object, object, warning -> {})).hasSize(1);
        assertThat(kind.validateStatus(object, object, warning -> {})).isEmpty();
    }

    @Test
    @DisplayName("R6: anyOf, oneOf, allOf")
    void saysWhichCompositionFailedAndShowsTheBestOfThoseThatDid() {
        String schema =
                "{type: object, properties: {a: {type: string}, b: {type: string}}, %s: [{required: [a]}, {required: [b]}]}";

        assertThat(errors(schema.formatted("oneOf"), "{}"))
                .containsExactly(
                        "<nil>: Invalid value: \"\": \"spec\" must validate one and only one schema (oneOf). Found none valid",
                        "spec.a: Required value");
        assertThat(errors(schema.formatted("oneOf"), "{a: x, b: x}"))
                .containsExactly(
                        "<nil>: Invalid value: \"\": \"spec\" must validate one and only one schema (oneOf). Found 2 valid alternatives");
        assertThat(errors(schema.formatted("oneOf"), "{a: x}")).isEmpty();
        assertThat(errors(schema.formatted("anyOf"), "{}"))
                .containsExactly(
                        "<nil>: Invalid value: \"\": \"spec\" must validate at least one schema (anyOf)",
                        "spec.a: Required value");
        assertThat(errors(schema.formatted("anyOf"), "{b: x}")).isEmpty();
        assertThat(errors(schema.formatted("allOf"), "{}"))
                .containsExactly(
                        "spec.a: Required value",
                        "spec.b: Required value",
                        "<nil>: Invalid value: \"\": \"spec\" must validate all the schemas (allOf). None validated");
        assertThat(errors(schema.formatted("allOf"), "{a: x}"))
                .containsExactly(
                        "spec.b: Required value",
                        "<nil>: Invalid value: \"\": \"spec\" must validate all the schemas (allOf)");
    }

    @DisplayName("R6: values that are right")
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{type: object, properties: {num: {type: number}}} | {num: 1}",
                "{type: object, properties: {num: {type: integer, nullable: true}}} | {num: null}",
                "{type: object, properties: {p: {x-kubernetes-int-or-string: true, anyOf: [{type: integer}, {type: string}]}}} | {p: 25%}",
                "{type: object, properties: {p: {x-kubernetes-int-or-string: true}}} | {p: 5}",
                "{type: object, properties: {s: {type: string, format: nobody-knows}}} | {s: x}",
                "{type: object, x-kubernetes-preserve-unknown-fields: true} | {any: [{thing: 1}]}",
                "{type: object, properties: {s: {type: string, maxLength: 2}}} | {s: äö}",
            })
    void letsRightValuesPass(String schema, String spec) {
        assertThat(errors(schema, spec)).isEmpty();
    }

    @Test
    @DisplayName("R14")
    void kindAndVersionMustMatch() {
        assertThat(kind("{type: object}")
                        .validate(yaml("{apiVersion: example.com/v2, kind: Bar}"), null, warning -> {}))
                .extracting(FieldError::message)
                .containsExactly(
                        "kind: Invalid value: \"Bar\": must be Foo",
                        "apiVersion: Invalid value: \"example.com/v2\": must be example.com/v1");
    }

    @Test
    @DisplayName("R7: what was wrong before and did not change is let pass")
    void unchangedValuesThatAreWrongAreLetPass() {
        CustomKind kind =
                kind("{type: object, properties: {num: {type: integer, maximum: 5}, m: {type: integer, maximum: 5},"
                        + " l: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k], items: {type: object,"
                        + " properties: {k: {type: string}, v: {type: string, enum: [x]}}}},"
                        + " a: {type: array, items: {type: integer, maximum: 5}}}}");
        Json.Obj old = foo("{num: 9, m: 1, l: [{k: a, v: bad}], a: [9]}");

        assertThat(kind.validate(foo("{num: 9, m: 2, l: [{k: b, v: x}, {k: a, v: bad}], a: [9]}"), old, warning -> {}))
                .isEmpty();
        assertThat(kind.validate(foo("{num: 8, m: 1, l: [{k: a, v: worse}], a: [9, 1]}"), old, warning -> {}))
                .extracting(FieldError::field)
                .containsExactly("spec.num", "spec.l[0].v", "spec.a[0]");
    }

    @Test
    @DisplayName("R7: duplicates that were there before are let pass")
    void duplicatesThatWereThereBeforeAreLetPass() {
        CustomKind kind = kind(
                "{type: object, properties: {l: {type: array, x-kubernetes-list-type: set, items: {type: string}}}}");

        assertThat(kind.validate(foo("{l: [a, a, b]}"), foo("{l: [a, a]}"), warning -> {}))
                .isEmpty();
        assertThat(kind.validate(foo("{l: [a, a]}"), foo("{l: [a]}"), warning -> {}))
                .hasSize(1);
    }

    @Test
    @DisplayName("R5: pruning")
    void dropsWhatTheSchemaDoesNotKnow() {
        CustomKind kind = kind("""
                {type: object, properties: {
                  known: {type: string},
                  list: {type: array, items: {type: object, properties: {a: {type: string}}}},
                  map: {type: object, additionalProperties: {type: object, properties: {a: {type: string}}}},
                  open: {type: object, x-kubernetes-preserve-unknown-fields: true, properties: {strict: {type: object, properties: {a: {type: string}}}}},
                  pod: {type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}}}
                """);
        Json.Obj object = yaml("""
                apiVersion: example.com/v1
                kind: Foo
                metadata: {name: a, bogus: 1}
                top: 1
                spec:
                  known: x
                  unknown: x
                  list: [{a: x, b: x}]
                  map: {k: {a: x, b: x}}
                  open: {any: {thing: 1}, strict: {a: x, b: x}}
                  pod: {apiVersion: v1, kind: Pod, metadata: {name: p, bogus: 1}, spec: {any: 1}}
                """);

        var dropped = kind.pruned(object);

        assertThat(dropped.unknown())
                .containsExactly(
                        "metadata.bogus",
                        "spec.list[0].b",
                        "spec.map.k.b",
                        "spec.open.strict.b",
                        "spec.pod.metadata.bogus",
                        "spec.unknown",
                        "top");
        assertThat(dropped.object()).isEqualTo(yaml("""
                apiVersion: example.com/v1
                kind: Foo
                metadata: {name: a}
                spec:
                  known: x
                  list: [{a: x}]
                  map: {k: {a: x}}
                  open: {any: {thing: 1}, strict: {a: x}}
                  pod: {apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {any: 1}}
                """));
        assertThat(kind.pruned(dropped.object()).object()).isSameAs(dropped.object());
    }

    @Test
    @DisplayName("R5: defaults and nulls")
    void fillsInDefaultsAndDropsNullsThatMeanNothing() {
        CustomKind kind = kind("""
                {type: object, default: {}, properties: {
                  a: {type: string, default: x},
                  o: {type: object, default: {}, properties: {p: {type: integer, default: 1}}},
                  l: {type: array, items: {type: object, properties: {q: {type: boolean, default: true}}}},
                  m: {type: object, additionalProperties: {type: object, properties: {r: {type: string, default: why}}}},
                  num: {type: string, nullable: true},
                  z: {type: string}}}
                """);

        assertThat(kind.defaulted(foo("{l: [{}], m: {k: {}}, num: null, z: null, a: null}"))
                        .get("spec"))
                .isEqualTo(yaml("{l: [{q: true}], m: {k: {r: why}}, num: null, a: x, o: {p: 1}}"));
        assertThat(kind.defaulted(yaml("{apiVersion: example.com/v1, kind: Foo}"))
                        .get("spec"))
                .isEqualTo(yaml("{a: x, o: {p: 1}}"));
        Json.Obj complete = foo("{a: x, o: {p: 1}}");
        assertThat(kind.defaulted(complete)).isSameAs(complete);
    }
}
