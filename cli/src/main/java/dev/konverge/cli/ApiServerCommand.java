package dev.konverge.cli;

import dev.konverge.apiserver.ApiServer;
import dev.konverge.apiserver.Authorization;
import dev.konverge.apiserver.Listening;
import dev.konverge.apiserver.Profile;
import dev.konverge.apiserver.SocketOptions;
import dev.konverge.apiserver.TokenFile;
import dev.konverge.apiserver.User;
import dev.konverge.base.Platform;
import dev.konverge.base.StopSignals;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code konverge apiserver}: the embedded API server as a process of its own. */
@Command(
        name = "apiserver",
        description = {
            "Run a Kubernetes API server in memory, for kubectl and every other client.",
            "It prints its address, writes a kubeconfig when it is ready, and runs until it is stopped (Ctrl-C)."
        },
        footer = {
            "",
            "Examples:",
            "  ./konverge apiserver --kubeconfig /tmp/kubeconfig",
            "  kubectl --kubeconfig /tmp/kubeconfig get namespaces",
            "  kubectl --kubeconfig /tmp/kubeconfig auth can-i --list --as alice",
            "  ./konverge apiserver --port 8080 --http     no TLS, no credentials: curl localhost:8080/api/v1/pods"
        })
final class ApiServerCommand implements Runnable {
    private final PrintWriter out;
    private final PrintWriter err;
    private final Platform platform;

    @Option(names = "--port", paramLabel = "N", description = "The port; without it, any that is free.")
    private int port;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            description = "The interface to listen on; without it the loopback interface, which others cannot reach.")
    private String host = "127.0.0.1";

    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            description = "Where to write the kubeconfig, readable by you only; without it, a temporary file.")
    private @Nullable Path kubeconfig;

    @Option(names = "--http", description = "Plain HTTP, and everybody who reaches it is the administrator.")
    private boolean http;

    @Option(
            names = "--bare",
            description = "Nothing but the API: no garbage collection, no namespace deletion, no service accounts.")
    private boolean bare;

    @Option(
            names = "--token-auth-file",
            paramLabel = "FILE",
            description =
                    "More users: a line each of token,user,uid and, in quotes, groups, as kube-apiserver reads it.")
    private @Nullable Path tokenFile;

    @Option(
            names = "--authorization-mode",
            paramLabel = "MODE",
            description = {
                "RBAC, which is usual: roles and bindings say who may do what; the kubeconfig's user may do everything.",
                "AlwaysAllow: whoever has credentials may do everything."
            })
    private String authorizationMode = "RBAC";

    @Option(
            names = "--anonymous-auth",
            paramLabel = "BOOLEAN",
            arity = "0..1",
            fallbackValue = "true",
            description =
                    "Whether to let those without credentials in, as system:anonymous; true unless said otherwise.")
    private boolean anonymous = true;

    ApiServerCommand(PrintWriter out, PrintWriter err, Platform platform) {
        this.out = out;
        this.err = err;
        this.platform = platform;
    }

    @Override
    public void run() {
        if (port < 0 || port > 65_535) {
            throw new UserMistake("there is no port " + port + ": ports are numbers from 1 to 65535, or 0 for any.");
        }
        boolean loopback = requireHost();
        if (!loopback) {
            err.println("konverge: others can reach " + host
                    + (http
                            ? ", and without credentials they are all administrators."
                            : "; they need the kubeconfig."));
        }
        try (StopSignals signals = StopSignals.take()) {
            serve(signals);
            out.println("stopped");
            out.flush();
        } catch (InterruptedException e) {
            // Asked to stop in another way: the same end.
            Thread.currentThread().interrupt();
        }
    }

    private void serve(StopSignals signals) throws InterruptedException {
        KubeconfigFile chosen = KubeconfigFile.at(kubeconfig);
        // The file goes first: whoever does not wait for the rest to stop leaves no credentials behind.
        try (Listening listening = listen();
                KubeconfigFile file = chosen) {
            Path path = file.write(listening.kubeconfig());
            out.println("Kubernetes API server at " + listening.uri());
            out.println("  export KUBECONFIG=" + path);
            out.flush();
            signals.await();
        }
    }

    private Listening listen() {
        SocketOptions options =
                SocketOptions.USUAL.withHost(host).withPort(port).withTokens(tokens());
        options = anonymous ? options : options.withoutAnonymous();
        Profile profile = (bare ? Profile.BARE : Profile.CLUSTER).withAuthorization(authorization());
        try {
            return ApiServer.create(platform, profile).listen(http ? options.withoutSecurity() : options);
        } catch (UncheckedIOException e) {
            throw new UserMistake(e.getMessage() + (port == 0 ? "." : ". Another --port may be free; 0 takes any."));
        }
    }

    private Authorization authorization() {
        return switch (authorizationMode) {
            case "RBAC" -> Authorization.RBAC;
            case "AlwaysAllow" -> Authorization.ALWAYS_ALLOW;
            default ->
                throw new UserMistake(
                        "there is no authorization mode '" + authorizationMode + "': there are RBAC and AlwaysAllow.");
        };
    }

    private Map<String, User> tokens() {
        if (tokenFile == null) {
            return Map.of();
        }
        if (http) {
            throw new UserMistake("--token-auth-file is of no use with --http, which takes no credentials.");
        }
        try {
            return TokenFile.parse(Files.readString(tokenFile));
        } catch (NoSuchFileException e) {
            throw new UserMistake("there is no file '" + tokenFile + "'.");
        } catch (CharacterCodingException e) {
            throw new UserMistake("'" + tokenFile + "' has something in it that is no text in UTF-8.");
        } catch (IOException e) {
            throw new UserMistake("cannot read '" + tokenFile + "': " + e.getMessage() + ".");
        } catch (IllegalArgumentException e) {
            throw new UserMistake("'" + tokenFile + "' has no tokens as wanted: " + e.getMessage() + ".");
        }
    }

    /** {@return whether only this machine can reach the host} */
    private boolean requireHost() {
        try {
            InetAddress address = InetAddress.getByName(host);
            return address.isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new UserMistake("there is no host '" + host + "'.");
        }
    }
}
