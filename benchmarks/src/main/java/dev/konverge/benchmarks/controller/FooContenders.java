package dev.konverge.benchmarks.controller;

import dev.konverge.benchmarks.ClassPath;
import dev.konverge.benchmarks.Contender;
import dev.konverge.benchmarks.JavaCommand;
import dev.konverge.benchmarks.PeerProgram;
import dev.konverge.benchmarks.Row;
import dev.konverge.benchmarks.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** Who takes part, each as the command of a controller that works until it is ended. */
final class FooContenders {
    static final String JOSDK = "josdk";

    /** JOSDK with the options of our JVM. */
    static final String JOSDK_SMALL = "josdk-small";

    static final String GO = "go-sample";

    /** What the names of those end in that start from a cache of the JVM's. */
    static final String AOT = "-aot";

    /** What the names of those end in that take native TLS besides. */
    static final String TUNED = "-tuned";

    /** Who of ours starts from a cache. */
    static final List<String> CACHED = List.of(AOT, TUNED);

    /**
     * A controller's heap is small: the serial collector has the least overhead then, and memory it does not need is given back. Most of its life it waits
     * for its server: what the second compiler takes to make it faster, in time and in memory, comes back only after many thousand objects. What the first one
     * does is cheap, and cheaper if it copies less of other methods; so it is asked four times as early: a fifth of the time went into interpreting.
     *
     * <p>What it took for that is given back when the C library is asked, not before five seconds have passed. To ask every five seconds gives it back after ten, which
     * changes nothing later on; but memory is measured before. The table of strings is laid out for many more; it grows if it must.
     */
    static final List<String> SMALL = List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:CompileThresholdScaling=0.25",
            "-XX:C1MaxInlineSize=20",
            "-XX:C1MaxInlineLevel=5",
            "-Xms4m",
            "-Xmx256m",
            "-XX:StringTableSize=4096",
            "-XX:TrimNativeHeapInterval=500");

    /** For native TLS. */
    private static final String NATIVE = "--enable-native-access=ALL-UNNAMED";

    private static final List<String> ALL = List.of(Row.US, Row.US + AOT, Row.US + TUNED, GO, JOSDK, JOSDK_SMALL);

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

    private List<String> command(List<String> flags, String classPath, String main, String... more) {
        return new JavaCommand(classPath, flags)
                .running(
                        main,
                        Stream.concat(Stream.of(server.kubeconfig()), Stream.of(more))
                                .toList());
    }

    private Contender ours(String suffix, String... more) {
        boolean nativeTls = suffix.equals(TUNED);
        String classPath = nativeTls ? ClassPath.oursWithNativeTls() : ClassPath.ours();
        var flags = new ArrayList<>(SMALL);
        flags.addAll(List.of(more));
        if (nativeTls) {
            flags.add(NATIVE);
        }
        String[] options = nativeTls ? new String[] {KonvergeFoos.NATIVE_TLS} : new String[0];
        return new Contender.Program(Row.US + suffix, command(flags, classPath, KonvergeFoos.class.getName(), options));
    }

    /** {@return ours, which write caches of their classes when they end} */
    List<Contender> training() {
        return CACHED.stream()
                .filter(suffix -> wanted.contains(Row.US + suffix))
                .map(suffix -> ours(suffix, training(server.cache(suffix))))
                .toList();
    }

    /** Without profiles, which only the second compiler could make use of, and which take memory. */
    private static String[] training(Path cache) {
        return new String[] {"-XX:+UnlockDiagnosticVMOptions", "-XX:-AOTRecordTraining", "-XX:AOTCacheOutput=" + cache};
    }

    private Contender oursCached(String suffix) {
        return Files.isRegularFile(server.cache(suffix))
                ? ours(suffix, "-XX:AOTCache=" + server.cache(suffix))
                : new Contender.Missing(
                        Row.US + suffix, "this JVM has made no AOT cache: it takes Java 25 and a class path of jars");
    }

    /** {@return one of each implementation, which only make the server warm} They ask it for different things. */
    List<Contender> warming() {
        return Stream.concat(
                        Stream.of(ours("")),
                        peers.stream().filter(peer -> !peer.name().equals(JOSDK_SMALL)))
                .toList();
    }

    /** {@return those that are wanted, ours first} */
    List<Contender> all() {
        return Stream.of(Stream.of(ours("")), CACHED.stream().map(this::oursCached), peers.stream())
                .flatMap(Function.identity())
                .filter(contender -> wanted.contains(contender.name()))
                .toList();
    }
}
