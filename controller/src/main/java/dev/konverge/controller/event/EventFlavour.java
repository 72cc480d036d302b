package dev.konverge.controller.event;

import dev.konverge.client.ApiException;
import dev.konverge.client.ClientSet;
import dev.konverge.model.FieldSelector;
import dev.konverge.model.core.v1.ObjectReference;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One of the two APIs that take events. The server shows what one takes in the other as well. */
public enum EventFlavour {
    /** {@code events.k8s.io/v1}: knows series, actions and related objects. Every server since 1.19 has it. */
    EVENTS("regarding"),
    /** The core API: counts repetitions, and leaves out actions and related objects. */
    CORE("involvedObject");

    private final String object;

    EventFlavour(String object) {
        this.object = object;
    }

    /**
     * {@return the better one of those that a server has (EV-22)}
     *
     * @throws ApiException if the server cannot be asked
     */
    public static EventFlavour of(ClientSet clients) {
        try {
            clients.discovery()
                    .resources(dev.konverge.model.events.v1.Event.TYPE
                            .groupVersionKind()
                            .groupVersion());
            return EVENTS;
        } catch (ApiException.NotFound absent) {
            return CORE;
        }
    }

    /** {@return what selects the events about an object, by those of its name, kind, API and uid that are given (EV-23)} */
    public FieldSelector selectorFor(ObjectReference regarding) {
        return FieldSelector.EVERYTHING
                .and(field("name", regarding.name()))
                .and(field("kind", regarding.kind()))
                .and(field("apiVersion", regarding.apiVersion()))
                .and(field("uid", regarding.uid()));
    }

    private FieldSelector field(String name, @Nullable String value) {
        String text = Objects.requireNonNullElse(value, "");
        return text.isEmpty() ? FieldSelector.EVERYTHING : FieldSelector.of(object + "." + name, text);
    }
}
