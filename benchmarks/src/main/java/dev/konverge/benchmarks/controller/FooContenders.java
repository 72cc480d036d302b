package dev.konverge.benchmarks.controller;

import dev.konverge.benchmarks.ClassPath;
import dev.konverge.benchmarks.Contender;
import dev.konverge.benchmarks.JavaCommand;
import dev.konverge.benchmarks.PeerProgram;
import dev.konverge.benchmarks.Row;
import dev.konverge.benchmarks.UsageException;
import java.io.File;
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

    /** What the name of the one ends in whose JVM gets no options at all. */
    static final String PLAIN = "-plain";

    /** What the name of the one ends in whose workers write the status themselves, so that two workers are two requests at once. */
    static final String STATUS = "-status";

    /** What the name of the one ends in that does so and writes no events, as JOSDK does not. */
    static final String NO_EVENTS = "-no-events";

    /** Who of ours does the work in another way. */
    static final List<String> OTHERWISE = List.of(STATUS, NO_EVENTS);

    /** Who is only measured with the usual number of Foos, so that it does not take hours. */
    private static final Set<String> WITH_FEWER = Set.of(Row.US + PLAIN, Row.US + STATUS, Row.US + NO_EVENTS);

    /**
     * Most of its life a controller waits for its server: what the second compiler takes to make it faster, in time and in memory, comes back only after many
     * thousand objects. What the first one does is cheap, and cheaper if it copies less of other methods; so it is asked four times as early: a fifth of the time
     * went into interpreting.
     *
     * <p>What it took for that is given back when the C library is asked: every five seconds, which costs nothing that could be measured. The table of strings is
     * laid out for many more; it grows if it must.
     */
    private static final List<String> LITTLE = List.of(
            "-XX:TieredStopAtLevel=1",
            "-XX:CompileThresholdScaling=0.25",
            "-XX:C1MaxInlineSize=20",
            "-XX:C1MaxInlineLevel=5",
            "-Xms4m",
            "-Xmx256m",
            "-XX:StringTableSize=4096",
            "-XX:TrimNativeHeapInterval=5000");

    /** Of a heap that stays small the serial collector makes least. */
    static final List<String> SMALL =
            Stream.concat(Stream.of("-XX:+UseSerialGC"), LITTLE.stream()).toList();

    /**
     * The serial collector never makes the memory for new objects larger than it was laid out for the first 4 MB, and collects it a hundred times a second where
     * there is much to do; the parallel one does if a tenth of the time goes into that. It costs one or two megabytes when idle, which who starts without a cache does
     * not have to spare beside a third of what JOSDK takes.
     */
    static final List<String> GROWING = Stream.concat(
                    Stream.of("-XX:+UseParallelGC", "-XX:ParallelGCThreads=1", "-XX:GCTimeRatio=9"), LITTLE.stream())
            .toList();

    /** For native TLS. */
    private static final String NATIVE = "--enable-native-access=ALL-UNNAMED";

    /** A program that nobody listens to still writes its log: as much as the guide's setup has it write. The other processes of the benchmarks write none. */
    private static final String LOGGING = "-Dorg.slf4j.simpleLogger.defaultLogLevel=info";

    private static final List<String> ALL = List.of(
            Row.US,
            Row.US + AOT,
            Row.US + TUNED,
            Row.US + PLAIN,
            Row.US + STATUS,
            Row.US + NO_EVENTS,
            GO,
            JOSDK,
            JOSDK_SMALL);

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
        var flags = new ArrayList<>(options(suffix));
        flags.addAll(List.of(more));
        if (nativeTls) {
            flags.add(NATIVE);
        }
        flags.add(LOGGING);
        // Its first character separates it from the name.
        String[] way = suffix.isEmpty() ? new String[0] : new String[] {suffix.substring(1)};
        return new Contender.Program(
                Row.US + suffix, command(flags, logging(classPath), KonvergeFoos.class.getName(), way));
    }

    private static List<String> options(String suffix) {
        if (suffix.equals(PLAIN)) {
            return List.of();
        }
        return CACHED.contains(suffix) ? GROWING : SMALL;
    }

    /** {@return the class path with what the guide has users bind SLF4J to} */
    private static String logging(String classPath) {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> String.valueOf(Path.of(entry).getFileName()).startsWith("slf4j-simple"))
                .reduce(classPath, (path, binding) -> path + File.pathSeparator + binding);
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
        return Stream.of(
                        Stream.of(ours("")),
                        CACHED.stream().map(this::oursCached),
                        Stream.concat(Stream.of(PLAIN), OTHERWISE.stream()).map(this::ours),
                        peers.stream())
                .flatMap(Function.identity())
                .filter(contender -> wanted.contains(contender.name()))
                .toList();
    }

    /** {@return those whose start is measured} Who does the work in another way starts in the same. */
    List<Contender> starting() {
        return all().stream()
                .filter(contender ->
                        OTHERWISE.stream().noneMatch(suffix -> contender.name().equals(Row.US + suffix)))
                .toList();
    }

    /** {@return those that are measured with the largest number of Foos} */
    List<Contender> withMore() {
        return all().stream()
                .filter(contender -> !WITH_FEWER.contains(contender.name()))
                .toList();
    }
}
