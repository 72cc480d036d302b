package dev.konverge.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ArchitectureRulesTest {
    @BeforeAll
    static void readNoClassFilesOfTheJdk() {
        ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
    }

    @ParameterizedTest
    @EnumSource
    void everyBanSeesEveryMethodThatOffendsIt(Ban ban) {
        String name = Offender.class.getName() + "$Of" + ban.name().charAt(0)
                + ban.name().substring(1).toLowerCase(java.util.Locale.ROOT);
        JavaClass offender = new ClassFileImporter()
                .importPath(Path.of("target", "test-classes"))
                .get(name);

        assertThat(offender.getMethods())
                .isNotEmpty()
                .allSatisfy(method -> assertThat(method.getAccessesFromSelf()).anyMatch(ban::forbids));
    }

    @Test
    void rulesThatSeeNoClassFail(@TempDir Path empty) {
        var rules =
                new ArchitectureRules(empty, empty, "dev.konverge", List.of(), EnumSet.noneOf(Ban.class), c -> false);

        assertThatThrownBy(rules::check).isInstanceOf(AssertionError.class).hasMessageContaining("no class of");
    }

    @Test
    void aMonitorBlockIsFoundInTheSources(@TempDir Path sources) throws IOException {
        Files.writeString(sources.resolve("A.java"), "class A { void a() {\n  synchronized (this) {}\n} }\n");

        assertThatThrownBy(rulesOver(sources, Set.of(), "java")::check)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("A.java: synchronized (this)");
    }

    @Test
    void aWordInACommentIsNotAMonitor(@TempDir Path sources) throws IOException {
        Files.writeString(sources.resolve("A.java"), "// synchronized is banned\n/** Never synchronized. */\n");

        assertThatCode(rulesOver(sources, Set.of(), "java")::check).doesNotThrowAnyException();
    }

    @Test
    void anArrowToAnUndeclaredPackageIsFound(@TempDir Path sources) {
        var rules = new ArchitectureRules(
                Path.of("target", "test-classes"),
                sources,
                "dev.konverge.architecture",
                List.of(),
                Set.of(),
                c -> true);

        assertThatThrownBy(rules::check)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("arrows point one way")
                .hasMessageContaining("com.tngtech.archunit");
    }

    @Test
    void aBanIsEnforcedUnlessLifted() {
        var rules = ArchitectureRules.ofThisModule("dev.konverge.base");

        assertThatThrownBy(rules::check).isInstanceOf(AssertionError.class).hasMessageContaining("CLOCK");
    }

    private static ArchitectureRules rulesOver(Path sources, Set<Ban> bans, String... mayUse) {
        return new ArchitectureRules(
                Path.of("target", "classes"), sources, "dev.konverge.base", List.of(mayUse), bans, c -> false);
    }
}
