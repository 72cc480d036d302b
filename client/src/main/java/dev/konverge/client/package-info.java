/**
 * The clients: requests to an API server, and its answers as objects.
 *
 * <p>This is the first and the last stage of the data's way: lists and {@link dev.konverge.client.WatchStream}s feed the
 * informers, and what reconcilers decide leaves through {@link dev.konverge.client.ResourceClient}. From the bottom up:
 * {@link dev.konverge.client.RestClient} sends a request for any path; {@link dev.konverge.client.ResourceClient} knows
 * the verbs of one resource; {@link dev.konverge.client.ClientSet} has one of them for every built-in kind;
 * {@link dev.konverge.client.DynamicClient} works on kinds that no type is known of, and
 * {@link dev.konverge.client.DiscoveryClient} tells what a server has.
 *
 * <p>All calls block their thread, best a virtual one. What goes wrong between here and the server is an
 * {@link dev.konverge.client.ApiException}; an interrupt is a {@link dev.konverge.client.CancelledException}.
 */
package dev.konverge.client;
