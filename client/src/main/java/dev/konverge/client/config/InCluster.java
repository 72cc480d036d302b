package dev.konverge.client.config;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The configuration of a program that runs in a pod: the token that Kubernetes mounts, and the variables that it sets. */
public final class InCluster {
    private static final Logger LOG = LoggerFactory.getLogger(InCluster.class);

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
     * {@return the configuration of the pod that these are the surroundings of}
     *
     * @throws ConfigException if they are not those of a pod, or there is no token
     */
    public static ClientConfig load(Environment environment) {
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
        Path token = environment.serviceAccount().resolve("token");
        ClientConfig.Builder config = ClientConfig.builder(URI.create(address))
                .credentials(new Credentials.TokenFile(token, firstToken(token)))
                .namespace(namespace(environment).orElse("default"))
                .backoff(BackoffBounds.of(environment).orElse(null));
        Path authorities = environment.serviceAccount().resolve("ca.crt");
        if (Files.isReadable(authorities)) {
            config.trust(new Trust.Authorities(PemSource.of(authorities)));
        } else {
            LOG.atWarn().addKeyValue("file", authorities).log("the cluster's authority cannot be read");
        }
        return config.build();
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
