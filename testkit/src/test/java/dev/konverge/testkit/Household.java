package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.controller.ManagerBuilder;
import dev.konverge.controller.Outcome;
import dev.konverge.controller.Scope;
import dev.konverge.model.Key;
import dev.konverge.model.Resource;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.apps.v1.DeploymentSpec;
import dev.konverge.model.apps.v1.DeploymentStatus;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.model.core.v1.Secret;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * A controller for simulations that does each thing a controller does. A deployment with replicas has a config map that tells how many,
 * one without has none; each has one secret whose name the server makes up, a status, and an entry in a register outside the cluster.
 *
 * <p>That the second secret is not made takes a view that is never older than the first one's making.
 */
final class Household {
    private final RandomGenerator random;
    private final boolean forgiving;
    private final boolean statusAtEnd;
    private final int workers;

    /** The register: whom it has, by uid. */
    private final Set<String> register = new HashSet<>();

    private final Set<Key> busy = new HashSet<>();
    private final List<String> problems = new ArrayList<>();
    private boolean calm;

    /**
     * Without anybody.
     *
     * @param forgiving whether a second secret, which is removed, is no problem: where answers are lost there may be one
     */
    Household(RandomGenerator random, boolean forgiving) {
        this.random = random;
        this.forgiving = forgiving;
        this.statusAtEnd = random.nextBoolean();
        this.workers = 1 + random.nextInt(4);
    }

    static String mirror(String name) {
        return name + "-mirror";
    }

    ManagerBuilder addTo(ManagerBuilder manager) {
        return manager.controller(
                Deployment.TYPE,
                c -> c.name("household")
                        .owns(ConfigMap.TYPE)
                        .owns(Secret.TYPE)
                        .workers(workers)
                        .reconcile((deployment, scope) -> alone(scope, () -> reconcile(deployment, scope)))
                        .onDelete((deployment, scope) -> alone(scope, () -> {
                            stumble();
                            register.remove(uid(deployment));
                            return Outcome.done();
                        })));
    }

    private interface Work {
        Outcome run() throws Exception;
    }

    private Outcome alone(Scope<?> scope, Work work) throws Exception {
        if (!forgiving && !busy.add(scope.key())) {
            complain("two work on " + scope.key());
        }
        try {
            return work.run();
        } finally {
            busy.remove(scope.key());
        }
    }

    private Outcome reconcile(Deployment deployment, Scope<Deployment> scope) {
        register.add(uid(deployment));
        stumble();
        int replicas = replicas(deployment);
        Key mirror = Key.of("default", mirror(deployment.key().name()));
        if (replicas > 0) {
            scope.apply(ConfigMap.builder()
                    .metadata(m -> m.namespace(mirror.namespace()).name(mirror.name()))
                    .data(Map.of("replicas", Integer.toString(replicas)))
                    .build());
        } else {
            scope.find(ConfigMap.TYPE, mirror)
                    .filter(found -> found.isControlledBy(deployment))
                    .ifPresent(scope::delete);
        }
        stumble();
        List<Secret> secrets = scope.owned(Secret.TYPE);
        if (secrets.isEmpty()) {
            scope.create(Secret.builder()
                    .metadata(m ->
                            m.namespace("default").generateName(deployment.key().name() + "-"))
                    .build());
        } else if (secrets.size() > 1) {
            if (!forgiving) {
                complain("there are " + secrets.size() + " secrets of " + deployment.key());
            }
            secrets.subList(1, secrets.size()).forEach(scope::delete);
        }
        Deployment told =
                deployment.toBuilder().status(status(deployment, replicas)).build();
        if (statusAtEnd) {
            scope.statusAtEnd(told);
        } else {
            scope.status(told);
            stumble();
        }
        return Outcome.done();
    }

    /** As programs do now and then. */
    private void stumble() {
        if (!calm && random.nextInt(12) == 0) {
            if (random.nextInt(4) == 0) {
                throw new AssertionError("an error");
            }
            throw new IllegalStateException("a defect");
        }
    }

    /** From now on nothing fails by itself. */
    void calms() {
        calm = true;
    }

    /** Notes what must never be, as soon as it is. */
    void complain(String problem) {
        problems.add(problem);
    }

    List<String> problems() {
        return List.copyOf(problems);
    }

    private static String uid(Resource object) {
        return String.valueOf(object.metadata().uid());
    }

    private static int replicas(Deployment deployment) {
        return Optional.ofNullable(deployment.spec())
                .map(DeploymentSpec::replicas)
                .orElse(0);
    }

    private static DeploymentStatus status(Deployment deployment, int replicas) {
        return DeploymentStatus.builder()
                .observedGeneration(deployment.metadata().generation())
                // A server keeps no zero.
                .replicas(replicas == 0 ? null : replicas)
                .build();
    }

    static List<Secret> secrets(Cluster cluster) {
        return cluster.clients().resource(Secret.TYPE).in("default").list().items();
    }

    private static List<Deployment> deployments(Cluster cluster) {
        return cluster.clients().resource(Deployment.TYPE).in("default").list().items();
    }

    private static List<ConfigMap> mirrors(Cluster cluster) {
        return cluster.clients().resource(ConfigMap.TYPE).in("default").list().items().stream()
                .filter(each -> !each.key().name().equals("kube-root-ca.crt"))
                .toList();
    }

    /** {@return the versions of all that belongs to households} */
    Map<Key, String> versions(Cluster cluster) {
        Map<Key, String> versions = new TreeMap<>();
        List<Resource> all = new ArrayList<>(deployments(cluster));
        all.addAll(mirrors(cluster));
        all.addAll(secrets(cluster));
        all.forEach(
                each -> versions.put(each.key(), String.valueOf(each.metadata().resourceVersion())));
        return versions;
    }

    /** Fails unless the world is as it is declared. */
    void isAsDeclared(Cluster cluster) {
        Map<String, Integer> secrets = new TreeMap<>();
        Map<String, String> mirrors = new TreeMap<>();
        Map<String, Integer> expectedSecrets = new TreeMap<>();
        Map<String, String> expectedMirrors = new TreeMap<>();
        Set<String> living = new HashSet<>();
        for (Deployment deployment : deployments(cluster)) {
            assertThat(deployment.metadata().deletionTimestamp())
                    .as("deletion of %s", deployment.key())
                    .isNull();
            int replicas = replicas(deployment);
            assertThat(deployment.status())
                    .as("status of %s", deployment.key())
                    .isEqualTo(status(deployment, replicas));
            living.add(uid(deployment));
            expectedSecrets.put(uid(deployment), 1);
            if (replicas > 0) {
                expectedMirrors.put(mirror(deployment.key().name()), uid(deployment) + " " + replicas);
            }
        }
        secrets(cluster).forEach(each -> secrets.merge(owner(each), 1, Integer::sum));
        mirrors(cluster)
                .forEach(each -> mirrors.put(
                        each.key().name(), owner(each) + " " + each.data().get("replicas")));
        assertThat(secrets).as("secrets by owner").isEqualTo(expectedSecrets);
        assertThat(mirrors).as("mirrors").isEqualTo(expectedMirrors);
        if (forgiving) {
            assertThat(register).as("register").containsAll(living);
        } else {
            assertThat(register).as("register").isEqualTo(living);
        }
    }

    private static String owner(Resource object) {
        return object.metadata().ownerReferences().isEmpty()
                ? "nobody"
                : String.valueOf(object.metadata().ownerReferences().getFirst().uid());
    }
}
