/** A server that misbehaves on request, and certificates to go with it. */
package dev.konverge.client.testing;
