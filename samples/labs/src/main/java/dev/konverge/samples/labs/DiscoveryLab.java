package dev.konverge.samples.labs;

import dev.konverge.client.ApiCatalog;
import dev.konverge.client.ApiResource;
import dev.konverge.client.ClientSet;
import dev.konverge.model.GroupVersion;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;

/** Prints what a server has, as {@code kubectl api-versions} and {@code kubectl api-resources} do. */
final class DiscoveryLab implements Lab {
    @Override
    public String name() {
        return "discovery";
    }

    @Override
    public String summary() {
        return "Print what kubectl api-versions and kubectl api-resources print.";
    }

    @Override
    public String arguments() {
        return "[versions|resources]";
    }

    @Override
    public void run(ClientSet clients, String namespace, List<String> arguments, PrintWriter out) {
        String what = arguments.isEmpty() ? "both" : arguments.getFirst();
        if (arguments.size() > 1 || !List.of("both", "versions", "resources").contains(what)) {
            throw new IllegalArgumentException("give \"versions\" or \"resources\", or nothing for both");
        }
        ApiCatalog catalog = clients.discovery().catalog();
        if (!what.equals("resources")) {
            versions(catalog, out);
        }
        if (what.equals("both")) {
            out.println();
        }
        if (!what.equals("versions")) {
            resources(catalog, out);
        }
        catalog.failures()
                .forEach((groupVersion, reason) -> out.println("# " + groupVersion + " is missing: " + reason));
    }

    private static void versions(ApiCatalog catalog, PrintWriter out) {
        catalog.byPreference().stream().map(GroupVersion::apiVersion).sorted().forEach(out::println);
    }

    private static void resources(ApiCatalog catalog, PrintWriter out) {
        Table table = new Table("NAME", "SHORTNAMES", "APIVERSION", "NAMESPACED", "KIND");
        catalog.preferredResources().stream()
                .filter(resource -> !resource.verbs().isEmpty())
                .sorted(Comparator.comparing((ApiResource resource) ->
                                resource.groupVersion().group())
                        .thenComparing(ApiResource::name))
                .forEach(resource -> table.row(
                        resource.name(),
                        String.join(",", resource.shortNames()),
                        resource.groupVersion().apiVersion(),
                        Boolean.toString(resource.namespaced()),
                        resource.kind().kind()));
        table.print(out);
    }
}
