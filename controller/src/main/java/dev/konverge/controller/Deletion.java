package dev.konverge.controller;

import dev.konverge.model.Resource;
import java.util.List;

/** What has to be done before an object may go, and the finalizer that makes the server wait for it. */
record Deletion<T extends Resource>(String finalizer, Reconciler<T> cleanUp) {
    boolean holds(Resource object) {
        return object.metadata().finalizers().contains(finalizer);
    }

    List<String> heldBy(Resource object) {
        List<String> all = new java.util.ArrayList<>(object.metadata().finalizers());
        all.add(finalizer);
        return all;
    }

    List<String> releasedFrom(Resource object) {
        return object.metadata().finalizers().stream()
                .filter(other -> !other.equals(finalizer))
                .toList();
    }
}
