/**
 * A server for webhooks of one's own: the API server asks before it stores an object, or to have one in another version.
 *
 * <p>{@link dev.konverge.controller.webhook.WebhookServer} takes a review over HTTPS and hands it to
 * {@link dev.konverge.controller.webhook.Webhooks}, which find the webhook of its path, read the object as a record, ask the handler, and
 * write the answer. What a handler changed in a record is carried over to the object as it came, so that fields that the record does
 * not know stay, and the difference goes back as a JSON patch. None of that needs a socket: a test with the embedded API server calls
 * the same functions.
 *
 * <p>{@link dev.konverge.controller.webhook.Certificates} says where the server's certificate comes from. It is looked after while the
 * server runs, and a new one is shown from the next handshake on.
 */
package dev.konverge.controller.webhook;
