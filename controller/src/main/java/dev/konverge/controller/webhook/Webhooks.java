package dev.konverge.controller.webhook;

import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Webhooks by their paths: from the bytes of a review to those of the answer. Immutable, and safe for use by many threads.
 *
 * <p>A {@link WebhookServer} puts them behind a socket. A test can do without one, and with virtual time, if it lets
 * {@linkplain #at the function of a path} answer in the place of an address.
 */
public final class Webhooks {
    private static final Logger LOG = LoggerFactory.getLogger(Webhooks.class);

    private final Map<String, Webhook> byPath;

    private Webhooks(Map<String, Webhook> byPath) {
        this.byPath = Map.copyOf(byPath);
    }

    /** {@return a description without a webhook} */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return the paths at which there are webhooks} */
    public Set<String> paths() {
        return byPath.keySet();
    }

    /**
     * {@return the webhook of a path as a function from the body of a review to that of its answer}
     *
     * <p>Where the server would answer with a failure the function gives its text, which is no answer to a review.
     *
     * @throws IllegalArgumentException if there is no webhook at that path
     */
    public UnaryOperator<byte[]> at(String path) {
        if (!byPath.containsKey(path)) {
            throw new IllegalArgumentException("there is no webhook at \"" + path + "\", but at " + byPath.keySet());
        }
        return body -> answer(path, body).body().toByteArray();
    }

    Reply answer(String path, byte[] body) {
        Webhook webhook = byPath.get(path);
        if (webhook == null) {
            return Reply.refusal(404, "there is no webhook at this path");
        }
        String uid = "";
        try {
            Review review = webhook.read(body);
            uid = review.uid();
            Webhook.Answer answer = webhook.answer(review);
            return Reply.review(answer.verdict(), answer.document().toBytes());
        } catch (BadReviewException bad) {
            return Reply.refusal(400, String.valueOf(bad.getMessage()), Verdict.BAD_REQUEST);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            return Reply.refusal(503, "the webhook server stops", Verdict.FAILED);
        } catch (Exception | Error failure) {
            LOG.atError()
                    .addKeyValue("webhook", path)
                    .addKeyValue("uid", uid)
                    .setCause(failure)
                    .log("a webhook's handler has failed");
            // What the handler says of its failure is for the log: the user who gets this may not be meant to know.
            return Reply.refusal(500, "the handler of the webhook has failed, see its log for " + uid, Verdict.FAILED);
        }
    }

    /** Describes {@link Webhooks}. */
    public static final class Builder {
        private final Map<String, Webhook> byPath = new LinkedHashMap<>();

        private Builder() {}

        /** Adds a webhook that says whether something may be done to objects of a type. */
        public <T extends Resource> Builder validating(
                String path, ResourceType<T> type, ValidatingHandler<T> handler) {
            return add(path, new AdmissionWebhook.Validating<>(type, handler));
        }

        /** Adds a webhook that changes objects of a type before they are stored. */
        public <T extends Resource> Builder mutating(String path, ResourceType<T> type, MutatingHandler<T> handler) {
            return add(path, new AdmissionWebhook.Mutating<>(type, handler));
        }

        /** Adds a webhook that makes objects of one version of a kind those of another. */
        public Builder conversion(String path, Conversion<?> conversion) {
            return add(path, new ConversionWebhook(conversion));
        }

        private Builder add(String path, Webhook webhook) {
            if (!path.startsWith("/") || path.indexOf('?') >= 0) {
                throw new IllegalArgumentException("a path begins with a slash and has no query: \"" + path + '"');
            }
            if (byPath.putIfAbsent(path, webhook) != null) {
                throw new IllegalArgumentException("there are two webhooks at \"" + path + '"');
            }
            return this;
        }

        /** {@return the webhooks} */
        public Webhooks build() {
            return new Webhooks(byPath);
        }
    }
}
