package dev.konverge.informer;

import java.util.function.Consumer;

/** Takes new objects, whether or not they were there at the start. */
record PlainAddFunction<T>(Consumer<T> function) implements EventHandler.AddFunction<T> {
    @Override
    public void accept(T object, boolean initial) {
        function.accept(object);
    }
}
