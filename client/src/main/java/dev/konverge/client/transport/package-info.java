/**
 * Carries requests to an API server: the port, its implementation over the network, and the policies of retrying and
 * throttling.
 *
 * <p>{@link dev.konverge.client.transport.Transport} is all that the clients see. {@link
 * dev.konverge.client.transport.Transports} makes them, and shares connections between those that can share them.
 */
package dev.konverge.client.transport;
