package dev.konverge.client.config;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Makes one configuration of a context, its cluster and its user, and of what was asked for instead. */
final class ContextResolver {
    private final KubeConfig config;
    private final Environment environment;
    private final Overrides overrides;
    private final String contextName;

    ContextResolver(KubeConfig config, Environment environment, Overrides overrides) {
        this.config = config;
        this.environment = environment;
        this.overrides = overrides;
        this.contextName = orElse(overrides.context(), config.currentContext());
    }

    ClientConfig resolve() {
        if (config.isEmpty() && overrides.server() == null) {
            return fromCluster();
        }
        ContextEntry context = context();
        ClusterEntry cluster = cluster(context);
        Tls trusting = new Tls(trust(cluster), null, serverName(cluster));
        URI server = server(cluster, trusting);
        ClientConfig.Builder result = ClientConfig.builder(server)
                .backoff(BackoffBounds.of(environment).orElse(null))
                .tls(trusting)
                .compression(!cluster.disableCompression())
                .proxy(proxy(cluster))
                .requestTimeout(overrides.timeout())
                .namespace(namespace(context));
        UserResolver user = new UserResolver(userName(context), user(context), overrides);
        result.impersonation(user.impersonation());
        // Whoever listens on a plain connection must not get to see credentials (KC-5).
        if ("https".equals(server.getScheme())) {
            user.addCredentials(result, () -> facts(cluster, server));
        }
        return result.build();
    }

    private ClientConfig fromCluster() {
        if (InCluster.fits(environment, overrides)) {
            return InCluster.load(environment, overrides);
        }
        throw new ConfigException(
                config.files().isEmpty() ? "no configuration was found" : "there is nothing in it",
                config.files().isEmpty() ? searched() : places(config.files()),
                "set KUBECONFIG, put a kubeconfig at $HOME/.kube/config, or run in a pod");
    }

    private String searched() {
        String listed = environment.variable("KUBECONFIG");
        return listed.isEmpty()
                ? environment.home().resolve(".kube").resolve("config").toString()
                : "KUBECONFIG=" + listed;
    }

    private ContextEntry context() {
        ContextEntry found = config.contexts().get(contextName);
        if (found == null && !contextName.isEmpty()) {
            throw new ConfigException(
                    "no context is called " + contextName + (overrides.context() == null ? ", the current one" : ""),
                    places(config.files()),
                    choice("context", config.contexts()));
        }
        return found == null ? new ContextEntry("", "", "", anyFile()) : found;
    }

    private ClusterEntry cluster(ContextEntry context) {
        String name = orElse(overrides.cluster(), context.cluster());
        ClusterEntry found = config.clusters().get(name);
        if (found == null && !name.isEmpty()) {
            throw missing("cluster", name, context, config.clusters());
        }
        ClusterEntry cluster = found == null ? ClusterEntry.empty(anyFile()) : found;
        if (cluster.server().isEmpty() && overrides.server() == null) {
            if (contextName.isEmpty()) {
                throw new ConfigException(
                        "there is no current context", places(config.files()), choice("context", config.contexts()));
            }
            throw new ConfigException(
                    "cluster " + name + " has no server", cluster.file().toString(), "add its address");
        }
        return cluster;
    }

    private String userName(ContextEntry context) {
        return orElse(overrides.user(), context.user());
    }

    private UserEntry user(ContextEntry context) {
        String name = userName(context);
        UserEntry found = config.users().get(name);
        if (found == null && !name.isEmpty()) {
            throw missing("user", name, context, config.users());
        }
        return found == null ? UserEntry.empty(anyFile()) : found;
    }

    private ConfigException missing(String kind, String name, ContextEntry context, Map<String, ?> known) {
        return new ConfigException(
                "no " + kind + " is called " + name
                        + (contextName.isEmpty() ? "" : ", which context " + contextName + " names"),
                context.file().toString(),
                choice(kind, known));
    }

    private static String choice(String kind, Map<String, ?> known) {
        return known.isEmpty() ? "add one: there is no " + kind : "choose one of " + new TreeSet<>(known.keySet());
    }

