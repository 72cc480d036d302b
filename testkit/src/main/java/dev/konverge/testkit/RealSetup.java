package dev.konverge.testkit;

import dev.konverge.apiserver.SecretFile;
import dev.konverge.base.tls.CertificateAuthority;
import dev.konverge.base.tls.Identity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * What the processes of a real cluster are started with: ports, keys, certificates, tokens and arguments. All files are in one
 * folder that only its owner can read.
 */
final class RealSetup {
    private static final String LOOPBACK = "127.0.0.1";

    /** An address that is nobody's (RFC 5737): the server insists on one that is no loopback address for its own endpoints. */
    private static final String ADVERTISED = "192.0.2.1";

    private final Path folder;
    private final CertificateAuthority authority;
    private final String token;
    private final int etcdPort;
    private final int peerPort;
    private final int port;

    RealSetup(Path folder, CertificateAuthority authority) {
        this.folder = folder;
        this.authority = authority;
        this.token = authority.token();
        List<Integer> ports = freePorts(3);
        this.etcdPort = ports.get(0);
        this.peerPort = ports.get(1);
        this.port = ports.get(2);
        Identity server = authority.server(List.of(
                LOOPBACK, ADVERTISED, "localhost", "kubernetes", "kubernetes.default", "kubernetes.default.svc"));
        write("ca.crt", authority.certificatePem());
        write("server.crt", server.certificatePem());
        write("server.key", server.keyPem());
        // Any key will do to sign the tokens of service accounts.
        Identity signer = authority.client("service-accounts", List.of());
        write("service-accounts.crt", signer.certificatePem());
        write("service-accounts.key", signer.keyPem());
        write("tokens.csv", token + ",admin,,system:masters\n");
        write("kubeconfig", kubeconfig());
    }

    /** Free when it was asked. Somebody may take one before its user does; then the user is started again with others. */
    private static List<Integer> freePorts(int count) {
        List<ServerSocket> sockets = new ArrayList<>();
        List<Integer> ports = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                sockets.add(socket);
                ports.add(socket.getLocalPort());
            }
            for (ServerSocket socket : sockets) {
                socket.close();
            }
            return ports;
        } catch (IOException failure) {
            throw new UncheckedIOException("no port on the loopback interface is free", failure);
        }
    }

    private void write(String name, String content) {
        SecretFile.write(folder.resolve(name), content);
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    URI uri() {
        return URI.create("https://" + LOOPBACK + ":" + port);
    }

    URI etcdUri() {
        return URI.create("http://" + LOOPBACK + ":" + etcdPort);
    }

    CertificateAuthority authority() {
        return authority;
    }

    String token() {
        return token;
    }

    List<String> etcdArguments() {
        String peer = "http://" + LOOPBACK + ":" + peerPort;
        return List.of(
                "--data-dir=" + file("etcd"),
                "--listen-client-urls=" + etcdUri(),
                "--advertise-client-urls=" + etcdUri(),
                "--listen-peer-urls=" + peer,
                "--initial-advertise-peer-urls=" + peer,
                "--initial-cluster=default=" + peer,
                // A process that dies loses nothing by it, only a machine does.
                "--unsafe-no-fsync",
                "--log-level=warn");
    }

    List<String> apiServerArguments(boolean serviceAccounts, List<String> more) {
        List<String> arguments = new ArrayList<>(List.of(
                "--etcd-servers=" + etcdUri(),
                "--bind-address=" + LOOPBACK,
                "--advertise-address=" + ADVERTISED,
                "--secure-port=" + port,
                "--tls-cert-file=" + file("server.crt"),
                "--tls-private-key-file=" + file("server.key"),
                "--client-ca-file=" + file("ca.crt"),
                "--token-auth-file=" + file("tokens.csv"),
                "--service-account-issuer=https://kubernetes.default.svc.cluster.local",
                "--service-account-key-file=" + file("service-accounts.crt"),
                "--service-account-signing-key-file=" + file("service-accounts.key"),
                "--service-cluster-ip-range=10.0.0.0/24",
                "--authorization-mode=RBAC",
                "--allow-privileged=true"));
        if (!serviceAccounts) {
            // Nobody makes the accounts, and without one no pod is let in.
            arguments.add("--disable-admission-plugins=ServiceAccount");
        }
        arguments.addAll(more);
        return arguments;
    }

    List<String> controllerManagerArguments(List<String> controllers) {
        return List.of(
                "--kubeconfig=" + file("kubeconfig"),
                "--controllers=" + String.join(",", controllers),
                "--leader-elect=false",
                "--secure-port=0",
                "--service-account-private-key-file=" + file("service-accounts.key"),
                "--root-ca-file=" + file("ca.crt"));
    }

    /** For kubectl and other people's clients. */
    String kubeconfig() {
        String trusted =
                Base64.getEncoder().encodeToString(authority.certificatePem().getBytes(StandardCharsets.US_ASCII));
        return """
                apiVersion: v1
                kind: Config
                clusters:
                - name: real
                  cluster:
                    server: %s
                    certificate-authority-data: %s
                users:
                - name: admin
                  user:
                    token: %s
                contexts:
                - name: real
                  context:
                    cluster: real
                    user: admin
                    namespace: default
                current-context: real
                """.formatted(uri(), trusted, token);
    }
}
