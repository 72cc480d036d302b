/**
 * HTTP/1.1 and HTTP/2 on sockets, as much of both as talking to API servers takes. An {@link HttpCall} takes a connection from the {@link
 * HttpPool}, which has a {@link Dialer} open one if none is free; the connection gives an {@link Exchange}, whose head is there at once and
 * whose body is read as it arrives. Knows nothing of Kubernetes, of credentials or of what failures mean.
 */
package dev.konverge.client.http;
