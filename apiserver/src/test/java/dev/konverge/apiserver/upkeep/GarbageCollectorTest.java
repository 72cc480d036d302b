package dev.konverge.apiserver.upkeep;

import static dev.konverge.apiserver.upkeep.FakeCluster.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.upkeep.Cluster.Propagation;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Behaviour list 1.13, G1 to G4. */
class GarbageCollectorTest {
    private final FakeCluster cluster = new FakeCluster();
    private final GarbageCollector collector = new GarbageCollector();

    private static String owned(String... owners) {
        StringBuilder references = new StringBuilder();
        for (String owner : owners) {
            String[] parts = owner.split(":", 3);
            references
                    .append("{apiVersion: v1, kind: ")
                    .append(parts[0])
                    .append(", name: ")
                    .append(parts[1])
                    .append(", uid: ")
                    .append(parts[1]);
            if (parts.length > 2) {
                references.append(", blockOwnerDeletion: true");
            }
            references.append("}, ");
        }
        return "{metadata: {ownerReferences: [" + references + "]}}";
    }

    private void settle() {
        cluster.settle(collector);
    }

    private void delete(String id, Propagation propagation) {
        cluster.delete(id(id), id(id).name(), "", propagation);
        settle();
    }

    @Test
    @DisplayName("G1: in the background")
    void dependentsGoAfterTheirOwnerAndTheirsAfterThem() {
        cluster.put("configmaps n/a", "{}")
                .put("configmaps n/b", owned("ConfigMap:a"))
                .put("pods n/c", owned("ConfigMap:b"))
                .put("pods n/free", "{}");
        settle();
        assertThat(cluster.log).isEmpty();
        delete("configmaps n/a", Propagation.BACKGROUND);
        assertThat(cluster.log)
                .containsExactly(
                        "delete configmaps n/a BACKGROUND",
                        "delete configmaps n/b BACKGROUND",
                        "delete pods n/c BACKGROUND");
        assertThat(cluster.has("pods n/free")).isTrue();
    }

    @Test
    @DisplayName("G1: one owner of two")
    void aDependentThatHasAnotherOwnerOnlyLosesTheReference() {
        cluster.put("configmaps n/a", "{}")
                .put("configmaps n/b", "{}")
                .put("pods n/c", owned("ConfigMap:a", "ConfigMap:b"));
        settle();
        delete("configmaps n/a", Propagation.BACKGROUND);
        assertThat(Tree.objects(cluster.get("pods n/c"), "metadata", "ownerReferences"))
                .singleElement()
                .satisfies(owner -> assertThat(Tree.text(owner, "uid")).isEqualTo("b"));
        delete("configmaps n/b", Propagation.BACKGROUND);
        assertThat(cluster.has("pods n/c")).isFalse();
    }

    @Test
    @DisplayName("G1: same name, other uid")
    void anOwnerMadeAnewIsAnotherOwner() {
        cluster.put("configmaps n/a", "{metadata: {uid: other}}").put("pods n/c", owned("ConfigMap:a"));
        settle();
        assertThat(cluster.has("pods n/c")).isFalse();
        assertThat(cluster.has("configmaps n/a")).isTrue();
    }

    @Test
    @DisplayName("G1: scopes")
    void anOwnerInAnotherNamespaceIsNoneAndOneOfANamespaceCannotOwnTheClusters() {
        cluster.put("configmaps m/a", "{}")
                .put("pods n/c", owned("ConfigMap:a"))
                .put("nodes k", owned("ConfigMap:a"))
                .put("pods n/d", owned("Node:k"));
        settle();
        assertThat(cluster.has("pods n/c")).isFalse();
        assertThat(cluster.has("nodes k")).isTrue();
        assertThat(cluster.has("pods n/d")).isTrue();
    }

    @Test
    @DisplayName("G2: in the foreground")
    void anOwnerWaitsForThoseThatBlockIt() {
        cluster.put("configmaps n/a", "{}")
                .put("configmaps n/b", owned("ConfigMap:a:blocks"))
                .put("pods n/c", owned("ConfigMap:b:blocks"))
                .put(
                        "pods n/held",
                        "{metadata: {finalizers: [example.com/x], ownerReferences: [{apiVersion: v1, "
                                + "kind: ConfigMap, name: a, uid: a, blockOwnerDeletion: true}]}}");
        settle();
        delete("configmaps n/a", Propagation.FOREGROUND);
        assertThat(cluster.has("configmaps n/b")).isFalse();
        assertThat(cluster.has("pods n/c")).isFalse();
        assertThat(cluster.has("configmaps n/a"))
                .as("waits for the one that is held")
                .isTrue();
        assertThat(cluster.log).contains("delete configmaps n/b FOREGROUND", "delete pods n/held BACKGROUND");
        cluster.update(id("pods n/held"), "", pod -> Tree.without(pod, "metadata", "finalizers"));
        settle();
        assertThat(cluster.has("configmaps n/a")).isFalse();
        assertThat(cluster.log.indexOf("update configmaps n/a"))
                .isGreaterThan(cluster.log.indexOf("update pods n/held"));
    }

