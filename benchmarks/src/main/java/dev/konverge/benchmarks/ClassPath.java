package dev.konverge.benchmarks;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a contender's users would have on their class path, of the one that all benchmarks share. It has more than a hundred files, and a
 * process that looks for something in all of them, as Java's logging does, opens each.
 */
public final class ClassPath {
    /** With what programs of the benchmarks tell their figures with. */
    private static final Predicate<String> OURS = Pattern.compile(
                    "konverge-(benchmarks|sample-controller|controller|workqueue|informer|client|model|schema|base)"
                            + "|slf4j-api|snakeyaml-engine|jspecify|jackson-core-2")
            .asPredicate();

    private static final Predicate<String> NATIVE_TLS =
            Pattern.compile("^conscrypt-").asPredicate();

    /** What only fabric8's client needs, and only the official one. */
    private static final Predicate<String> FABRIC8 =
            Pattern.compile("^(kubernetes-|zjsonpatch|vertx-|netty-)").asPredicate();

    private static final Predicate<String> OFFICIAL = Pattern.compile(
                    "^(client-java|kotlin-|okhttp|okio|gson|logging-interceptor|bc(pkix|util|prov)-|commons-|jose4j|protobuf-java|swagger-)")
            .asPredicate();

    private ClassPath() {}

    /** {@return ours} */
    public static String ours() {
        return of(OURS);
    }

    /** {@return ours with native TLS} */
    public static String oursWithNativeTls() {
        return of(OURS.or(NATIVE_TLS));
    }

    /** {@return all but what only other clients need} */
    public static String ofFabric8() {
        return of(Predicate.not(OFFICIAL.or(NATIVE_TLS)));
    }

    /** {@return all but what only other clients need} */
    public static String ofOfficial() {
        return of(Predicate.not(FABRIC8.or(NATIVE_TLS)));
    }

    /** Folders stay: where there are some instead of files, they are those of the build. */
    private static String of(Predicate<String> needed) {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> Files.isDirectory(Path.of(entry))
                        || needed.test(String.valueOf(Path.of(entry).getFileName())))
                .collect(Collectors.joining(File.pathSeparator));
    }
}
