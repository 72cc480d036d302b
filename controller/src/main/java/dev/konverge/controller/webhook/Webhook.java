package dev.konverge.controller.webhook;

import dev.konverge.model.Json;

/** Answers the reviews of one path. Safe for use by many threads. */
sealed interface Webhook permits AdmissionWebhook, ConversionWebhook {
    /** How it ended, and what is sent. */
    record Answer(Verdict verdict, Json.Obj document) {}

    /**
     * {@return the review in a body}
     *
     * @throws BadReviewException if it is none that this webhook answers
     */
    Review read(byte[] body);

    /**
     * {@return the answer}
     *
     * @throws BadReviewException if it is about another kind of object
     */
    Answer answer(Review review) throws Exception;
}
