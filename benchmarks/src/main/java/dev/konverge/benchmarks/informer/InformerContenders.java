package dev.konverge.benchmarks.informer;

import dev.konverge.benchmarks.ClassPath;
import dev.konverge.benchmarks.Contender;
import dev.konverge.benchmarks.JavaCommand;
import dev.konverge.benchmarks.PeerProgram;
import dev.konverge.benchmarks.Row;
import dev.konverge.benchmarks.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Who takes part, each as the command of a program that follows a {@link Plan}. */
final class InformerContenders {
    static final String FABRIC8 = "fabric8";
    static final String OFFICIAL = "official";
    static final String KUBE_RS = "kube-rs";
    static final String CLIENT_GO = "client-go";

    /** What the names of those end in that speak protobuf instead of JSON. */
    static final String PROTOBUF = "-protobuf";

    /** What the names of those end in whose JVM begins with a cache of what an earlier run has learned. */
    static final String AOT = "-aot";

    /** What the names of those end in that begin as the documentation advises whoever deploys: a cache, native TLS, one compiler. */
    static final String TUNED = "-tuned";

    /** fabric8 as ours that is tuned. */
    static final String FABRIC8_TUNED = FABRIC8 + TUNED;

    private static final List<String> OURS_CACHED =
            List.of(Row.US + AOT, Row.US + PROTOBUF + AOT, Row.US + TUNED, Row.US + PROTOBUF + TUNED);

    /** All of ours. */
    static final List<String> OURS = Stream.concat(Stream.of(Row.US, Row.US + PROTOBUF), OURS_CACHED.stream())
            .toList();

    /** All that are as they are by themselves. */
    static final List<String> AS_THEY_ARE =
            List.of(Row.US, Row.US + PROTOBUF, FABRIC8, OFFICIAL, CLIENT_GO, CLIENT_GO + PROTOBUF, KUBE_RS);

    /** All whose JVM begins with a cache. */
    static final List<String> CACHED =
            Stream.concat(OURS_CACHED.stream(), Stream.of(FABRIC8_TUNED)).toList();

    private static final List<String> ALL =
            Stream.concat(AS_THEY_ARE.stream(), CACHED.stream()).toList();

    /** Their names, separated by commas. */
    static final String NAMES = String.join(",", ALL);

    /** The same for all: the collector that costs least, and a heap that need not grow first. */
    private static final List<String> FLAGS = List.of("-XX:+UseParallelGC", "-Xms1g");

    /** The second compiler spends more on a cold process than the process gains from it. */
    private static final List<String> TUNED_FLAGS =
            List.of("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1");

    private static final long MEGABYTE = 1 << 20;
    private static final String TOO_MANY =
            "it fills 12.4 GB of heap with 100,000 pods before it is synced; --set official-pods=N asks it nevertheless";

    private final int officialPods;
    private final Set<String> wanted;
    private final Contender clientGo;
    private final Contender kubeRs;

    /**
     * Builds those of the wanted that are in other languages.
     *
     * @param officialPods how many pods the official client is asked to hold at most
     * @param names whom to measure, separated by commas
     */
    InformerContenders(int officialPods, String names) {
        this.officialPods = officialPods;
        this.wanted = Set.of(names.split(",", -1));
        for (String name : wanted) {
            if (!ALL.contains(name)) {
                throw new UsageException("there is no contender " + name + ", but " + NAMES);
            }
        }
        clientGo = ifWanted(CLIENT_GO, () -> PeerProgram.go(CLIENT_GO, "go-informer", List.of()));
        kubeRs = ifWanted(KUBE_RS, () -> PeerProgram.rust(KUBE_RS, "kube-rs-informer", List.of()));
    }

    private Contender ifWanted(String prefix, Supplier<Contender> build) {
        boolean any = wanted.stream().anyMatch(name -> name.startsWith(prefix));
        return any ? build.get() : new Contender.Missing(prefix, "it is not among the contenders");
    }

    /** {@return those of some that are to be measured} */
    List<String> wanted(List<String> some) {
        return some.stream().filter(wanted::contains).toList();
    }

    /** {@return the one of whom the plan is, without a cache} */
    Contender of(Plan plan) {
        if (plan.who().startsWith(CLIENT_GO)) {
            return other(plan, clientGo);
        }
        if (plan.who().startsWith(KUBE_RS)) {
            return other(plan, kubeRs);
        }
        if (plan.who().equals(OFFICIAL) && plan.pods() > officialPods) {
            return new Contender.Missing(OFFICIAL, TOO_MANY);
        }
        return java(plan, List.of());
    }

    /** {@return the one of whom the plan is, with its cache} */
    static Contender cached(Plan plan, AotCaches caches) {
        return caches.has(plan.who())
                ? java(plan, caches.using(plan.who()))
                : new Contender.Missing(plan.who(), AotCaches.NONE);
    }

    /**
     * {@return one in Java}
     *
     * @param more options of its JVM besides
     */
    static Contender.Program java(Plan plan, List<String> more) {
        var flags = new ArrayList<>(FLAGS);
        if (plan.who().endsWith(TUNED)) {
            flags.addAll(TUNED_FLAGS);
        }
        // Room for the one that needs most of it.
        flags.add("-Xmx" + (1024 + plan.pods() * 120_000L / MEGABYTE) + "m");
        if (plan.who().equals(OFFICIAL) && plan.fields() == Plan.Fields.KEPT) {
            flags.add(OfficialInformer.KEEP);
        }
        flags.addAll(more);
        return program(plan, new JavaCommand(classPath(plan.who()), flags).running(InformerProgram.class));
    }

    private static String classPath(String who) {
        return switch (who) {
            case FABRIC8, FABRIC8_TUNED -> ClassPath.ofFabric8();
            case OFFICIAL -> ClassPath.ofOfficial();
            default -> who.endsWith(TUNED) ? ClassPath.oursWithNativeTls() : ClassPath.ours();
        };
    }

    private static Contender other(Plan plan, Contender built) {
        return switch (built) {
            case Contender.Program program -> program(plan, program.command());
            case Contender.Missing gone -> new Contender.Missing(plan.who(), gone.reason());
            case Contender.Jvm jvm -> jvm;
        };
    }

    private static Contender.Program program(Plan plan, List<String> command) {
        return new Contender.Program(
                plan.who(),
                Stream.concat(command.stream(), plan.arguments().stream()).toList());
    }
}
