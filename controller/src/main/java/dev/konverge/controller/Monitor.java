package dev.konverge.controller;

import dev.konverge.client.config.RequestMetrics;
import dev.konverge.controller.leader.ElectionMetrics;
import dev.konverge.controller.webhook.WebhookMetrics;
import dev.konverge.informer.InformerMetrics;
import dev.konverge.workqueue.QueueMetrics;
import java.util.Optional;

/** Where a manager's figures go: one port for each part of the machinery. */
public interface Monitor {
    /** Takes no notice. */
    Monitor NONE = new Monitor() {};

    /** {@return the port of the queues, nothing if nobody looks: keeping time costs a little} */
    default Optional<QueueMetrics.Provider> queues() {
        return Optional.empty();
    }

    /** {@return the port of the informers} */
    default InformerMetrics.Provider informers() {
        return InformerMetrics.Provider.NONE;
    }

    /** {@return the port of the manager's requests} */
    default RequestMetrics requests() {
        return RequestMetrics.NONE;
    }

    /** {@return the port of the election} */
    default ElectionMetrics election() {
        return ElectionMetrics.NONE;
    }

    /** {@return where spans go: one for each reconcile, with its controller, key, attempt and causes} */
    default Tracer tracer() {
        return Tracer.NONE;
    }

    /** {@return the port of the webhook server} */
    default WebhookMetrics webhooks() {
        return WebhookMetrics.NONE;
    }

    /** {@return the port of a controller's reconciles} */
    default ReconcileMetrics reconciles(String controller) {
        return ReconcileMetrics.NONE;
    }
}
