package dev.konverge.controller;

import dev.konverge.model.GroupVersionKind;
import dev.konverge.model.ResourceType;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** What the controllers of a manager say of the kinds that they share caches of. */
final class Declarations {
    private final Map<GroupVersionKind, Declaration> byKind = new HashMap<>();

    private Declarations() {}

    private record Declaration(String controller, ResourceType<?> type) {
        boolean agreesWith(Declaration other) {
            return type.plural().equals(other.type.plural()) && type.namespaced() == other.type.namespaced();
        }

        /** {@return as what it declares the kind} */
        String what() {
            return type.plural() + (type.namespaced() ? " in namespaces" : " without namespaces");
        }
    }

    /**
     * Looks whether all agree.
     *
     * @throws IllegalStateException if two declare a kind differently: a server has it in one place
     */
    static void check(Collection<ControllerBuilder<?>> controllers) {
        Declarations declarations = new Declarations();
        for (ControllerBuilder<?> controller : controllers) {
            controller.declared().forEach(type -> declarations.add(controller, type));
        }
    }

    private void add(ControllerBuilder<?> controller, ResourceType<?> type) {
        Declaration added = new Declaration(controller.name, type);
        Declaration first = byKind.putIfAbsent(type.groupVersionKind(), added);
        if (first != null && !first.agreesWith(added)) {
            throw new IllegalStateException("controller \"" + first.controller() + "\" declares " + type + " as "
                    + first.what() + ", and controller \"" + added.controller() + "\" as " + added.what()
                    + "; a server has it in one place: declare the same type");
        }
    }
}
