package dev.konverge.apiserver.crd;

import static dev.konverge.apiserver.crd.Definitions.NOW;
import static dev.konverge.apiserver.crd.Definitions.STRUCTURES;
import static dev.konverge.apiserver.crd.Definitions.foos;
import static dev.konverge.apiserver.crd.Definitions.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.catalog.Served;
import dev.konverge.apiserver.catalog.Subresource;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class CustomDefinitionTest {
    private static final Json.Obj TWO_VERSIONS = yaml("""
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: foos.example.com}
            spec:
              group: example.com
              scope: Namespaced
              names: {plural: foos, singular: foo, kind: Foo, listKind: FooList, shortNames: [fo]}
              versions:
              - name: v1beta1
                served: true
                storage: false
                deprecated: true
                schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {a: {type: string}}}}}}
              - name: v1
                served: true
                storage: true
                subresources: {status: {}, scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas}}
                schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {a: {type: string}, b: {type: integer, default: 7}}}}}}
              - name: v1alpha1
                served: false
                storage: false
                schema: {openAPIV3Schema: {type: object}}
            """);

    private static Json.Obj established(Json.Obj definition) {
        Json.Obj state = definition;
        Optional<Json.Obj> next = Establishment.findNext(state, List.of(), NOW);
        while (next.isPresent()) {
            state = next.get();
            next = Establishment.findNext(state, List.of(), NOW);
        }
        return state;
    }

    @Test
    @DisplayName("R1: three writes until a definition is established")
    void aDefinitionIsNamedAndThenEstablished() {
        Json.Obj named =
                Establishment.findNext(foos("{type: object}"), List.of(), NOW).orElseThrow();
        Json.Obj established =
                Establishment.findNext(named, List.of(), NOW.plusSeconds(1)).orElseThrow();

        assertThat(Tree.object(named, "status", "acceptedNames")).isEqualTo(Tree.object(named, "spec", "names"));
        assertThat(Tree.at(named, "status", "conditions")).isEqualTo(yaml("""
                        c:
                        - {lastTransitionTime: '2026-01-01T00:00:00Z', message: no conflicts found, reason: NoConflicts, status: 'True', type: NamesAccepted}
                        - {lastTransitionTime: '2026-01-01T00:00:00Z', message: the initial names have been accepted, reason: Installing, status: 'False', type: Established}
                        """).get("c"));
        assertThat(Tree.objects(established, "status", "conditions").get(1))
                .isEqualTo(
                        yaml(
                                "{lastTransitionTime: '2026-01-01T00:00:01Z', message: the initial names have been accepted, reason: InitialNamesAccepted, status: 'True', type: Established}"));
        assertThat(Establishment.findNext(established, List.of(), NOW)).isEmpty();
    }

    @Test
    @DisplayName("R1: names that others have")
    void namesThatOthersHaveAreNotAccepted() {
        Json.Obj other = established(foos("{type: object}"));
        Json.Obj mine = Tree.with(foos("{type: object}"), Json.of("bars"), "spec", "names", "plural");

        Json.Obj refused = Establishment.findNext(mine, List.of(other), NOW).orElseThrow();

        Json.Obj condition = Tree.objects(refused, "status", "conditions").getFirst();
        assertThat(Tree.text(condition, "reason")).isEqualTo("ListKindConflict");
        assertThat(Tree.text(condition, "message")).isEqualTo("\"FooList\" is already in use");
        assertThat(Tree.text(Tree.objects(refused, "status", "conditions").get(1), "reason"))
                .isEqualTo("NotAccepted");
        assertThat(Tree.text(refused, "status", "acceptedNames", "plural")).isEqualTo("bars");
        assertThat(Establishment.findNext(refused, List.of(other), NOW)).isEmpty();
        assertThat(CustomDefinition.of(refused, STRUCTURES).served()).isEmpty();
        assertThat(Establishment.findNext(refused, List.of(), NOW))
                .as("the name was freed")
                .isPresent();
    }

    @Test
    @DisplayName("R10, D3: what is served")
    void everyServedVersionIsServed() {
        List<Served> served =
                CustomDefinition.of(established(TWO_VERSIONS), STRUCTURES).served();

        assertThat(served).extracting(Served::version).containsExactly("v1beta1", "v1");
        Served v1 = served.get(1);
        assertThat(v1.verbs())
                .containsExactly("delete", "deletecollection", "get", "list", "patch", "create", "update", "watch");
        assertThat(v1.subresources()).extracting(Subresource::name).containsExactly("status", "scale");
        assertThat(v1.subresources().getLast().kind()).isEqualTo("Scale");
        assertThat(v1.storageVersion()).isEqualTo("example.com/v1");
        assertThat(v1.names().shortNames()).containsExactly("fo");
        assertThat(served.getFirst().subresources()).isEmpty();
        assertThat(CustomDefinition.of(TWO_VERSIONS, STRUCTURES).served()).isEmpty();
    }

    @Test
    @DisplayName("R12, D3: nothing can be made while a definition goes away")
    void aTerminatingDefinitionServesNoWrites() {
        Json.Obj terminating = Conditions.with(established(TWO_VERSIONS), "Terminating", "True", "r", "m", "t");
        CustomDefinition definition = CustomDefinition.of(terminating, STRUCTURES);

        assertThat(definition.terminating()).isTrue();
        assertThat(definition.served().getFirst().verbs())
                .containsExactly("delete", "deletecollection", "get", "list", "watch");
    }

    @Test
    @DisplayName("R10: conversion without a webhook")
    void anObjectOfAnotherVersionIsRenamedPrunedAndDefaulted() {
        CustomDefinition definition = CustomDefinition.of(TWO_VERSIONS, STRUCTURES);
        CustomKind beta = definition.findKind("v1beta1").orElseThrow();
        Json.Obj stored = yaml("{apiVersion: example.com/v1, kind: Foo, metadata: {name: a}, spec: {a: x, b: 1}}");
        Json.Obj old = yaml("{apiVersion: example.com/v1beta1, kind: Foo, metadata: {name: a}, spec: {a: x}}");

        assertThat(beta.convert(stored)).isEqualTo(old);
        assertThat(definition.storedKind().convert(old))
                .isEqualTo(yaml("{apiVersion: example.com/v1, kind: Foo, metadata: {name: a}, spec: {a: x, b: 7}}"));
        assertThat(definition.storedKind().convert(stored)).isSameAs(stored);
        assertThat(definition.versions().find(stored, "example.com/v0")).isEmpty();
    }

    @Test
    @DisplayName("R10: deprecated versions")
    void aDeprecatedVersionNamesABetterOne() {
        CustomDefinition definition = CustomDefinition.of(TWO_VERSIONS, STRUCTURES);

        assertThat(definition.findKind("v1beta1").orElseThrow().deprecation())
                .contains("example.com/v1beta1 Foo is deprecated; use example.com/v1 Foo");
        assertThat(definition.findKind("v1").orElseThrow().deprecation()).isEmpty();
    }

    @Test
    @DisplayName("R9: where scale reads and writes")
    void theScaleSubresourceKnowsItsPaths() {
        CustomKind kind =
                CustomDefinition.of(TWO_VERSIONS, STRUCTURES).findKind("v1").orElseThrow();
        Json.Obj negative = yaml("{apiVersion: example.com/v1, kind: Foo, metadata: {name: a}, spec: {replicas: -1}}");

        assertThat(kind.scale()).contains(new ScalePaths(".spec.replicas", ".status.replicas", ""));
        assertThat(kind.validate(negative, null, warning -> {}))
                .extracting(Object::toString)
                .containsExactly(".spec.replicas: Invalid value: -1: should be a non-negative integer");
    }
}
