package dev.konverge.apiserver;

import dev.konverge.apiserver.http.HttpFront;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import dev.konverge.model.Yaml;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A server behind a socket, with its controllers at work. Closing it closes the socket and stops them. */
public final class Listening implements AutoCloseable {
    private final HttpFront front;
    private final Running running;
    private final String authorityPem;
    private final @Nullable Function<User, String> tokens;
    private final String token;

    /**
     * Takes what it is made of.
     *
     * @param tokens makes a token for a user; none if everybody is the administrator
     */
    Listening(HttpFront front, Running running, String authorityPem, @Nullable Function<User, String> tokens) {
        this.front = front;
        this.running = running;
        this.authorityPem = authorityPem;
        this.tokens = tokens;
        this.token = tokens == null ? "" : tokens.apply(User.ADMIN);
    }

    /** {@return where it is, such as {@code https://127.0.0.1:6443}} */
    public URI uri() {
        return front.uri();
    }

    /** {@return the certificate that clients trust, as PEM; empty without TLS} */
    public String authorityPem() {
        return authorityPem;
    }

    /** {@return the administrator's token; empty if none is needed} */
    public String token() {
        return token;
    }

    /** {@return how many watches are open} */
    public int watches() {
        return front.watches();
    }

    /** {@return the controllers} */
    public Running running() {
        return running;
    }

    /** {@return a configuration for kubectl and every other client, in YAML}; it holds the token, so keep it from others */
    public String kubeconfig() {
        return kubeconfig(User.ADMIN.name(), token);
    }

    /**
     * {@return a configuration for a client that is some user}, with a new token of that user's; what the user may do is for the roles
     * to say
     *
     * @throws IllegalStateException if the server takes no credentials, so that everybody is the administrator
     */
    public String kubeconfig(User user) {
        if (tokens == null) {
            throw new IllegalStateException("without TLS and credentials nobody is " + user.name());
        }
        return kubeconfig(user.name(), tokens.apply(user));
    }

    private String kubeconfig(String userName, String secret) {
        Json.Obj cluster = Tree.of("server", uri().toString());
        if (!authorityPem.isEmpty()) {
            String encoded = Base64.getEncoder().encodeToString(authorityPem.getBytes(StandardCharsets.US_ASCII));
            cluster = Tree.with(cluster, Json.of(encoded), "certificate-authority-data");
        }
        Json.Obj user = secret.isEmpty() ? Json.Obj.EMPTY : Tree.of("token", secret);
        String name = "konverge";
        return Yaml.write(Tree.of(
                "apiVersion",
                "v1",
                "kind",
                "Config",
                "clusters",
                List.of(Tree.of("name", name, "cluster", cluster)),
                "users",
                List.of(Tree.of("name", userName, "user", user)),
                "contexts",
                List.of(Tree.of(
                        "name", name, "context", Tree.of("cluster", name, "user", userName, "namespace", "default"))),
                "current-context",
                name));
    }

    @Override
    public void close() {
        try (running) {
            front.close();
        }
    }
}
