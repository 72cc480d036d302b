package dev.konverge.controller;

import dev.konverge.model.ResourceType;

/** A reconciler asked for objects of a kind that its controller did not declare, so that there is no cache of them. */
public final class UndeclaredKindException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UndeclaredKindException(String controller, ResourceType<?> type) {
        super("controller \"" + controller + "\" has no cache of " + type + "; declare it with .reads(" + type.kind()
                + ".TYPE), or with .owns or .watches to be called when one changes");
    }
}
