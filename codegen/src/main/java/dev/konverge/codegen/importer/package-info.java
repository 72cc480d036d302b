/**
 * Reads what Kubernetes publishes about its API and writes the schema file.
 *
 * <p>{@link dev.konverge.codegen.importer.SchemaImport} is the way in. OpenAPI and discovery documents become trees of
 * JSON, Go and protobuf files lists of declarations; then each type is joined from all four, and any fact that one source
 * states and another contradicts ends the import. Nothing is guessed, and nothing is left out silently.
 */
package dev.konverge.codegen.importer;
