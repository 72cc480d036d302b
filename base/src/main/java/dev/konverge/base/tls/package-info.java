/**
 * Certificates that a program makes for itself: an authority, what it signs, and the little of ASN.1 that they are written in.
 *
 * <p>The embedded API server shows such a certificate, and so does a webhook server that nobody gives one.
 */
package dev.konverge.base.tls;
