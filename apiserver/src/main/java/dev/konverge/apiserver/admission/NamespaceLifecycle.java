package dev.konverge.apiserver.admission;

import dev.konverge.apiserver.admission.Write.Operation;
import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.GroupResource;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.upkeep.Cluster;
import dev.konverge.apiserver.upkeep.ObjectId;
import dev.konverge.model.Json;
import java.util.Set;

/** Nothing is made in a namespace that is not there or on its way out, and some namespaces stay for ever. */
final class NamespaceLifecycle implements Admission.Plugin {
    private static final Set<String> ETERNAL = Set.of("default", "kube-system", "kube-public");
    private static final GroupResource NAMESPACES = new GroupResource("", "namespaces");

    private final Cluster cluster;

    NamespaceLifecycle(Cluster cluster) {
        this.cluster = cluster;
    }

    @Override
    public Json.Obj admit(Write write, Json.Obj object) {
        boolean concerned = write.operation() == Operation.CREATE
                && !write.namespace().isEmpty()
                && !write.resource().equals(NAMESPACES)
                && !write.resource().resource().equals("localsubjectaccessreviews");
        if (concerned) {
            requireActive(write);
        }
        return object;
    }

    private void requireActive(Write write) {
        String name = write.namespace();
        Json.Obj namespace =
                cluster.find(new ObjectId(NAMESPACES, "", name)).orElseThrow(() -> Failures.notFound(NAMESPACES, name));
        if (Tree.has(namespace, "metadata", "deletionTimestamp")) {
            String why = "unable to create new content in namespace " + name + " because it is being terminated";
            throw Failures.forbiddenStatus(write.resource(), write.shownName(), why)
                    .cause("NamespaceTerminating", "namespace " + name + " is being terminated", "metadata.namespace")
                    .exception();
        }
    }

    void validate(Write write) {
        boolean eternal = write.operation() == Operation.DELETE
                && write.isAbout("", "namespaces")
                && ETERNAL.contains(write.name());
        if (eternal) {
            throw write.forbidden("this namespace may not be deleted");
        }
    }
}
