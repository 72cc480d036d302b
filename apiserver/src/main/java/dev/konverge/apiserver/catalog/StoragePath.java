package dev.konverge.apiserver.catalog;

import dev.konverge.apiserver.failure.GroupResource;
import java.util.Map;

/** Where a server with etcd keeps the objects of a resource. Here nothing is kept there, but the text of a conflict tells it. */
public final class StoragePath {
    /** Built-in resources do not lie under their groups, and some lie under a name that they had long ago. */
    private static final Map<GroupResource, String> OLD_NAMES = Map.of(
            new GroupResource("", "replicationcontrollers"), "controllers",
            new GroupResource("", "endpoints"), "services/endpoints",
            new GroupResource("", "nodes"), "minions",
            new GroupResource("", "services"), "services/specs",
            new GroupResource("networking.k8s.io", "ingresses"), "ingress");

    private StoragePath() {}

    /** {@return what the keys of all objects of a resource begin with, such as {@code /registry/pods/}} */
    public static String of(Served served) {
        GroupResource collection = served.collection();
        boolean extension = served.isCustom()
                || collection.group().equals("apiextensions.k8s.io")
                || collection.group().equals("apiregistration.k8s.io");
        String name = extension
                ? collection.group() + '/' + collection.resource()
                : OLD_NAMES.getOrDefault(collection, collection.resource());
        return "/registry/" + name + '/';
    }
}
