package dev.konverge.apiserver.admission;

import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.upkeep.Cluster;
import dev.konverge.apiserver.upkeep.ObjectId;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Pods run as a service account of their namespace, and find its token in a volume. */
final class ServiceAccounts implements Admission.Plugin {
    private static final String MOUNT = "/var/run/secrets/kubernetes.io/serviceaccount";
    private static final String VOLUME = "kube-api-access-";
    private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";
    private static final long TOKEN_SECONDS = 3607;

    private final Cluster cluster;
    private final RandomGenerator random;

    ServiceAccounts(Cluster cluster, RandomGenerator random) {
        this.cluster = cluster;
        this.random = random;
    }

    @Override
    public Json.Obj admit(Write write, Json.Obj object) {
        if (!write.creates("", "pods") || Tree.has(object, "metadata", "annotations", "kubernetes.io/config.mirror")) {
            return object;
        }
        Json.Obj pod = named(object);
        String name = Tree.text(pod, "spec", "serviceAccountName");
        Json.Obj account = cluster.find(ObjectId.core("serviceaccounts", write.namespace(), name))
                .orElse(null);
        // Every namespace gets its default account soon; a pod that is faster need not fail for it.
        if (account == null && !name.equals("default")) {
            throw write.forbidden("error looking up service account " + write.namespace() + "/" + name
                    + ": serviceaccount \"" + name + "\" not found");
        }
        Json.Obj known = account == null ? Json.Obj.EMPTY : account;
        if (Tree.list(pod, "spec", "imagePullSecrets").isEmpty()) {
            pod = Tree.with(pod, Tree.at(known, "imagePullSecrets"), "spec", "imagePullSecrets");
        }
        return mounts(pod, known) ? withToken(pod) : pod;
    }

    private static Json.Obj named(Json.Obj pod) {
        if (!Tree.text(pod, "spec", "serviceAccountName").isEmpty()) {
            return pod;
        }
        Json name = Json.of("default");
        return Tree.with(Tree.with(pod, name, "spec", "serviceAccountName"), name, "spec", "serviceAccount");
    }

    private static boolean mounts(Json.Obj pod, Json.Obj account) {
        if (Tree.has(pod, "spec", "automountServiceAccountToken")) {
            return Tree.flag(pod, "spec", "automountServiceAccountToken");
        }
        return !Tree.has(account, "automountServiceAccountToken") || Tree.flag(account, "automountServiceAccountToken");
    }

    private Json.Obj withToken(Json.Obj pod) {
        boolean there = Tree.objects(pod, "spec", "volumes").stream()
                .anyMatch(volume -> Tree.text(volume, "name").startsWith(VOLUME));
        StringBuilder name = new StringBuilder(VOLUME);
        for (int i = 0; i < 5; i++) {
            name.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        Json.Obj mounted = mounted(mounted(pod, "containers", name.toString()), "initContainers", name.toString());
        if (there || mounted.equals(pod)) {
            return pod;
        }
        List<Json> volumes = new ArrayList<>(Tree.list(pod, "spec", "volumes"));
        volumes.add(volume(name.toString()));
        return Tree.with(mounted, new Json.Arr(volumes), "spec", "volumes");
    }

    private static Json.Obj mounted(Json.Obj pod, String list, String volume) {
        if (!Tree.has(pod, "spec", list)) {
            return pod;
        }
        List<Json> containers = new ArrayList<>();
        for (Json.Obj container : Tree.objects(pod, "spec", list)) {
            List<Json> mounts = new ArrayList<>(Tree.list(container, "volumeMounts"));
            boolean own = Tree.objects(container, "volumeMounts").stream()
                    .anyMatch(mount -> Tree.text(mount, "mountPath").equals(MOUNT));
            if (!own) {
                mounts.add(Tree.of("name", volume, "readOnly", true, "mountPath", MOUNT));
            }
            containers.add(Tree.with(container, new Json.Arr(mounts), "volumeMounts"));
        }
        return Tree.with(pod, new Json.Arr(containers), "spec", list);
    }

    private static Json.Obj volume(String name) {
        Json.Obj token = Tree.of("serviceAccountToken", Tree.of("expirationSeconds", TOKEN_SECONDS, "path", "token"));
        Json.Obj certificate = Tree.of(
                "configMap",
                Tree.of("name", "kube-root-ca.crt", "items", List.of(Tree.of("key", "ca.crt", "path", "ca.crt"))));
        Json.Obj namespace = Tree.of(
                "downwardAPI",
                Tree.of(
                        "items",
                        List.of(Tree.of(
                                "path",
                                "namespace",
                                "fieldRef",
                                Tree.of("apiVersion", "v1", "fieldPath", "metadata.namespace")))));
        return Tree.of(
                "name",
                name,
                "projected",
                Tree.of("sources", List.of(token, certificate, namespace), "defaultMode", 420));
    }
}