    /** Asking for any of the three ways to trust replaces all of them (KC-4). */
    private Trust trust(ClusterEntry cluster) {
        PemSource asked = overrides.certificateAuthority();
        if (asked != null || overrides.insecure()) {
            return trust(overrides.insecure(), asked, "the command line");
        }
        String data = cluster.certificateAuthorityData();
        String file = cluster.certificateAuthority();
        if (!data.isEmpty() && !file.isEmpty()) {
            throw new ConfigException(
                    "both certificate-authority and certificate-authority-data are set",
                    cluster.file().toString(),
                    "keep one of them");
        }
        PemSource source = data.isEmpty()
                ? file.isEmpty() ? null : PemSource.of(Path.of(file))
                : new PemSource.Inline(
                        data.getBytes(java.nio.charset.StandardCharsets.UTF_8),
                        "certificate-authority-data in " + cluster.file());
        return trust(cluster.insecure(), source, cluster.file().toString());
    }

    private static Trust trust(boolean insecure, @Nullable PemSource authorities, String where) {
        if (insecure && authorities != null) {
            throw new ConfigException(
                    "a certificate authority is set together with insecure-skip-tls-verify",
                    where,
                    "keep the authority, which is the safe choice");
        }
        if (insecure) {
            return new Trust.Anybody();
        }
        return authorities == null ? new Trust.JavaRuntime() : new Trust.Authorities(authorities);
    }

    /** Asking for another server forgets the name that the other one had to prove (KC-4). */
    private @Nullable String serverName(ClusterEntry cluster) {
        if (overrides.tlsServerName() != null || overrides.server() != null) {
            return overrides.tlsServerName();
        }
        return cluster.tlsServerName().isEmpty() ? null : cluster.tlsServerName();
    }

    private URI server(ClusterEntry cluster, Tls tls) {
        String asked = overrides.server();
        return asked == null
                ? ServerAddress.parse(
                        cluster.server(), tls.isCustom(), cluster.file().toString())
                : ServerAddress.parse(asked, tls.isCustom(), "the command line");
    }

    private ProxyChoice proxy(ClusterEntry cluster) {
        String url = orElse(overrides.proxyUrl(), cluster.proxyUrl());
        if (url.isEmpty()) {
            return new ProxyChoice.FromEnvironment();
        }
        try {
            return new ProxyChoice.Via(URI.create(url));
        } catch (IllegalArgumentException e) {
            throw new ConfigException(
                    "not the address of a proxy: " + ServerAddress.withoutCredentials(url),
                    cluster.file().toString(),
                    "write it like http://host:3128, https://host:3129 or socks5://host:1080");
        }
    }

    private String namespace(ContextEntry context) {
        String named = orElse(overrides.namespace(), context.namespace());
        if (!named.isEmpty()) {
            return named;
        }
        Optional<String> ofPod = InCluster.possible(environment) ? InCluster.namespace(environment) : Optional.empty();
        return ofPod.orElse("default");
    }

    private ExecPlugin.ClusterFacts facts(ClusterEntry cluster, URI server) {
        Trust trust = trust(cluster);
        String authorities = trust instanceof Trust.Authorities known
                ? new String(known.certificates().read(), java.nio.charset.StandardCharsets.UTF_8)
                : "";
        String serverName = serverName(cluster);
        return new ExecPlugin.ClusterFacts(
                server.toString(),
                serverName == null ? "" : serverName,
                trust instanceof Trust.Anybody,
                authorities,
                orElse(overrides.proxyUrl(), cluster.proxyUrl()),
                cluster.disableCompression(),
                cluster.execConfig());
    }

    private Path anyFile() {
        return config.files().isEmpty() ? Path.of("kubeconfig") : config.files().getFirst();
    }

    private static String places(List<Path> files) {
        return files.isEmpty()
                ? "kubeconfig"
                : String.join(", ", files.stream().map(Path::toString).toList());
    }

    private static String orElse(@Nullable String asked, String otherwise) {
        return asked == null || asked.isEmpty() ? otherwise : asked;
    }
}
