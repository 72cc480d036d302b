package dev.konverge.apiserver.crd;

import dev.konverge.apiserver.structure.Structures;
import dev.konverge.model.Json;
import dev.konverge.model.KubernetesSchema;
import dev.konverge.model.Yaml;
import java.time.Instant;

/** Definitions that several tests use. */
final class Definitions {
    static final Structures STRUCTURES = new Structures(KubernetesSchema.load());
    static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private Definitions() {}

    static Json.Obj yaml(String text) {
        return (Json.Obj) Yaml.parse(text);
    }

    /** {@return a definition of {@code foos.example.com} with this schema for {@code spec}} */
    static Json.Obj foos(String spec) {
        return yaml("""
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: foos.example.com}
                spec:
                  group: example.com
                  scope: Namespaced
                  names: {plural: foos, singular: foo, kind: Foo, listKind: FooList}
                  conversion: {strategy: None}
                  versions:
                  - name: v1
                    served: true
                    storage: true
                    subresources: {status: {}}
                    schema:
                      openAPIV3Schema:
                        type: object
                        properties:
                          spec: %s
                          status: {type: object, x-kubernetes-preserve-unknown-fields: true}
                status: {storedVersions: [v1]}
                """.formatted(spec));
    }

    static CustomKind kind(String spec) {
        return CustomDefinition.of(foos(spec), STRUCTURES).findKind("v1").orElseThrow();
    }

    static Json.Obj foo(String spec) {
        return yaml("{apiVersion: example.com/v1, kind: Foo, metadata: {name: a, namespace: ns}, spec: " + spec + "}");
    }
}
