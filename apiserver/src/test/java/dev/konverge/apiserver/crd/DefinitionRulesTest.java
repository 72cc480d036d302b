package dev.konverge.apiserver.crd;

import static dev.konverge.apiserver.crd.Definitions.foos;
import static dev.konverge.apiserver.crd.Definitions.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.failure.GoText;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DefinitionRulesTest {
    private static List<String> errors(Json.Obj definition) {
        return DefinitionRules.validateCreate(definition).stream()
                .map(FieldError::message)
                .toList();
    }

    private static Json.Obj version(Json.Obj definition, String field, String value) {
        Json.Obj version = Tree.objects(definition, "spec", "versions").getFirst();
        return Tree.with(
                definition,
                new Json.Arr(List.of(Tree.with(version, yaml("v: " + value).get("v"), field))),
                "spec",
                "versions");
    }

    @Test
    void aGoodDefinitionPasses() {
        assertThat(errors(foos("{type: object, properties: {a: {type: string, default: x}}}")))
                .isEmpty();
    }

    @Test
    @DisplayName("R2: names")
    void namesMustFitTogether() {
        Json.Obj good = foos("{type: object}");

        assertThat(errors(Tree.with(good, Json.of("bars.example.com"), "metadata", "name")))
                .containsExactly(
                        "metadata.name: Invalid value: \"bars.example.com\": must be spec.names.plural+\".\"+spec.group");
        assertThat(errors(Tree.with(good, Json.of("Foo"), "spec", "names", "listKind")))
                .containsExactly("spec.names.listKind: Invalid value: \"Foo\": kind and listKind may not be the same");
        assertThat(errors(Tree.with(good, Json.of("World"), "spec", "scope")))
                .containsExactly(
                        "spec.scope: Unsupported value: \"World\": supported values: \"Cluster\", \"Namespaced\"");
        assertThat(errors(Tree.without(good, "spec", "names", "singular")))
                .containsExactly("spec.names.singular: Required value");
        assertThat(errors(Tree.with(good, Tree.arr(List.of("Bad_Name")), "spec", "names", "shortNames")))
                .singleElement()
                .asString()
                .startsWith("spec.names.shortNames[0]: Invalid value: \"Bad_Name\": a DNS-1035 label must consist of");
    }

    @Test
    @DisplayName("R2: groups of Kubernetes need leave")
    void groupsOfKubernetesNeedAnAnnotation() {
        Json.Obj good = Tree.with(foos("{type: object}"), Json.of("foos.sample.k8s.io"), "metadata", "name");
        Json.Obj protectedGroup = Tree.with(good, Json.of("sample.k8s.io"), "spec", "group");
        String annotation = "api-approved.kubernetes.io";

        assertThat(errors(protectedGroup))
                .containsExactly(
                        "metadata.annotations[api-approved.kubernetes.io]: Required value: protected groups must have approval annotation \"api-approved.kubernetes.io\", see https://github.com/kubernetes/enhancements/pull/1111");
        assertThat(errors(
                        Tree.with(protectedGroup, Json.of("unapproved, test"), "metadata", "annotations", annotation)))
                .isEmpty();
        assertThat(errors(Tree.with(protectedGroup, Json.of("yes"), "metadata", "annotations", annotation)))
                .hasSize(1);
    }

    @Test
    @DisplayName("R2: versions")
    void exactlyOneVersionIsStored() {
        assertThat(errors(version(foos("{type: object}"), "storage", "false")))
                .singleElement()
                .asString()
                .endsWith("must have exactly one version marked as storage version");
    }

    @Test
    @DisplayName("R2: stored versions stay")
    void aVersionInWhichObjectsAreStoredCannotBeRemoved() {
        Json.Obj live =
                Tree.with(foos("{type: object}"), Tree.arr(List.of("v1alpha1", "v1")), "status", "storedVersions");

        assertThat(DefinitionRules.validateUpdate(live, live))
                .extracting(FieldError::message)
                .containsExactly(
                        "status.storedVersions[0]: Invalid value: \"v1alpha1\": missing from spec.versions; v1alpha1 was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in v1alpha1 and removes v1alpha1 from status.storedVersions");
    }

    @Test
    @DisplayName("R2: names of an established definition stay")
    void namesOfAnEstablishedDefinitionAreImmutable() {
        Json.Obj live = foos("{type: object}");
        Json.Obj established = Conditions.with(live, "Established", "True", "r", "m", "t");
        Json.Obj next = Tree.with(
                Tree.with(live, Json.of("Bar"), "spec", "names", "kind"), Json.of("Cluster"), "spec", "scope");

        assertThat(DefinitionRules.validateUpdate(next, live)).isEmpty();
        assertThat(DefinitionRules.validateUpdate(next, established))
                .extracting(FieldError::message)
                .containsExactly(
                        "spec.scope: Invalid value: \"Cluster\": field is immutable",
                        "spec.names.kind: Invalid value: \"Bar\": field is immutable");
    }

    @Test
    @DisplayName("R3: a schema is required")
    void aSchemaIsRequired() {
        assertThat(errors(version(foos("{type: object}"), "schema", "{}")))
                .containsExactly("spec.versions[0].schema.openAPIV3Schema: Required value");
    }

    @DisplayName("R3: structural schemas")
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{properties: {a: {type: string}}} | .type: Required value: must not be empty for specified object fields",
                "{type: object, properties: {a: {}}} | .properties[a].type: Required value: must not be empty for specified object fields",
                "{type: object, properties: {a: {type: array}}} | .properties[a].items: Required value: must be specified",
                "{type: object, properties: {a: {type: array, items: {}}}} | .properties[a].items.type: Required value: must not be empty for specified array items",
                "{type: object, properties: {a: {type: text}}} | .properties[a].type: Unsupported value: \"text\": supported values: \"array\", \"boolean\", \"integer\", \"number\", \"object\", \"string\"",
                "{type: object, anyOf: [{type: object}]} | .anyOf[0].type: Forbidden: must be empty to be structural",
                "{type: object, properties: {a: {type: string}}, additionalProperties: {type: string}} | .additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive",
                "{type: object, properties: {a: {type: array, uniqueItems: true, items: {type: string}}}} | .properties[a].uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic",
                "{type: object, properties: {a: {type: string, $ref: x}}} | .properties[a].$ref: Forbidden: $ref is not supported",
                "{type: object, properties: {a: {type: integer, default: x}}} | .properties[a].default: Invalid value: \"string\":  in body must be of type integer: \"string\"",
                "{type: object, properties: {a: {type: object, properties: {b: {type: string}}, default: {c: 1}}}} | .properties[a].default: Invalid value: {\"c\":1}: must not have unknown fields",
                "{type: object, properties: {a: {type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true, default: {kind: Pod}}}} | .properties[a].default.apiVersion: Required value",
                "{type: object, x-kubernetes-preserve-unknown-fields: false} | .x-kubernetes-preserve-unknown-fields: Invalid value: false: must be true or undefined",
                "{type: object, properties: {a: {type: array, x-kubernetes-list-type: map, items: {type: object}}}} | .properties[a].x-kubernetes-list-map-keys: Required value: must not be empty if x-kubernetes-list-type is map",
                "{type: object, properties: {a: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k], items: {type: object, properties: {k: {type: string}}}}}} | .properties[a].items.properties[k].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property",
                "{type: object, properties: {a: {type: string, x-kubernetes-list-type: set}}} | .properties[a].type: Invalid value: \"string\": must be array if x-kubernetes-list-type is specified",
            })
    void saysWhatIsWrongWithASchema(String schema, String complaint) {
        String place = "spec.validation.openAPIV3Schema.properties[spec]";

        assertThat(errors(foos(schema))).containsExactly(place + complaint);
    }

    @Test
    @DisplayName("R3: what is nested speaks of what is known")
    void aNestedSchemaMaySpeakOnlyOfWhatTheOuterOneKnows() {
        Json.Obj bare = version(foos("{type: object}"), "subresources", "{}");
        Json.Obj bad =
                version(bare, "schema", "{openAPIV3Schema: {type: object, anyOf: [{properties: {b: {minimum: 1}}}]}}");

        assertThat(errors(bad))
                .containsExactly(
                        "spec.validation.openAPIV3Schema.properties[b]: Required value: because it is defined in spec.validation.openAPIV3Schema.anyOf[0].properties[b]");
    }

    @Test
    @DisplayName("R3: int-or-string may be written with anyOf")
    void intOrStringMayBeWrittenOut() {
        assertThat(
                        errors(
                                foos(
                                        "{type: object, properties: {p: {x-kubernetes-int-or-string: true, anyOf: [{type: integer}, {type: string}]}}}")))
                .isEmpty();
    }

    @Test
    @DisplayName("R3: metadata")
    void metadataMayOnlyRestrictNames() {
        Json.Obj good = version(
                foos("{type: object}"),
                "schema",
                "{openAPIV3Schema: {type: object, properties: {metadata: {type: object, properties: {name: {type: string, maxLength: 5}}}}}}");
        Json.Obj bad = version(
                foos("{type: object}"),
                "schema",
                "{openAPIV3Schema: {type: object, properties: {metadata: {type: object, properties: {labels: {type: object}}}}}}");

        assertThat(errors(good)).isEmpty();
        assertThat(errors(bad))
                .containsExactly(
                        "spec.validation.openAPIV3Schema.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified");
    }

    @Test
    void subresourcesColumnsAndSelectableFieldsAreChecked() {
        Json.Obj scale = version(
                foos("{type: object}"),
                "subresources",
                "{scale: {specReplicasPath: .status.x, statusReplicasPath: ''}}");
        Json.Obj columns = version(
                foos("{type: object}"), "additionalPrinterColumns", "[{name: A, type: text, jsonPath: spec.a}]");
        Json.Obj selectable = version(
                foos("{type: object, properties: {a: {type: string}, o: {type: object}}}"),
                "selectableFields",
                "[{jsonPath: .spec.a}, {jsonPath: .spec.o}, {jsonPath: .spec.x}]");

        assertThat(errors(scale))
                .containsExactly(
                        "spec.subresources.scale.specReplicasPath: Invalid value: \".status.x\": should be a json path under .spec",
                        "spec.subresources.scale.statusReplicasPath: Required value");
        assertThat(errors(columns))
                .containsExactly(
                        "spec.additionalPrinterColumns[0].type: Invalid value: \"text\": must be one of boolean,date,integer,number,string",
                        "spec.additionalPrinterColumns[0].JSONPath: Invalid value: \"spec.a\": must be a simple json path starting with .");
        assertThat(errors(selectable)).hasSize(2);
    }

    @Test
    @DisplayName("R1: the status of a new definition")
    void theStorageVersionIsRememberedInTheStatus() {
        Json.Obj created = DefinitionRules.prepareForCreate(foos("{type: object}"));
        Json.Obj renamed = version(created, "name", "v2");

        assertThat(Tree.strings(created, "status", "storedVersions")).containsExactly("v1");
        assertThat(Tree.strings(DefinitionRules.prepareForUpdate(renamed, created), "status", "storedVersions"))
                .containsExactly("v1", "v2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "[|missing closing ]: `[`",
                "a[b|missing closing ]: `[b`",
                "(a|missing closing ): `(a`",
                "*a|missing argument to repetition operator: `*`",
                "(?=a)|invalid or unsupported Perl syntax: `(?=`",
                "(a)\\1|invalid escape sequence: `\\1`"
            })
    @DisplayName("R3: patterns are Go's")
    void patternsThatGoDoesNotTakeAreRefused(String pattern, String reason) {
        assertThat(errors(foos("{type: object, properties: {a: {type: string, pattern: '" + pattern + "'}}}")))
                .containsExactly(
                        "spec.validation.openAPIV3Schema.properties[spec].properties[a].pattern: Invalid value: "
                                + GoText.quote(pattern)
                                + ": must be a valid regular expression, but isn't: error parsing regexp: " + reason);
    }

    @Test
    @DisplayName("R3: an unknown format is remarked upon")
    void unknownFormatsAreRemarkedUpon() {
        assertThat(DefinitionSchemas.remarks(foos(
                        "{type: object, properties: {a: {type: string, format: frob}, b: {type: array, items: {type: string,"
                                + " format: date-time}}}}")))
                .containsExactly("unrecognized format \"frob\"");
    }
}