    @Test
    @DisplayName("G2: who does not block is deleted and not waited for")
    void aDependentThatDoesNotBlockGoesToo() {
        cluster.put("configmaps n/a", "{}")
                .put(
                        "pods n/held",
                        "{metadata: {finalizers: [example.com/x], ownerReferences: [{apiVersion: v1, "
                                + "kind: ConfigMap, name: a, uid: a}]}}");
        settle();
        delete("configmaps n/a", Propagation.FOREGROUND);
        assertThat(cluster.has("configmaps n/a")).isFalse();
        assertThat(Tree.has(cluster.get("pods n/held"), "metadata", "deletionTimestamp"))
                .isTrue();
    }

    @Test
    @DisplayName("G2, G4: circles")
    void aCircleOfOwnersDoesNotWaitForItself() {
        cluster.put("configmaps n/a", owned("ConfigMap:c:blocks"))
                .put("configmaps n/b", owned("ConfigMap:a:blocks"))
                .put("configmaps n/c", owned("ConfigMap:b:blocks"));
        settle();
        delete("configmaps n/a", Propagation.FOREGROUND);
        assertThat(cluster.list(id("configmaps n/a").resource(), "")).isEmpty();
    }

    @Test
    @DisplayName("G3: orphans")
    void anOwnerThatLetsGoLeavesItsDependentsWithoutOwner() {
        cluster.put("configmaps n/a", "{}").put("pods n/c", owned("ConfigMap:a"));
        settle();
        delete("configmaps n/a", Propagation.ORPHAN);
        assertThat(cluster.has("configmaps n/a")).isFalse();
        assertThat(Tree.has(cluster.get("pods n/c"), "metadata", "ownerReferences"))
                .isFalse();
        assertThat(cluster.log)
                .containsExactly("delete configmaps n/a ORPHAN", "update pods n/c", "update configmaps n/a");
    }

    @Test
    @DisplayName("G4: owners of a kind not served")
    void aDependentOfAnUnknownKindStaysUntilTheKindIsKnown() {
        cluster.put("pods n/c", owned("Gadget:a"));
        settle();
        assertThat(cluster.has("pods n/c")).isTrue();
        int quiet = cluster.settle(collector);
        assertThat(quiet).as("it is not looked at again and again").isZero();
    }

    @Test
    void whoeverIsFasterIsLookedAtAgain() {
        cluster.put("configmaps n/a", "{}").put("pods n/c", owned("ConfigMap:a"));
        settle();
        cluster.refuse("pods n/c", 3);
        delete("configmaps n/a", Propagation.BACKGROUND);
        assertThat(cluster.has("pods n/c")).isFalse();
    }

    @Test
    void aWriteWithoutOwnersMakesNoWork() {
        cluster.put("pods n/a", "{}").put("pods n/a", "{spec: {x: 1}}");
        cluster.remove("pods n/a");
        assertThat(cluster.settle(collector)).isZero();
    }

    @Test
    void whatItLearnsAnewIsWhatItKnewBefore() {
        cluster.put("configmaps n/a", "{}").put("pods n/c", owned("ConfigMap:a"));
        settle();
        collector.reset();
        collector.observe(id("configmaps n/a"), null, cluster.get("configmaps n/a"));
        collector.observe(id("pods n/c"), null, cluster.get("pods n/c"));
        delete("configmaps n/a", Propagation.BACKGROUND);
        assertThat(cluster.has("pods n/c")).isFalse();
    }

    /** Random forests, deleted in a random order and way: what stays is exactly what has a live owner, or had none from the start. */
    @Test
    void afterAnyDeletionsNothingIsLeftThatHadAnOwnerAndHasNone() {
        for (int seed = 0; seed < 200; seed++) {
            run(new Random(seed), seed);
        }
    }

    private static void run(Random random, int seed) {
        FakeCluster cluster = new FakeCluster();
        GarbageCollector collector = new GarbageCollector();
        int size = 3 + random.nextInt(12);
        List<List<Integer>> owners = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            List<Integer> own = new ArrayList<>();
            List<String> words = new ArrayList<>();
            for (int j = 0; j < random.nextInt(3) && i > 0; j++) {
                int owner = random.nextInt(i);
                if (!own.contains(owner)) {
                    own.add(owner);
                    words.add("ConfigMap:o" + owner + (random.nextBoolean() ? ":blocks" : ""));
                }
            }
            owners.add(own);
            cluster.put("configmaps n/o" + i, owned(words.toArray(String[]::new)));
        }
        TreeSet<Integer> live = new TreeSet<>();
        for (int i = 0; i < size; i++) {
            live.add(i);
        }
        for (int i = 0; i < 3; i++) {
            int victim = random.nextInt(size);
            if (!live.contains(victim)) {
                continue;
            }
            Propagation propagation = random.nextBoolean() ? Propagation.BACKGROUND : Propagation.FOREGROUND;
            cluster.delete(id("configmaps n/o" + victim), "o" + victim, "", propagation);
            cluster.settle(collector);
            live.remove(victim);
            for (int k = 0; k < size; k++) {
                boolean orphaned =
                        !owners.get(k).isEmpty() && owners.get(k).stream().noneMatch(live::contains);
                if (orphaned) {
                    live.remove(k);
                }
            }
        }
        TreeSet<Integer> found = new TreeSet<>();
        for (int i = 0; i < size; i++) {
            if (cluster.has("configmaps n/o" + i)) {
                found.add(i);
            }
        }
        assertThat(found)
                .as("seed %s, owners %s, log %s", seed, owners, cluster.log)
                .isEqualTo(live);
    }
}
