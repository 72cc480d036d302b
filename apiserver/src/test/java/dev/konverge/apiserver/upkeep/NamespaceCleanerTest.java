package dev.konverge.apiserver.upkeep;

import static dev.konverge.apiserver.upkeep.FakeCluster.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.upkeep.Cluster.Propagation;
import dev.konverge.model.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Behaviour list 1.13, G7. */
class NamespaceCleanerTest {
    private final FakeCluster cluster = new FakeCluster();
    private final NamespaceCleaner cleaner = new NamespaceCleaner();

    private void deleteNamespace() {
        cluster.put("namespaces n", "{spec: {finalizers: [kubernetes]}, status: {phase: Active}}");
        cluster.settle(cleaner);
        cluster.delete(id("namespaces n"), "n", "", Propagation.BACKGROUND);
        cluster.settle(cleaner);
    }

    @Test
    @DisplayName("G7: pods first, then the rest, then the namespace")
    void aDeletedNamespaceIsEmptiedAndGoes() {
        cluster.put("configmaps n/c", "{}")
                .put("pods n/p", "{}")
                .put("deployments.apps n/d", "{}")
                .put("pods other/p", "{}");
        deleteNamespace();
        assertThat(cluster.log)
                .containsExactly(
                        "delete namespaces n BACKGROUND",
                        "delete pods n/p BACKGROUND",
                        "delete configmaps n/c BACKGROUND",
                        "delete deployments.apps n/d BACKGROUND",
                        "update namespaces n status",
                        "update namespaces n finalize");
        assertThat(cluster.has("namespaces n")).isFalse();
        assertThat(cluster.has("pods other/p")).isTrue();
    }

    @Test
    @DisplayName("G7: conditions")
    void whatDoesNotGoIsToldInTheConditions() {
        cluster.put("configmaps n/c", "{metadata: {finalizers: [example.com/x]}}")
                .put("configmaps n/free", "{}");
        deleteNamespace();
        assertThat(conditions())
                .containsEntry(
                        "NamespaceDeletionDiscoveryFailure",
                        "False ResourcesDiscovered: All resources successfully discovered")
                .containsEntry(
                        "NamespaceDeletionGroupVersionParsingFailure",
                        "False ParsedGroupVersions: All legacy kube types successfully parsed")
                .containsEntry(
                        "NamespaceDeletionContentFailure",
                        "False ContentDeleted: All content successfully deleted, may be waiting on finalization")
                .containsEntry(
                        "NamespaceContentRemaining",
                        "True SomeResourcesRemain: Some resources are remaining: configmaps. has 1 resource instances")
                .containsEntry(
                        "NamespaceFinalizersRemaining",
                        "True SomeFinalizersRemain: Some content in the namespace has finalizers remaining: example.com/x in 1 resource instances");
        assertThat(cluster.has("configmaps n/free")).isFalse();
        assertThat(Tree.text(cluster.get("namespaces n"), "status", "phase")).isEqualTo("Terminating");
        assertThat(cluster.settle(cleaner))
                .as("it is not looked at again and again")
                .isZero();
        cluster.update(id("configmaps n/c"), "", object -> Tree.without(object, "metadata", "finalizers"));
        cluster.settle(cleaner);
        assertThat(cluster.has("namespaces n")).isFalse();
    }

    @Test
    @DisplayName("G7: nothing else goes while there are pods")
    void aPodThatIsHeldHoldsEverything() {
        cluster.put("pods n/p", "{metadata: {finalizers: [example.com/x]}}").put("configmaps n/c", "{}");
        deleteNamespace();
        assertThat(cluster.has("configmaps n/c")).isTrue();
        cluster.update(id("pods n/p"), "", object -> Tree.without(object, "metadata", "finalizers"));
        cluster.settle(cleaner);
        assertThat(cluster.has("configmaps n/c")).isFalse();
        assertThat(cluster.has("namespaces n")).isFalse();
    }

    @Test
    void aFinalizerOfSomebodyElseStays() {
        cluster.put("namespaces n", "{spec: {finalizers: [kubernetes, example.com/y]}}");
        cluster.delete(id("namespaces n"), "n", "", Propagation.BACKGROUND);
        cluster.settle(cleaner);
        assertThat(Tree.strings(cluster.get("namespaces n"), "spec", "finalizers"))
                .containsExactly("example.com/y");
    }

    private Map<String, String> conditions() {
        Map<String, String> told = new LinkedHashMap<>();
        for (Json.Obj condition : Tree.objects(cluster.get("namespaces n"), "status", "conditions")) {
            told.put(
                    Tree.text(condition, "type"),
                    Tree.text(condition, "status") + " " + Tree.text(condition, "reason") + ": "
                            + Tree.text(condition, "message"));
        }
        return told;
    }
}
