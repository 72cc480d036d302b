package dev.konverge.apiserver.admission;

import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;

/** Volumes, claims and the classes that describe them are not gone while somebody uses them. */
final class StorageProtection implements Admission.Plugin {
    @Override
    public Json.Obj admit(Write write, Json.Obj object) {
        if (write.creates("", "persistentvolumeclaims")) {
            return withFinalizer(object, "kubernetes.io/pvc-protection");
        }
        if (write.creates("", "persistentvolumes")) {
            return withFinalizer(object, "kubernetes.io/pv-protection");
        }
        if (write.creates("storage.k8s.io", "volumeattributesclasses")) {
            return withFinalizer(object, "kubernetes.io/vac-protection");
        }
        return object;
    }

    private static Json.Obj withFinalizer(Json.Obj object, String finalizer) {
        List<String> finalizers = new ArrayList<>(Tree.strings(object, "metadata", "finalizers"));
        if (finalizers.contains(finalizer)) {
            return object;
        }
        finalizers.add(finalizer);
        return Tree.with(object, Tree.arr(finalizers), "metadata", "finalizers");
    }
}
