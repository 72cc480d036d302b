package dev.konverge.benchmarks.clients;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Manifests. */
final class Texts {
    static final String DEFINITION = """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: foos.example.com}
            spec:
              group: example.com
              scope: Namespaced
              names: {plural: foos, singular: foo, kind: Foo}
              versions:
              - name: v1
                served: true
                storage: true
                schema:
                  openAPIV3Schema:
                    type: object
                    properties:
                      spec:
                        type: object
                        properties:
                          replicas: {type: integer, default: 1}
            """;

    static final String FOO = """
            apiVersion: example.com/v1
            kind: Foo
            metadata: {name: a}
            spec: {}
            """;

    private Texts() {}

    static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
