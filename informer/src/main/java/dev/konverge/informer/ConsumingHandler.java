package dev.konverge.informer;

import java.util.function.Consumer;

/** Hands all notifications to one function. */
record ConsumingHandler<T>(Consumer<? super Notification<T>> consumer) implements EventHandler<T> {
    @Override
    public void on(Notification<T> notification) {
        consumer.accept(notification);
    }
}
