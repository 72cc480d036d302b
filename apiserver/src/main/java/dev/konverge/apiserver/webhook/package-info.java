/**
 * Webhooks: writes that are shown to programs outside before they are stored, and custom objects that such programs convert.
 *
 * <p>{@link dev.konverge.apiserver.webhook.Webhooks} finds out which of the stored configurations are for a write; a {@link
 * dev.konverge.apiserver.webhook.Review} is what is sent and what the answer means, both without any input or output; {@link
 * dev.konverge.apiserver.webhook.WebhookCalls} is the way outside: over HTTPS, or to a function in this process that a test has put
 * in the place of an address.
 */
@NullMarked
package dev.konverge.apiserver.webhook;

import org.jspecify.annotations.NullMarked;
