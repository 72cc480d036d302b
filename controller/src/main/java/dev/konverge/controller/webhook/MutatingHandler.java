package dev.konverge.controller.webhook;

import dev.konverge.model.Resource;

/**
 * Changes objects before they are stored. Called by many threads at once, and maybe twice for the same object: it must leave alone what
 * is already as it wants it.
 *
 * @param <T> the type of the objects
 */
@FunctionalInterface
public interface MutatingHandler<T extends Resource> {
    /**
     * {@return the object as it shall be stored} Not called for deletions, where there is nothing to change.
     *
     * @param request what is done, and by whom
     * @param object the object as it would be stored
     * @throws Exception if there can be no answer: what happens then is up to the {@code failurePolicy} of the webhook
     */
    Mutation<T> review(AdmissionRequest<T> request, T object) throws Exception;
}
