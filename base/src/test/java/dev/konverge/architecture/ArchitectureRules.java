package dev.konverge.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The rules of shape, held against the main classes of the module whose tests are running:
 *
 * <pre>{@code
 * @Test
 * void theRulesOfShapeHold() {
 *     ArchitectureRules.ofThisModule("dev.konverge.workqueue", "dev.konverge.base", "org.slf4j").check();
 * }
 * }</pre>
 *
 * <p>They fail where they see no class at all, so they cannot pass by looking in the wrong place.
 */
public final class ArchitectureRules {
    /** Outside of comments and strings, as far as a line tells. */
    private static final Pattern MONITOR = Pattern.compile("^[^*\"/]*\\bsynchronized\\b");

    private static final Pattern VAGUE_NAME =
            Pattern.compile("(Abstract|Base|Default)[A-Z]\\w*|\\w+(Impl|Utils?|Helper|Data|Info)");
    private static final List<String> ALWAYS_USABLE =
            List.of("java", "javax", "jdk", "org.jspecify", "com.google.errorprone.annotations");

    private final Path classes;
    private final Path sources;
    private final String module;
    private final List<String> mayUse;
    private final Set<Ban> bans;
    private final Predicate<JavaClass> namedByOthers;

    ArchitectureRules(
            Path classes,
            Path sources,
            String module,
            List<String> mayUse,
            Set<Ban> bans,
            Predicate<JavaClass> namedByOthers) {
        this.classes = classes;
        this.sources = sources;
        this.module = module;
        this.mayUse = mayUse;
        this.bans = bans;
        this.namedByOthers = namedByOthers;
    }

    /**
     * All rules.
     *
     * @param module the module's root package
     * @param mayUse the packages, each with those below it, that the module may use besides its own and the JDK's
     */
    public static ArchitectureRules ofThisModule(String module, String... mayUse) {
        return new ArchitectureRules(
                Path.of("target", "classes"),
                Path.of("src", "main", "java"),
                module,
                List.of(mayUse),
                EnumSet.allOf(Ban.class),
                c -> false);
    }

    /** The same rules without those bans. Say why at the call. */
    public ArchitectureRules lifting(Ban... lifted) {
        Set<Ban> rest = EnumSet.copyOf(bans);
        rest.removeAll(Arrays.asList(lifted));
        return new ArchitectureRules(classes, sources, module, mayUse, rest, namedByOthers);
    }

    /** The same rules, but those classes may have vague names, because the names are not ours to choose. */
    public ArchitectureRules acceptingNamesOf(Predicate<JavaClass> namedElsewhere) {
        return new ArchitectureRules(classes, sources, module, mayUse, bans, namedElsewhere);
    }

    /** Checks all of them. */
    public void check() {
        // Names are all the rules look at; reading the JDK's class files for more takes ten times as long.
        ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
        JavaClasses imported = new ClassFileImporter().importPath(classes);
        if (imported.stream().noneMatch(c -> c.getPackageName().startsWith(module))) {
            throw new AssertionError("no class of " + module + " in " + classes.toAbsolutePath());
        }
        Stream.of(arrows(), names(), noCycles(), noMutableStatics(), noSynchronizedMethods())
                .forEach(rule -> rule.check(imported));
        bans.forEach(ban -> banned(ban).check(imported));
        checkThatNoMonitorIsEntered();
    }

    private static ArchRule banned(Ban ban) {
        return noClasses()
                .should()
                .accessTargetWhere(describe("the target is banned (" + ban + ")", ban::forbids))
                .because("there is something better: " + ban.instead());
    }

    private ArchRule arrows() {
        String[] packages = Stream.of(List.of(module), ALWAYS_USABLE, mayUse)
                .flatMap(List::stream)
                .map(name -> name + "..")
                .toArray(String[]::new);
        return classes()
                .that()
                .resideInAPackage(module + "..")
                .should()
                .onlyDependOnClassesThat(describe(
                        "reside in " + Arrays.toString(packages),
                        c -> c.getBaseComponentType().isPrimitive()
                                || JavaClass.Predicates.resideInAnyPackage(packages)
                                        .test(c.getBaseComponentType())))
                .because("arrows point one way");
    }

    private ArchRule names() {
        return noClasses()
                .that(describe("are named by us", c -> !namedByOthers.test(c)))
                .should()
                .haveNameMatching("(.*[.$])?(" + VAGUE_NAME.pattern() + ")")
                .because("a name says what a thing is")
                .allowEmptyShould(true);
    }

    private ArchRule noCycles() {
        return slices().matching(module + ".(*)..").should().beFreeOfCycles().allowEmptyShould(true);
    }

    private static ArchRule noMutableStatics() {
        return fields().that()
                .areStatic()
                .and(describe("are written by hand", f -> !f.getModifiers().contains(JavaModifier.SYNTHETIC)))
                .should()
                .beFinal()
                .because("state belongs to an object that was passed in")
                .allowEmptyShould(true);
    }

    private static ArchRule noSynchronizedMethods() {
        return noMethods()
                .should()
                .haveModifier(JavaModifier.SYNCHRONIZED)
                .because("a monitor pins a virtual thread on Java 21")
                .allowEmptyShould(true);
    }

    // Class files show it too, but not through ArchUnit.
    private void checkThatNoMonitorIsEntered() {
        try (Stream<Path> files = Files.walk(sources)) {
            List<String> found = files.filter(file -> file.toString().endsWith(".java"))
                    .flatMap(ArchitectureRules::monitorLines)
                    .toList();
            if (!found.isEmpty()) {
                throw new AssertionError("take a ReentrantLock, a monitor pins a virtual thread on Java 21: " + found);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<String> monitorLines(Path file) {
        try {
            return Files.readAllLines(file).stream()
                    .filter(line -> MONITOR.matcher(line).find())
                    .map(line -> file + ": " + line.strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
