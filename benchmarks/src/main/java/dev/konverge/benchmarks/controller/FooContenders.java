package dev.konverge.benchmarks.controller;

import dev.konverge.benchmarks.Contender;
import dev.konverge.benchmarks.PeerProgram;
import dev.konverge.benchmarks.Row;
import dev.konverge.benchmarks.UsageException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Who takes part, each as the command of a controller that works until it is ended. */
final class FooContenders {
    static final String JOSDK = "josdk";

    /** JOSDK with the options of our JVM. */
    static final String JOSDK_SMALL = "josdk-small";

    static final String GO = "go-sample";

    /** What the names of those end in that start from a cache of the JVM's. */
    static final String AOT = "-aot";

    /**
     * A controller's heap is small: the serial collector has the least overhead then, and memory it does not need is given back. Most of its life it waits
     * for its server: what the second compiler takes to make it faster, in time and in memory, comes back only after many thousand objects.
     */
    static final List<String> SMALL = List.of(
            "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xms8m", "-Xmx256m", "-XX:TrimNativeHeapInterval=5000");

    /** Peers and we log through SLF4J; that nothing listens is no news. */
    private static final String NO_LOG = "-Dslf4j.internal.verbosity=ERROR";

    /** What our controller needs of the class path that all benchmarks share. */
    private static final Predicate<String> OURS = Pattern.compile(
                    "konverge-(benchmarks|sample-controller|controller|workqueue|informer|client|model|schema|base)"
                            + "|slf4j-api|okhttp|okio|kotlin-stdlib|snakeyaml-engine|jspecify")
            .asPredicate();

    private static final List<String> ALL = List.of(Row.US, Row.US + AOT, GO, JOSDK, JOSDK_SMALL);

    /** Their names, separated by commas. */
    static final String NAMES = String.join(",", ALL);

    private final FooServerProcess server;
    private final Set<String> wanted;
    private final List<Contender> peers = new ArrayList<>();

    /**
     * Builds those of the peers that are wanted.
     *
     * @param names whom to measure, separated by commas
     */
    FooContenders(FooServerProcess server, String names) {
        this.server = server;
        this.wanted = Set.of(names.split(",", -1));
        for (String name : wanted) {
            if (!ALL.contains(name)) {
                throw new UsageException("there is no contender " + name + ", but " + NAMES);
            }
        }
        if (wanted.contains(GO)) {
            peers.add(PeerProgram.go(GO, "go-sample-controller", List.of("-kubeconfig", server.kubeconfig())));
        }
        if (wanted.contains(JOSDK) || wanted.contains(JOSDK_SMALL)) {
            Contender built = PeerProgram.maven(JOSDK, "josdk", List::of);
            peers.add(josdk(JOSDK, built, List.of()));
            peers.add(josdk(JOSDK_SMALL, built, SMALL));
        }
    }

    /** A program whose command is only its class path, so far. */
    private Contender josdk(String name, Contender built, List<String> flags) {
        return switch (built) {
            case Contender.Program program ->
                new Contender.Program(
                        name, command(flags, program.command().getFirst(), "dev.konverge.peers.josdk.Main"));
            case Contender.Missing missing -> new Contender.Missing(name, missing.reason());
            case Contender.Jvm jvm -> jvm;
        };
    }

    private List<String> command(List<String> flags, String classPath, String main) {
        var command = new ArrayList<String>();
        command.add(FooServerProcess.java());
        command.addAll(flags);
        command.addAll(List.of(NO_LOG, "-cp", classPath, main, server.kubeconfig()));
        return command;
    }

    private Contender ours(String name, String... more) {
        String classPath = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> Files.isDirectory(Path.of(entry))
                        || OURS.test(String.valueOf(Path.of(entry).getFileName())))
                .collect(Collectors.joining(File.pathSeparator));
        List<String> flags = Stream.concat(SMALL.stream(), Stream.of(more)).toList();
        return new Contender.Program(name, command(flags, classPath, KonvergeFoos.class.getName()));
    }

    /** {@return ours, which writes a cache of what it learned when it ends} */
    Contender training() {
        return ours(Row.US, "-XX:AOTCacheOutput=" + server.cache());
    }

    private Contender oursCached() {
        return Files.isRegularFile(server.cache())
                ? ours(Row.US + AOT, "-XX:AOTCache=" + server.cache())
                : new Contender.Missing(
                        Row.US + AOT, "this JVM has made no AOT cache: it takes Java 25 and a class path of jars");
    }

    /** {@return ours, which only makes the server warm} */
    Contender warming() {
        return ours(Row.US);
    }

    /** {@return whether ours is wanted with a cache} */
    boolean takesCache() {
        return wanted.contains(Row.US + AOT);
    }

    /** {@return those that are wanted, ours first} */
    List<Contender> all() {
        return Stream.concat(Stream.of(ours(Row.US), oursCached()), peers.stream())
                .filter(contender -> wanted.contains(contender.name()))
                .toList();
    }
}
