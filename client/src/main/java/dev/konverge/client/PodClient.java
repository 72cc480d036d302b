package dev.konverge.client;

import dev.konverge.model.codec.DecodeOptions;
import dev.konverge.model.core.v1.Binding;
import dev.konverge.model.core.v1.Pod;
import dev.konverge.model.policy.v1.Eviction;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Reads and writes pods, and reaches into running ones: logs, commands, terminals, ports. */
public final class PodClient extends ResourceClient<Pod> {
    private static final List<String> EXEC_PROTOCOLS = List.of(Channels.V5, Channels.V4);
    private static final List<String> FORWARD_PROTOCOLS = List.of(Channels.V4);

    PodClient(RestClient rest, Format<Pod> format, Place place) {
        super(rest, format, place);
    }

    @Override
    public PodClient in(String namespace) {
        return new PodClient(rest(), format(), place().in(namespace));
    }

    @Override
    public PodClient withDecoding(DecodeOptions options) {
        return new PodClient(rest().withDecoding(options), format(), place());
    }

    /** {@return the log of a container, as it arrives; the caller closes it} */
    public InputStream logs(String name, LogOptions options) {
        return subresource("GET", name, "log").params(options).stream();
    }

    /** {@return the log of a pod's only container, as far as it has been written} */
    public String log(String name) {
        Request request = subresource("GET", name, "log");
        try (InputStream log = request.stream()) {
            return new String(log.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw Failures.ofBrokenBody(request.operation(), 200, 0, e);
        }
    }

    /**
     * Asks for a pod to be removed, as far as its disruption budget allows.
     *
     * @throws ApiException.Throttled if the budget does not allow it now
     */
    public void evict(String name) {
        evict(Eviction.builder()
                .metadata(metadata ->
                        metadata.name(name).namespace(place().key(name).namespace()))
                .build());
    }

    /**
     * Asks for a pod to be removed, as far as its disruption budget allows.
     *
     * @throws ApiException.Throttled if the budget does not allow it now
     */
    public void evict(Eviction eviction) {
        object(rest().post(), eviction.key())
                .subresource("eviction")
                .body(eviction, Eviction.TYPE)
                .call();
    }

    /** Says on which node a pod runs, as a scheduler does. */
    public void bind(Binding binding) {
        object(rest().post(), binding.key())
                .subresource("binding")
                .body(binding, Binding.TYPE)
                .call();
    }

    /** Replaces the ephemeral containers of a pod; none may go. {@return the pod as the server stored it} */
    public Pod updateEphemeralContainers(Pod pod) {
        return updateSubresource(pod, "ephemeralcontainers", WriteOptions.NONE);
    }

    /** Replaces the resources of a running pod's containers. {@return the pod as the server stored it} */
    public Pod resize(Pod pod) {
        return updateSubresource(pod, "resize", WriteOptions.NONE);
    }

    /** Runs a command in a container. {@return the running command; the caller closes it} */
    public ExecSession exec(String name, ExecOptions options) {
        if (options.command().isEmpty()) {
            throw new IllegalArgumentException("exec needs a command");
        }
        return session(subresource("GET", name, "exec").params(options));
    }

    /** Takes part in what a container's first process reads and writes. {@return the session; the caller closes it} */
    public ExecSession attach(String name, ExecOptions options) {
        return session(subresource("GET", name, "attach").params(options));
    }

    private static ExecSession session(Request request) {
        return new ExecSession(request.operation(), request.webSocket(EXEC_PROTOCOLS));
    }

    /** Connects to a port of a pod. {@return the connection; the caller closes it} */
    public PodConnection connect(String name, int port) {
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException("a port is from 1 to 65535, not " + port);
        }
        Request request = subresource("GET", name, "portforward").param("ports", Integer.toString(port));
        return new PodConnection(request.operation(), request.webSocket(FORWARD_PROTOCOLS), port);
    }

    /**
     * Listens on a port of this machine's loopback address and connects whoever comes to a port of a pod.
     *
     * @param localPort where to listen; 0 for any free port
     * @return what listens; closing it ends all connections
     */
    public PortForward forward(String name, int localPort, int port) {
        return PortForward.start(platform(), localPort, () -> connect(name, port), place().key(name) + ":" + port);
    }
}
