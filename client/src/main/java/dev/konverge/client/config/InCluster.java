package dev.konverge.client.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The configuration of a program that runs in a pod: the token that Kubernetes mounts, and the variables that it sets. */
public final class InCluster {
    private static final Logger LOG = LoggerFactory.getLogger(InCluster.class);

    /** What cluster, user and context are called in messages. */
    private static final String NAME = "in-cluster";

    private InCluster() {}

    /** {@return whether these are the surroundings of a pod that has a token} */
    public static boolean possible(Environment environment) {
        Path token = environment.serviceAccount().resolve("token");
        return !environment.variable("KUBERNETES_SERVICE_HOST").isEmpty()
                && !environment.variable("KUBERNETES_SERVICE_PORT").isEmpty()
                && Files.exists(token)
                && !Files.isDirectory(token);
    }

    /**
     * {@return whether what is asked for can be had of the pod} An entry that is named is one of a file. Who names a server
     * wants that one, and a pod's token is not for its eyes.
     */
    static boolean fits(Environment environment, Overrides overrides) {
        return overrides.context() == null
                && overrides.cluster() == null
                && overrides.user() == null
                && overrides.server() == null
                && possible(environment);
    }

    /**
     * {@return the configuration of the pod that these are the surroundings of}
     *
     * @throws ConfigException if they are not those of a pod, or there is no token
     */
    public static ClientConfig load(Environment environment) {
        return load(environment, Overrides.NONE);
    }

    /** {@return the same, with what was asked for in place of what the pod has (KC-8, KC-9)} */
    static ClientConfig load(Environment environment, Overrides overrides) {
        String host = environment.variable("KUBERNETES_SERVICE_HOST");
        String port = environment.variable("KUBERNETES_SERVICE_PORT");
        if (host.isEmpty() || port.isEmpty()) {
            throw new ConfigException(
                    "not running in a cluster: KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not set",
                    "in-cluster configuration",
                    "run in a pod, or provide a kubeconfig");
        }
        String address =
                "https://" + (host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host) + ":" + port;
        return asKubeConfig(environment, address).resolve(environment, overrides);
    }

    /** What a kubeconfig would say, so that what is asked for replaces it by the same rules. */
    private static KubeConfig asKubeConfig(Environment environment, String address) {
        Path token = environment.serviceAccount().resolve("token");
        ClusterEntry cluster =
                new ClusterEntry(address, "", false, authorities(environment), "", "", false, null, token);
        ContextEntry context =
                new ContextEntry(NAME, NAME, namespace(environment).orElse("default"), token);
        return new KubeConfig(
                NAME,
                Map.of(NAME, cluster),
                Map.of(NAME, UserEntry.withToken(token, firstToken(token))),
                Map.of(NAME, context),
                List.of());
    }

    private static String authorities(Environment environment) {
        Path file = environment.serviceAccount().resolve("ca.crt");
        if (Files.isReadable(file)) {
            return file.toString();
        }
        LOG.atWarn().addKeyValue("file", file).log("the cluster's authority cannot be read");
        return "";
    }

    private static String firstToken(Path file) {
        try {
            String token = Files.readString(file, StandardCharsets.UTF_8).strip();
            if (token.isEmpty()) {
                throw new ConfigException("the token is empty", file.toString(), "check the pod's service account");
            }
            return token;
        } catch (IOException e) {
            throw Unreadable.file(file, e);
        }
    }

    /** {@return the namespace of the pod, if it can be known (KC-9)} */
    static Optional<String> namespace(Environment environment) {
        String named = environment.variable("POD_NAMESPACE");
        if (!named.isEmpty()) {
            return Optional.of(named);
        }
        try {
            String read = Files.readString(environment.serviceAccount().resolve("namespace"), StandardCharsets.UTF_8)
                    .strip();
            return read.isEmpty() ? Optional.empty() : Optional.of(read);
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
