package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** The cells of kinds that are about the network. */
final class NetworkCells {
    private NetworkCells() {}

    static List<Object> service(Json.Obj o) {
        List<String> addresses = Tree.strings(o, "spec", "clusterIPs");
        List<String> ports = new ArrayList<>();
        for (Json.Obj port : Tree.objects(o, "spec", "ports")) {
            long node = Tree.number(port, "nodePort");
            ports.add(Tree.number(port, "port") + (node > 0 ? ":" + node : "") + "/" + Tree.text(port, "protocol"));
        }
        return List.of(
                addresses.isEmpty() ? KindCells.NONE : addresses.get(0),
                externalAddress(o),
                KindCells.listed(ports, KindCells.NONE),
                KindCells.labels(Tree.texts(o, "spec", "selector")));
    }

    private static String externalAddress(Json.Obj o) {
        List<String> external = Tree.strings(o, "spec", "externalIPs");
        return switch (ServiceFields.type(o)) {
            case "ClusterIP", "NodePort" -> KindCells.listed(external, KindCells.NONE);
            case "LoadBalancer" -> {
                List<String> all = new ArrayList<>();
                String balanced = addresses(o);
                if (!balanced.isEmpty()) {
                    all.add(balanced);
                }
                all.addAll(external);
                yield KindCells.listed(all, "<pending>");
            }
            case "ExternalName" -> Tree.text(o, "spec", "externalName");
            default -> "<unknown>";
        };
    }

    static String addresses(Json.Obj o) {
        TreeSet<String> found = new TreeSet<>();
        for (Json.Obj point : Tree.objects(o, "status", "loadBalancer", "ingress")) {
            String ip = Tree.text(point, "ip");
            String name = ip.isEmpty() ? Tree.text(point, "hostname") : ip;
            if (!name.isEmpty()) {
                found.add(name);
            }
        }
        return String.join(",", found);
    }

    static String endpoints(Json.Obj o) {
        List<String> all = new ArrayList<>();
        for (Json.Obj subset : Tree.objects(o, "subsets")) {
            List<Json.Obj> ports = Tree.objects(subset, "ports");
            for (Json.Obj port : ports.isEmpty() ? List.of(Json.Obj.EMPTY) : ports) {
                for (Json.Obj address : Tree.objects(subset, "addresses")) {
                    String ip = Tree.text(address, "ip");
                    all.add(ports.isEmpty() ? ip : hostPort(ip, Tree.number(port, "port")));
                }
            }
        }
        return Tree.list(o, "subsets").isEmpty() ? KindCells.NONE : KindCells.few(all, ",", 3);
    }

    private static String hostPort(String ip, long port) {
        return ip.contains(":") ? "[" + ip + "]:" + port : ip + ":" + port;
    }

    static List<Object> endpointSlice(Json.Obj o) {
        List<String> ports = new ArrayList<>();
        for (Json.Obj port : Tree.objects(o, "ports")) {
            String name = Tree.text(port, "name");
            ports.add(Tree.has(port, "port") ? Long.toString(Tree.number(port, "port")) : name.isEmpty() ? "*" : name);
        }
        List<String> addresses = new ArrayList<>();
        for (Json.Obj endpoint : Tree.objects(o, "endpoints")) {
            addresses.addAll(Tree.strings(endpoint, "addresses"));
        }
        return List.of(
                ports.isEmpty() ? KindCells.UNSET : KindCells.few(ports, ",", 3),
                addresses.isEmpty() ? KindCells.UNSET : KindCells.few(addresses, ",", 3));
    }

    static String hosts(Json.Obj o) {
        List<String> hosts = new ArrayList<>();
        for (Json.Obj rule : Tree.objects(o, "spec", "rules")) {
            String host = Tree.text(rule, "host");
            if (!host.isEmpty()) {
                hosts.add(host);
            }
        }
        return hosts.isEmpty() ? "*" : KindCells.few(hosts, ",", 3);
    }

    static String tlsPorts(Json.Obj o) {
        return Tree.list(o, "spec", "tls").isEmpty() ? "80" : "80, 443";
    }

    static String parameters(Json.Obj o) {
        Json.Obj parameters = Tree.object(o, "spec", "parameters");
        if (parameters.fields().isEmpty()) {
            return KindCells.NONE;
        }
        String group = Tree.text(parameters, "apiGroup");
        return Tree.text(parameters, "kind") + (group.isEmpty() ? "" : "." + group) + "/"
                + Tree.text(parameters, "name");
    }

    static String parent(Json.Obj o) {
        Json.Obj parent = Tree.object(o, "spec", "parentRef");
        List<String> parts = new ArrayList<>();
        for (String field : List.of("group", "resource", "namespace", "name")) {
            String part = Tree.text(parent, field);
            if (!part.isEmpty()) {
                parts.add(part);
            }
        }
        return parts.isEmpty() ? KindCells.NONE : String.join("/", parts);
    }
}
