/**
 * Runs reconcilers over informers and queues.
 *
 * <p>The way of the data: a notification of an informer becomes a key with its cause ({@code Source}), waits in a work queue,
 * is claimed by a worker ({@code ReconcileLoop}), and meets the user's {@link dev.konverge.controller.Reconciler}, whose only
 * door to the world is a {@link dev.konverge.controller.Scope}. What it writes comes back through the server.
 */
package dev.konverge.controller;
