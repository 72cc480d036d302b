package dev.konverge.client.config;

import dev.konverge.model.Json;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A cluster as a kubeconfig describes it; what is not set is empty.
 *
 * @param server its address
 * @param tlsServerName the name it must prove
 * @param insecure whether it is not authenticated
 * @param certificateAuthority the file of those who vouch for it
 * @param certificateAuthorityData those who vouch for it, as PEM
 * @param proxyUrl the proxy on the way
 * @param disableCompression whether answers are not to be compressed
 * @param execConfig what exec plugins are told of it, or null for nothing
 * @param file where it was defined
 */
public record ClusterEntry(
        String server,
        String tlsServerName,
        boolean insecure,
        String certificateAuthority,
        String certificateAuthorityData,
        String proxyUrl,
        boolean disableCompression,
        @Nullable Json execConfig,
        Path file) {
    static ClusterEntry empty(Path file) {
        return new ClusterEntry("", "", false, "", "", "", false, null, file);
    }

    @Override
    public String toString() {
        return "ClusterEntry[" + ServerAddress.withoutCredentials(server) + ", from " + file + "]";
    }
}
