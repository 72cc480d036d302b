package dev.konverge.client.config;

import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A program that prints credentials: an exec plugin of kubeconfig.
 *
 * @param command the program; a name to look for, or a path
 * @param args its arguments
 * @param env variables it sees besides those of this process
 * @param version of the protocol
 * @param installHint what to tell someone who does not have the program; empty for nothing
 * @param interactive whether it may ask the user
 * @param cluster what it is told of the cluster, or null for nothing
 */
public record ExecPlugin(
        String command,
        List<String> args,
        Map<String, String> env,
        Version version,
        String installHint,
        InteractiveMode interactive,
        @Nullable ClusterFacts cluster) {
    /** Copies its arguments. */
    public ExecPlugin {
        args = List.copyOf(args);
        env = Map.copyOf(env);
    }

    /** Arguments and variables may be secrets. */
    @Override
    public String toString() {
        List<String> names = new ArrayList<>(env.keySet());
        names.sort(null);
        return "ExecPlugin[" + command + ", " + args.size() + " arguments, variables " + names + ", " + version.group()
                + "]";
    }

    /** A version of the protocol. */
    public enum Version {
        /** The one that stays. */
        V1("client.authentication.k8s.io/v1"),
        /** The one before it. */
        V1BETA1("client.authentication.k8s.io/v1beta1");

        private final String group;

        Version(String group) {
            this.group = group;
        }

        /** {@return the {@code apiVersion} that stands for it} */
        public String group() {
            return group;
        }
    }

    /** Whether a plugin may ask the user. */
    public enum InteractiveMode {
        /** It never gets to see standard input. */
        NEVER,
        /** It does if there is a terminal. */
        IF_AVAILABLE,
        /** It must, and cannot be used without a terminal. */
        ALWAYS
    }

    /**
     * What a plugin is told of the cluster.
     *
     * @param server its address
     * @param tlsServerName the name it must prove; empty for its host name
     * @param insecure whether it is not authenticated
     * @param authorities who vouches for it, as PEM; empty for those of the runtime
     * @param proxyUrl the proxy on the way; empty for none
     * @param disableCompression whether answers are not to be compressed
     * @param config what the kubeconfig holds for plugins of this cluster, or null for nothing
     */
    public record ClusterFacts(
            String server,
            String tlsServerName,
            boolean insecure,
            String authorities,
            String proxyUrl,
            boolean disableCompression,
            @Nullable Json config) {
        @Override
        public String toString() {
            return "ClusterFacts[" + ServerAddress.withoutCredentials(server) + "]";
        }
    }
}
