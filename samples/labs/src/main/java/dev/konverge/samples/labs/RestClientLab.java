package dev.konverge.samples.labs;

import dev.konverge.client.ApiException;
import dev.konverge.client.ClientSet;
import dev.konverge.client.RestClient;
import dev.konverge.model.core.v1.Pod;
import java.io.PrintWriter;
import java.util.List;

/** Reads one pod through the lowest client, which knows nothing but paths. */
final class RestClientLab implements Lab {
    @Override
    public String name() {
        return "rest-client";
    }

    @Override
    public String summary() {
        return "Read one pod, path part by path part.";
    }

    @Override
    public String arguments() {
        return "POD";
    }

    @Override
    public void run(ClientSet clients, String namespace, List<String> arguments, PrintWriter out) {
        if (arguments.size() != 1) {
            throw new IllegalArgumentException("give the name of one pod");
        }
        RestClient rest = clients.rest();
        try {
            Pod pod = rest.get()
                    .namespace(namespace)
                    .resource("pods")
                    .name(arguments.getFirst())
                    .call()
                    .into(Pod.TYPE);
            out.println("pod " + pod.key() + " is " + PodFacts.phase(pod) + " on " + PodFacts.node(pod));
        } catch (ApiException.NotFound e) {
            out.println("there is no pod " + arguments.getFirst() + " in namespace " + namespace);
        }
    }
}
