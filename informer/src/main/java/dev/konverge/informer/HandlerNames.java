package dev.konverge.informer;

import java.util.Collection;

/** How handlers are told apart where nobody has named them. */
final class HandlerNames {
    private HandlerNames() {}

    /** {@return the class that somebody wrote the handler in, for a lambda the one around it} */
    static String of(EventHandler<?> handler) {
        return switch (handler) {
            case FilteringHandler<?> filtering -> of(filtering.handler());
            case ConsumingHandler<?> consuming -> ofClass(consuming.consumer());
            case EventHandler.Functions<?>(var add, var update, var delete) ->
                ofClass(add != null ? add : update != null ? update : delete != null ? delete : handler);
            default -> ofClass(handler);
        };
    }

    /** The rest of a lambda's name differs from run to run. */
    private static String ofClass(Object code) {
        Object written = code instanceof PlainAddFunction<?>(var function) ? function : code;
        String name = written.getClass().getName();
        int lambda = name.indexOf("$$Lambda");
        return lambda < 0 ? name : name.substring(0, lambda);
    }

    /** {@return the name, with a number behind it if it is taken} */
    static String unique(String name, Collection<String> taken) {
        String unique = name;
        for (int i = 2; taken.contains(unique); i++) {
            unique = name + "#" + i;
        }
        return unique;
    }
}
