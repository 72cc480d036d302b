package dev.konverge.samples.labs;

import dev.konverge.client.ClientSet;
import dev.konverge.client.ListOptions;
import dev.konverge.client.PodClient;
import dev.konverge.model.core.v1.Node;
import dev.konverge.model.core.v1.NodeCondition;
import dev.konverge.model.core.v1.NodeStatus;
import dev.konverge.model.core.v1.Pod;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;

/** Reads pods and nodes through the typed clients. */
final class ClientSetLab implements Lab {
    @Override
    public String name() {
        return "client-set";
    }

    @Override
    public String summary() {
        return "Print one pod, how many pods run in all namespaces, and pods and nodes in detail.";
    }

    @Override
    public String arguments() {
        return "[POD]";
    }

    @Override
    public void run(ClientSet clients, String namespace, List<String> arguments, PrintWriter out) {
        if (arguments.size() > 1) {
            throw new IllegalArgumentException("give the name of one pod, or none");
        }
        PodClient pods = clients.coreV1().pods(namespace);
        arguments.forEach(name -> out.println(describe(pods.find(name), namespace, name)));

        // Page by page, so that a large cluster does not have to be in memory as a whole.
        long running = clients.coreV1().pods().stream(ListOptions.NONE.withFieldSelector("status.phase=Running"))
                .count();
        out.println(running + (running == 1 ? " pod is" : " pods are") + " running in all namespaces");
        out.println();

        Table podTable = new Table("NAMESPACE", "NAME", "READY", "STATUS", "RESTARTS", "IP", "NODE");
        clients.coreV1().pods().stream(ListOptions.NONE)
                .forEach(pod -> podTable.row(
                        pod.key().namespace(),
                        pod.key().name(),
                        PodFacts.ready(pod),
                        PodFacts.phase(pod),
                        Integer.toString(PodFacts.restarts(pod)),
                        PodFacts.address(pod),
                        PodFacts.node(pod)));
        podTable.print(out);
        out.println();

        Table nodeTable = new Table("NAME", "STATUS", "VERSION", "OS-IMAGE");
        clients.coreV1().nodes().list().items().forEach(node -> row(nodeTable, node));
        nodeTable.print(out);
    }

    private static String describe(Optional<Pod> found, String namespace, String name) {
        return found.map(pod -> "pod " + pod.key() + " is " + PodFacts.phase(pod) + " on " + PodFacts.node(pod))
                .orElse("there is no pod " + name + " in namespace " + namespace);
    }

    private static void row(Table table, Node node) {
        NodeStatus status = node.status();
        var system = status == null ? null : status.nodeInfo();
        table.row(
                node.key().name(),
                status != null && status.conditions().stream().anyMatch(ClientSetLab::isReady) ? "Ready" : "NotReady",
                system == null || system.kubeletVersion() == null ? "<unknown>" : system.kubeletVersion(),
                system == null || system.osImage() == null ? "<unknown>" : system.osImage());
    }

    private static boolean isReady(NodeCondition condition) {
        return "Ready".equals(condition.type()) && "True".equals(condition.status());
    }
}
