/**
 * Turns custom resource definitions into a {@link dev.konverge.schema.Schema}, from which
 * {@link dev.konverge.codegen.source.CustomResourceGenerator} writes the same sources as for a built-in kind.
 *
 * <p>{@link dev.konverge.codegen.crd.CrdFile} reads YAML or JSON, {@link dev.konverge.codegen.crd.CrdSchemas} decides what Java
 * types the schemas in it become, {@link dev.konverge.codegen.crd.CrdGenerator} is the whole way for a program or a build.
 */
package dev.konverge.codegen.crd;
