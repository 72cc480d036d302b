/**
 * What the server serves at a moment: one immutable {@link dev.konverge.apiserver.catalog.Catalog} of
 * {@link dev.konverge.apiserver.catalog.Served} resources, built-in ones from the schema and custom ones from their definitions.
 * Every request is handled with the catalog it began with.
 */
@org.jspecify.annotations.NullMarked
package dev.konverge.apiserver.catalog;
