package dev.konverge.client.config;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The contents of one or several kubeconfig files: clusters, users, and contexts that join them. Immutable.
 *
 * <p>Found and merged by the rules of client-go; {@link #resolve} makes a {@link ClientConfig} of one context.
 * {@link #detect()} is the one call for programs that run inside and outside of clusters.
 */
public final class KubeConfig {
    private static final KubeConfig EMPTY = new KubeConfig("", Map.of(), Map.of(), Map.of(), List.of());

    private final String currentContext;
    private final Map<String, ClusterEntry> clusters;
    private final Map<String, UserEntry> users;
    private final Map<String, ContextEntry> contexts;
    private final List<Path> files;

    KubeConfig(
            String currentContext,
            Map<String, ClusterEntry> clusters,
            Map<String, UserEntry> users,
            Map<String, ContextEntry> contexts,
            List<Path> files) {
        this.currentContext = currentContext;
        this.clusters = Collections.unmodifiableMap(new LinkedHashMap<>(clusters));
        this.users = Collections.unmodifiableMap(new LinkedHashMap<>(users));
        this.contexts = Collections.unmodifiableMap(new LinkedHashMap<>(contexts));
        this.files = List.copyOf(files);
    }

    /**
     * {@return the configuration that fits where this process runs} In this order: the files of {@code KUBECONFIG}, the
     * cluster that the process runs in, {@code $HOME/.kube/config}.
     *
     * @throws ConfigException if there is none, or the one that was found cannot be used
     */
    public static ClientConfig detect() {
        return detect(Environment.ofProcess());
    }

    /**
     * {@return the configuration that fits these surroundings}
     *
     * @throws ConfigException if there is none, or the one that was found cannot be used
     */
    public static ClientConfig detect(Environment environment) {
        return detect(environment, Overrides.NONE);
    }

    /**
     * {@return the configuration that fits these surroundings, with what was asked for in place of what was found}
     *
     * @throws ConfigException if there is none, or the one that was found cannot be used
     */
    public static ClientConfig detect(Environment environment, Overrides overrides) {
        if (environment.variable("KUBECONFIG").isEmpty() && InCluster.fits(environment, overrides)) {
            return InCluster.load(environment, overrides);
        }
        return load(environment).resolve(environment, overrides);
    }

    /**
     * {@return the configuration that the two usual flags of a program ask for} Without both, that of the cluster that
     * the process runs in, else that of the default files. With a server alone no file is read, so that it is shown no
     * credentials that are for another one.
     *
     * @param master the address of the server; null or empty for the one in the file
     * @param kubeconfig a file; null or empty for none
     * @throws ConfigException if there is none, or it cannot be used
     */
    public static ClientConfig buildConfigFromFlags(@Nullable String master, @Nullable String kubeconfig) {
        return buildConfigFromFlags(Environment.ofProcess(), master, kubeconfig);
    }

    /**
     * {@return the configuration that the two usual flags of a program ask for, in these surroundings}
     *
     * @throws ConfigException if there is none, or it cannot be used
     */
    public static ClientConfig buildConfigFromFlags(
            Environment environment, @Nullable String master, @Nullable String kubeconfig) {
        boolean fromFile = kubeconfig != null && !kubeconfig.isEmpty();
        boolean named = master != null && !master.isEmpty();
        if (!fromFile && !named && InCluster.possible(environment)) {
            return InCluster.load(environment);
        }
        Overrides overrides = named
                ? Overrides.builder()
                        .server(java.util.Objects.requireNonNull(master))
                        .build()
                : Overrides.NONE;
        if (fromFile) {
            return load(Path.of(java.util.Objects.requireNonNull(kubeconfig))).resolve(environment, overrides);
        }
        KubeConfig loaded = named ? EMPTY : load(environment);
        return loaded.resolve(environment, overrides);
    }

    /**
     * {@return what one file says}
     *
     * @throws ConfigException if it is not there or is not a kubeconfig
     */
    public static KubeConfig load(Path file) {
        return KubeConfigLoader.explicit(file);
    }

    /**
     * {@return what the files say that {@code KUBECONFIG} lists, or else {@code $HOME/.kube/config}} Of several that
     * define the same name, the first one counts. Files that are missing are left out.
     *
     * @throws ConfigException if one of the files is not a kubeconfig
     */
    public static KubeConfig load(Environment environment) {
        return KubeConfigLoader.standard(environment);
    }

    /**
     * {@return what a text says}
     *
     * @param text YAML or JSON
     * @param file where it came from, for messages and relative paths
     * @throws ConfigException if it is not a kubeconfig
     */
    public static KubeConfig parse(String text, Path file) {
        return KubeConfigParser.parse(text, file);
    }

    /**
     * {@return the configuration of the current context}
     *
     * @throws ConfigException if it cannot be used
     */
    public ClientConfig resolve() {
        return resolve(Overrides.NONE);
    }

    /**
     * {@return the configuration of a context, with what was asked for in place of what the files say}
     *
     * @throws ConfigException if it cannot be used
     */
    public ClientConfig resolve(Overrides overrides) {
        return resolve(Environment.ofProcess(), overrides);
    }

    ClientConfig resolve(Environment environment, Overrides overrides) {
        return new ContextResolver(this, environment, overrides).resolve();
    }

    /** {@return the name of the current context, empty if none is set} */
    public String currentContext() {
        return currentContext;
    }

    /** {@return the clusters by name, in the order of the files} */
    public Map<String, ClusterEntry> clusters() {
        return clusters;
    }

    /** {@return the users by name, in the order of the files} */
    public Map<String, UserEntry> users() {
        return users;
    }

    /** {@return the contexts by name, in the order of the files} */
    public Map<String, ContextEntry> contexts() {
        return contexts;
    }

    /** {@return the files that were read} */
    public List<Path> files() {
        return files;
    }

    /** {@return whether there is nothing in it} */
    public boolean isEmpty() {
        return currentContext.isEmpty() && clusters.isEmpty() && users.isEmpty() && contexts.isEmpty();
    }

    /** {@return the names in it} */
    @Override
    public String toString() {
        return "KubeConfig[" + files + ", current context " + (currentContext.isEmpty() ? "none" : currentContext)
                + ", contexts " + contexts.keySet() + "]";
    }
}
