package dev.konverge.testkit;

import dev.konverge.client.config.Environment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Where the real programs of Kubernetes are: {@code etcd}, {@code kube-apiserver}, and perhaps {@code kubectl} and
 * {@code kube-controller-manager}.
 *
 * @param folder where all of them are looked for
 * @param spare where those are looked for that not every such folder has
 */
public record RealPrograms(Path folder, Path spare) {
    /** The variable that names such a folder, known from envtest. */
    public static final String VARIABLE = "KUBEBUILDER_ASSETS";

    /** The release of Kubernetes that this project is measured by, and builds. */
    public static final String RELEASE = "v1.36.4";

    private static final List<String> INDISPENSABLE = List.of("etcd", "kube-apiserver");

    /**
     * {@return the programs of this machine}
     *
     * @throws IllegalStateException if there are none; it says where they were looked for, and how to get them
     */
    public static RealPrograms get() {
        return get(Environment.ofProcess());
    }

    static RealPrograms get(Environment environment) {
        return find(environment).orElseThrow(() -> new IllegalStateException(absence(environment)));
    }

    /** {@return the programs where {@link #VARIABLE} or the cache of {@code hack/kubernetes/build} has them} */
    public static Optional<RealPrograms> find(Environment environment) {
        return Optional.of(of(environment))
                .filter(programs -> INDISPENSABLE.stream().allMatch(programs::has));
    }

    /** Where the variable is set it decides what the server is: a wrong one must not be made up for by something else. */
    private static RealPrograms of(Environment environment) {
        String named = environment.variable(VARIABLE);
        Path cache = cache(environment);
        return new RealPrograms(named.isEmpty() ? cache : Path.of(named), cache);
    }

    private static Path cache(Environment environment) {
        String cache = environment.variable("XDG_CACHE_HOME");
        Path root = cache.isEmpty() ? environment.home().resolve(".cache") : Path.of(cache);
        return root.resolve("konverge").resolve("kubernetes-" + RELEASE);
    }

    private static String absence(Environment environment) {
        boolean named = !environment.variable(VARIABLE).isEmpty();
        RealPrograms wanted = of(environment);
        List<String> missing =
                INDISPENSABLE.stream().filter(program -> !wanted.has(program)).toList();
        return "there is no " + String.join(" and no ", missing) + " in " + wanted.folder()
                + (named ? ", which " + VARIABLE + " names. " : ", and " + VARIABLE + " is not set. ")
                + "Set " + VARIABLE
                + " to a folder with the programs of Kubernetes (as setup-envtest makes it), or build"
                + " them from a checkout of Konverge with Go: hack/kubernetes/build";
    }

    /** {@return whether there is such a program} */
    public boolean has(String program) {
        return Files.isExecutable(place(program));
    }

    /**
     * {@return where a program is}
     *
     * @throws IllegalStateException if it is not there
     */
    public Path get(String program) {
        if (!has(program)) {
            throw new IllegalStateException("there is no " + program + " in " + folder
                    + ". Build it from a checkout of Konverge with Go: hack/kubernetes/build " + program);
        }
        return place(program);
    }

    private Path place(String program) {
        Path first = folder.resolve(program);
        return INDISPENSABLE.contains(program) || Files.isExecutable(first) ? first : spare.resolve(program);
    }
}
