package dev.konverge.controller.webhook;

import dev.konverge.model.Resource;
import java.util.Optional;

/**
 * Decides whether something may be done. Called by many threads at once.
 *
 * @param <T> the type of the objects
 */
@FunctionalInterface
public interface ValidatingHandler<T extends Resource> {
    /**
     * {@return the verdict}
     *
     * @param request what is done, and by whom
     * @param object the object as it will be; the one that goes, if it is deleted
     * @param old the object as it is, unless it is created
     * @throws Exception if there can be no verdict: what happens then is up to the {@code failurePolicy} of the webhook
     */
    Admission review(AdmissionRequest<T> request, T object, Optional<T> old) throws Exception;
}
