package dev.konverge.apiserver.admission;

import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;

/** A request for a certificate says who made it, whatever its maker wrote there. */
final class Requesters implements Admission.Plugin {
    @Override
    public Json.Obj admit(Write write, Json.Obj object) {
        if (!write.creates("certificates.k8s.io", "certificatesigningrequests")) {
            return object;
        }
        Json.Obj spec = Tree.without(Tree.without(Tree.object(object, "spec"), "uid"), "extra");
        spec = Tree.with(spec, Json.of(write.userName()), "username");
        spec = Tree.with(spec, write.userGroups().isEmpty() ? null : Tree.arr(write.userGroups()), "groups");
        return Tree.with(object, spec, "spec");
    }
}
