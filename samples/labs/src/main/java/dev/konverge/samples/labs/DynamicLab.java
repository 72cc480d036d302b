package dev.konverge.samples.labs;

import dev.konverge.client.ApiResource;
import dev.konverge.client.ClientSet;
import dev.konverge.client.ListOptions;
import java.io.PrintWriter;
import java.util.List;

/** Lists any resource that the server has, whether there is a type for it or not. */
final class DynamicLab implements Lab {
    @Override
    public String name() {
        return "dynamic";
    }

    @Override
    public String summary() {
        return "List any resource by a name that kubectl takes, in all namespaces.";
    }

    @Override
    public String arguments() {
        return "RESOURCE";
    }

    @Override
    public void run(ClientSet clients, String namespace, List<String> arguments, PrintWriter out) {
        if (arguments.size() != 1) {
            throw new IllegalArgumentException("give the name of one resource, such as pods, deploy or jobs.batch");
        }
        ApiResource resource = clients.mapper().get(arguments.getFirst());
        Table table = new Table("NAMESPACE", "NAME", "KIND", "VERSION");
        clients.dynamic().resource(resource).stream(ListOptions.NONE)
                .forEach(object -> table.row(
                        object.key().namespace(),
                        object.key().name(),
                        object.kind(),
                        object.metadata().version().text()));
        table.print(out);
    }
}
