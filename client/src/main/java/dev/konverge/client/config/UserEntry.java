package dev.konverge.client.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A user as a kubeconfig describes it; what is not set is empty. Prints no secret.
 *
 * @param clientCertificate the file of the certificate
 * @param clientCertificateData the certificate, as PEM
 * @param clientKey the file of the key
 * @param clientKeyData the key, as PEM
 * @param token a bearer token
 * @param tokenFile the file of a bearer token
 * @param username a name for basic authentication
 * @param password a password for basic authentication
 * @param as as whom to act
 * @param asUid the id of whom to act as
 * @param asGroups the groups of whom to act as
 * @param asUserExtra more facts of whom to act as
 * @param exec an exec plugin, or null for none
 * @param authProvider the name of an auth provider; there are none any more
 * @param file where it was defined
 */
public record UserEntry(
        String clientCertificate,
        String clientCertificateData,
        String clientKey,
        String clientKeyData,
        String token,
        String tokenFile,
        String username,
        String password,
        String as,
        String asUid,
        List<String> asGroups,
        Map<String, List<String>> asUserExtra,
        @Nullable ExecEntry exec,
        String authProvider,
        Path file) {
    static UserEntry empty(Path file) {
        return new UserEntry("", "", "", "", "", "", "", "", "", "", List.of(), Map.of(), null, "", file);
    }

    static UserEntry withToken(Path file, String token) {
        return new UserEntry(
                "", "", "", "", token, file.toString(), "", "", "", "", List.of(), Map.of(), null, "", file);
    }

    @Override
    public String toString() {
        return "UserEntry[from " + file + "]";
    }

    /**
     * An exec plugin as a kubeconfig describes it.
     *
     * @param command the program
     * @param args its arguments
     * @param env variables for it
     * @param apiVersion of the protocol
     * @param installHint what to tell someone who does not have the program
     * @param provideClusterInfo whether it is told of the cluster
     * @param interactiveMode whether it may ask the user
     */
    public record ExecEntry(
            String command,
            List<String> args,
            Map<String, String> env,
            String apiVersion,
            String installHint,
            boolean provideClusterInfo,
            String interactiveMode) {
        @Override
        public String toString() {
            return "ExecEntry[" + command + "]";
        }
    }
}
