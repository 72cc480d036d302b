package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import dev.konverge.model.LabelSelector;
import dev.konverge.model.Selector;
import dev.konverge.model.codec.DecodeException;
import dev.konverge.model.codec.JsonReader;
import java.util.Map;
import java.util.Optional;

/** Label selectors inside objects, as text and as tests. */
public final class SelectorText {
    private SelectorText() {}

    /** {@return the selector that an object is, if it is a proper one} */
    static Optional<Selector> parse(Json.Obj selector) {
        try {
            return Optional.of(Selector.from(LabelSelector.CODEC.read(new JsonReader(selector.toBytes()))));
        } catch (DecodeException | IllegalArgumentException broken) {
            return Optional.empty();
        }
    }

    /** {@return a selector as a client would write it; empty if it selects everything, {@code <error>} if it is not one} */
    public static String of(Json.Obj selector) {
        return parse(selector).map(SelectorText::text).orElse("<error>");
    }

    private static String text(Selector selector) {
        return selector.isEverything() ? "" : selector.expression();
    }

    /** {@return whether an object of these labels is selected} */
    public static boolean matches(Json.Obj selector, Map<String, String> labels) {
        return parse(selector).map(found -> found.matches(labels)).orElse(false);
    }
}
