package dev.konverge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.cli.Checkout.Call;
import dev.konverge.cli.Checkout.Running;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The launcher as a user calls it, with a Java and a Maven made of shell scripts. */
// In a thread of its own, because reading from a process that hangs cannot be interrupted.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LauncherTest {
    private Path folder;
    private Checkout checkout;

    @BeforeEach
    void checkOut(@TempDir Path folder) throws IOException {
        this.folder = folder;
        checkout = new Checkout(folder);
    }

    @AfterEach
    void end() {
        checkout.close();
    }

    @Nested
    class FindsAJdk {
        @BeforeEach
        void mavenIsThere() throws IOException {
            checkout.maven();
        }

        @Test
        void javaHomeIsTakenIfNewEnoughEvenWhereNewerOnesAre() throws Exception {
            checkout.jdk("25.0.3");
            checkout.set(
                    "JAVA_HOME",
                    checkout.jdkAt(folder.resolve("mine"), "21.0.1").toString());

            assertThat(checkout.done("version")).startsWith("java 21.0.1\n");
        }

        @Test
        void anOldJavaHomeIsPassedOverForTheJavaOnThePath() throws Exception {
            checkout.set(
                    "JAVA_HOME",
                    checkout.jdkAt(folder.resolve("old"), "17.0.15").toString());
            checkout.putOnPath(checkout.jdkAt(folder.resolve("from a package"), "22.0.2"));
            checkout.jdk("25.0.3");

            assertThat(checkout.done("version")).startsWith("java 22.0.2\n");
        }

        @Test
        void theNewestOfTheUsualPlacesIsTakenIfThePathHasAnOldOne() throws Exception {
            checkout.putOnPath(checkout.jdkAt(folder.resolve("old"), "1.8.0_412"));
            checkout.jdk("9.0.4");
            checkout.jdk("25.0.3");
            checkout.jdk("25.0.10");
            checkout.jdk("24.0.2");

            assertThat(checkout.done("version")).startsWith("java 25.0.10\n");
        }

        @Test
        void aRuntimeWithoutCompilerIsPassedOver() throws Exception {
            checkout.set(
                    "JAVA_HOME", checkout.runtimeAt(folder.resolve("jre"), "25").toString());
            checkout.jdk("21.0.1");

            assertThat(checkout.done("version")).startsWith("java 21.0.1\n");
        }

        @Test
        void theReleaseFileIsBelievedBeforeTheProgramIsAsked() throws Exception {
            Path old = checkout.jdkAt(folder.resolve("old"), "25");
            checkout.releaseFile(old, "17.0.1");
            checkout.set("JAVA_HOME", old.toString());
            checkout.jdk("21.0.1");

            assertThat(checkout.done("version")).startsWith("java 21.0.1\n");
        }

        @Test
        void theMacLayoutOfAJdkIsKnown() throws Exception {
            checkout.jdkAt(folder.resolve("jd ks/temurin-23.jdk/Contents/Home"), "23.0.1");

            assertThat(checkout.done("version")).startsWith("java 23.0.1\n");
        }

        @Test
        void aShimOnThePathIsAskedForTheHomeOfItsJava() throws Exception {
            Path home = checkout.jdkAt(folder.resolve("managed/24"), "24.0.1");
            Path shims = folder.resolve("shims");
            Checkout.script(shims.resolve("java"), "#!/bin/sh\necho '    java.home = %s' >&2\n".formatted(home));
            checkout.addToPath(shims);

            assertThat(checkout.done("version")).startsWith("java 24.0.1\n");
        }

        @Test
        void withoutAnyItSaysWhatToInstallAndWhatItSaw() throws Exception {
            checkout.set(
                    "JAVA_HOME",
                    checkout.jdkAt(folder.resolve("old"), "17.0.15").toString());
            checkout.runtimeAt(folder.resolve("jd ks/jre"), "25.0.3");

            Call call = checkout.call("version");

            assertThat(call.code()).isEqualTo(2);
            assertThat(call.err())
                    .contains("a JDK of version 21 or newer is needed, and none was found")
                    .contains("Java 17.0.15 in " + folder.resolve("old") + ": too old")
                    .contains("Java 25.0.3 in " + folder.resolve("jd ks/jre") + ": has no javac")
                    .contains("apt-get install")
                    .contains("JAVA_HOME");
            assertThat(checkout.mavenCalls()).isEmpty();
        }
    }

    @Nested
    class Builds {
        private Path jdk;

        @BeforeEach
        void jdkIsThere() throws IOException {
            jdk = checkout.jdk("25.0.3");
        }

        @Test
        void theFirstCallBuildsWithTheJdkItFoundAndTheSecondDoesNot() throws Exception {
            checkout.maven();

            Call first = checkout.call("schema", "import", "a path", "--x=*");
            Call second = checkout.call("schema", "import", "a path", "--x=*");

            assertThat(first.err()).contains("building [1/2] base").contains("building [2/2] cli");
            assertThat(first.out()).contains("[dev.konverge.cli.Main]\n[schema]\n[import]\n[a path]\n[--x=*]\n");
            assertThat(checkout.mavenCalls())
                    .singleElement()
                    .asString()
                    .startsWith(jdk + ": ")
                    .contains(" package ")
                    .contains("-pl cli -am");
            assertThat(second.err()).isEmpty();
            assertThat(second.out()).isEqualTo(first.out());
        }

        @Test
        void theProgramRunsFromCopiesThatTheNextBuildDoesNotTouch() throws Exception {
            checkout.maven();

            String classpath = checkout.done("demo")
                    .lines()
                    .filter(l -> l.contains(".jar"))
                    .findFirst()
                    .orElseThrow();

            assertThat(classpath)
                    .contains("konverge-cli.jar")
                    .contains("konverge-base.jar")
                    .doesNotContain("/target/");
        }

        @Test
        void whatWasChangedOrDeletedIsBuiltAgainAndTestsDoNotMatter() throws Exception {
            checkout.maven();
            checkout.done("version");

            checkout.edit("base/src/test/java/ATest.java");
            checkout.edit("benchmarks/src/main/java/A.java");
            checkout.done("version");
            assertThat(checkout.mavenCalls()).as("a test, a benchmark").hasSize(1);

            checkout.edit("base/src/main/java/A.java");
            checkout.done("version");
            assertThat(checkout.mavenCalls()).as("a source").hasSize(2);

            checkout.edit("pom.xml");
            checkout.done("version");
            assertThat(checkout.mavenCalls()).as("the parent").hasSize(3);

            Files.delete(checkout.root().resolve("cli/src/main/java/A.java"));
            checkout.done("version");
            assertThat(checkout.mavenCalls()).as("a deletion").hasSize(4);

            checkout.done("version");
            assertThat(checkout.mavenCalls()).as("nothing").hasSize(4);
        }

        @Test
        void theBenchmarksAreBuiltOnlyForThemselves() throws Exception {
            checkout.maven();
            checkout.done("version");

            String out = checkout.done("bench", "codec", "--quick");

            assertThat(out).contains("[dev.konverge.benchmarks.Main]\n[codec]\n[--quick]\n");
            assertThat(checkout.mavenCalls()).hasSize(2);
            assertThat(checkout.mavenCalls().getFirst()).doesNotContain("benchmarks");
            assertThat(checkout.mavenCalls().getLast()).contains("-pl benchmarks -am");
        }

        @Test
        void aFailedBuildShowsWhatMavenSaidOfTheModuleAndEndsWithOne() throws Exception {
            checkout.maven("""
                    echo '[WARNING] A.java:[1,1] a warning that counts'
                    echo '[ERROR] COMPILATION ERROR :'
                    echo '[ERROR] A.java:[2,2] cannot find symbol'
                    echo '  symbol: class B'
                    exit 1
                    """);

            Call call = checkout.call("version");

            assertThat(call.code()).isEqualTo(1);
            assertThat(call.out()).isEmpty();
            assertThat(call.err())
                    .contains("the build failed in base")
                    .contains("a warning that counts")
                    .contains("A.java:[2,2] cannot find symbol\n  symbol: class B")
                    .contains(".konverge/build-cli.log");
        }

        @Test
        void aFailedBuildIsTriedAgain() throws Exception {
            checkout.maven("exit 1");
            assertThat(checkout.call("version").code()).isEqualTo(1);
            checkout.maven();

            checkout.done("version");
        }

        @Test
        void withoutMavenItSaysWhatToInstall() throws Exception {
            Call call = checkout.call("version");

            assertThat(call.code()).isEqualTo(2);
            assertThat(call.err()).contains("no 'mvn' on the PATH").contains("apt-get install maven");
        }
    }

    @Nested
    class BuildsOneAtATime {
        /** Waits until the test says so, or until it is ended, as a Maven in the middle of a build is. */
        private static final String PAUSE = "while [ ! -e go ]; do sleep 0.02; done";

        @BeforeEach
        void jdkIsThere() throws IOException {
            checkout.jdk("25.0.3");
        }

        @Test
        void theSecondWaitsForTheFirstAndUsesItsBuild() throws Exception {
            checkout.maven(PAUSE);
            Running first = checkout.start("version");
            first.awaitError("building [1/2] base");
            Running second = checkout.start("version");
            second.awaitError(
                    "waiting for another build (process " + first.process().pid());

            Files.createFile(checkout.root().resolve("go"));

            first.end().assertDone();
            second.end().assertDone();
            assertThat(checkout.mavenCalls()).hasSize(1);
        }

        @Test
        void aLockWhoseOwnerIsGoneIsTaken() throws Exception {
            checkout.maven();
            Path state = Files.createDirectories(checkout.root().resolve(".konverge"));
            Process gone = new ProcessBuilder("uname", "-n").start();
            String host =
                    new String(gone.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8).strip();
            gone.waitFor();
            Files.createSymbolicLink(state.resolve("lock"), Path.of(gone.pid() + "@" + host));

            checkout.done("version");
        }

        @Test
        void stoppedInTheMiddleItEndsMavenAndTheNextCallRepairs() throws Exception {
            checkout.maven(
                    "mkdir -p base/target; echo half >base/target/konverge-base.jar; echo $$ >maven-pid; " + PAUSE);
            Running stopped = checkout.start("version");
            stopped.awaitError("building [1/2] base");

            stopped.process().toHandle().destroy();
            Call call = stopped.end();

            assertThat(call.code()).isEqualTo(143);
            assertThat(call.err()).contains("stopped. The next call builds what is missing.");
            long maven = Long.parseLong(
                    Files.readString(checkout.root().resolve("maven-pid")).strip());
            assertThat(ProcessHandle.of(maven).filter(ProcessHandle::isAlive)).isEmpty();

            checkout.maven("ls base/target >left-over");
            checkout.done("version");
            assertThat(checkout.root().resolve("left-over"))
                    .as("what was half written is gone")
                    .isEmptyFile();
        }
    }

    @Nested
    class RunsTheTests {
        @BeforeEach
        void jdkIsThere() throws IOException {
            checkout.jdk("25.0.3");
        }

        @Test
        void resultsAreShownAndSummedUp() throws Exception {
            checkout.maven("""
                    echo '[INFO] --- noise'
                    echo '[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 1, Time elapsed: 0.1 s -- in a.ATest'
                    echo '[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 1'
                    echo '[INFO] Tests run: 4, Failures: 0, Errors: 0, Skipped: 0'
                    """);

            Call call = checkout.call("test", "-Dx=a b");

            assertThat(call.code()).isZero();
            assertThat(call.out())
                    .contains(
                            "[1/2] base\n[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 1, Time elapsed: 0.1 s")
                    .contains("[INFO] Tests run: 4, Failures: 0, Errors: 0, Skipped: 0\n")
                    .doesNotContain("noise")
                    .contains("konverge: all passed: 7 tests, 1 skipped");
            assertThat(checkout.mavenCalls()).singleElement().asString().endsWith(" verify -Dx=a b");
        }

        @Test
        void failuresAreShownWithTheirTracesAndEndWithOne() throws Exception {
            checkout.maven("""
                    echo '[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.1 s <<< FAILURE! -- in a.ATest'
                    echo '[ERROR] a.ATest.x <<< FAILURE!'
                    echo 'java.lang.AssertionError: because'
                    echo '	at a.ATest.x(ATest.java:1)'
                    echo '[INFO] '
                    echo 'unrelated'
                    echo '[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 0'
                    exit 1
                    """);

            Call call = checkout.call("test");

            assertThat(call.code()).isEqualTo(1);
            assertThat(call.out())
                    .contains("java.lang.AssertionError: because\n\tat a.ATest.x(ATest.java:1)\n")
                    .doesNotContain("unrelated")
                    .contains("konverge: FAILED in base: 3 tests run, 1 failed, 0 skipped");
        }

        @Test
        void theRealLayerIsNotRunUnaskedAndThatIsSaid() throws Exception {
            checkout.maven();

            assertThat(checkout.done("test"))
                    .contains("konverge: the real layer was not run: there is no Go to build kube-apiserver with,"
                            + " and KUBEBUILDER_ASSETS names no folder that has it\n");
            checkout.set("KUBEBUILDER_ASSETS", "/somewhere");
            assertThat(checkout.done("test"))
                    .contains("konverge: the real layer was not run: ./konverge test --real runs it\n");
            assertThat(checkout.mavenCalls()).noneMatch(call -> call.contains("real"));
        }

        @Test
        void theRealLayerNeedsTheProgramsOfKubernetes() throws Exception {
            checkout.maven();
            checkout.kubernetesBuild("echo 'there is no go on the PATH' >&2; exit 2");

            Call call = checkout.call("test", "--real");

            assertThat(call.code()).isEqualTo(2);
            assertThat(call.err())
                    .contains(
                            "there is no go on the PATH",
                            "the real layer cannot be run",
                            "without --real everything else");
            assertThat(checkout.mavenCalls()).isEmpty();
        }

        @Test
        void theRealLayerIsRunWithTheProgramsThatWereBuilt() throws Exception {
            checkout.maven();
            checkout.kubernetesBuild("echo \"$*\" >built");

            assertThat(checkout.done("test", "--real", "-Dx=a b")).doesNotContain("was not run");
            assertThat(Files.readString(checkout.root().resolve("built")))
                    .isEqualTo("etcd kube-apiserver kube-controller-manager kubectl\n");
            assertThat(checkout.mavenCalls())
                    .singleElement()
                    .asString()
                    .endsWith(" verify -Dx=a b -Dreal.tests.skip=false");
        }

        @Test
        void theFolderThatTheVariableNamesMustHaveTheServer() throws Exception {
            checkout.maven();
            checkout.kubernetesBuild("echo \"$*\" >built; exit 2");
            Path assets = Files.createDirectories(checkout.root().resolve("assets"));
            checkout.set("KUBEBUILDER_ASSETS", assets.toString());
            Checkout.script(assets.resolve("etcd"), "");

            Call incomplete = checkout.call("test", "--real");
            assertThat(incomplete.code()).isEqualTo(2);
            assertThat(incomplete.err())
                    .contains("there is no kube-apiserver in " + assets + ", which KUBEBUILDER_ASSETS names.");
            Checkout.script(assets.resolve("kube-apiserver"), "");
            Checkout.script(assets.resolve("kubectl"), "");

            Call complete = checkout.call("test", "--real");
            assertThat(complete.code()).as(complete.err()).isZero();
            assertThat(complete.err()).contains("without kube-controller-manager the tests that need them are skipped");
            assertThat(Files.readString(checkout.root().resolve("built"))).isEqualTo("kube-controller-manager\n");
        }

        @Test
        void aRunWithoutTestsHasNotPassedAny() throws Exception {
            checkout.maven();

            assertThat(checkout.done("test", "-DskipTests"))
                    .contains("konverge: done, and no test was run: ")
                    .doesNotContain("passed");
        }

        @Test
        void aWholeRunLeavesTheProgramsBuilt() throws Exception {
            checkout.maven();
            checkout.done("test");

            assertThat(checkout.done("version")).contains("java 25.0.3");
            assertThat(checkout.done("bench")).contains("java 25.0.3");
            assertThat(checkout.mavenCalls()).hasSize(1);
        }
    }

    @Nested
    class WithoutABuild {
        @Test
        void helpNeedsNeitherJavaNorMaven() throws Exception {
            for (String[] arguments : new String[][] {{}, {"help"}, {"--help"}, {"-h"}}) {
                Call call = checkout.call(arguments);

                assertThat(call.code()).isZero();
                assertThat(call.out()).isEqualTo(HelpText.read());
            }
        }

        @Test
        void helpOfTheLaunchersOwnCommandsNeedsNeitherJavaNorMaven() throws Exception {
            for (String[] arguments :
                    new String[][] {{"help", "test"}, {"test", "--help"}, {"test", "-pl", "base", "-h"}}) {
                Call call = checkout.call(arguments);

                assertThat(call.code()).as(call.err()).isZero();
                assertThat(call.out()).startsWith("Usage: ./konverge test ").contains("--real", "KONVERGE_VERBOSE");
            }
            Call bench = checkout.call("help", "bench");
            assertThat(bench.code()).as(bench.err()).isZero();
            assertThat(bench.out()).startsWith("Usage: ./konverge bench ").contains("--quick", "--json");
        }

        @Test
        void helpOfAnUnknownCommandNamesTheOneThatWasMeant() throws Exception {
            Call call = checkout.call("help", "tset");

            assertThat(call.code()).isEqualTo(2);
            assertThat(call.err()).contains("there is no command 'tset'. Did you mean: test?");
        }

        @Test
        void anUnknownCommandNamesTheOneThatWasMeant() throws Exception {
            Call call = checkout.call("tset");

            assertThat(call.code()).isEqualTo(2);
            assertThat(call.err())
                    .isEqualTo(
                            "konverge: there is no command 'tset'. Did you mean: test? './konverge help' lists them all.");
        }

        @Test
        void anUnknownCommandThatResemblesNoneGetsTheList() throws Exception {
            Call call = checkout.call("frobnicate");

            assertThat(call.code()).isEqualTo(2);
            assertThat(call.err())
                    .contains("no command 'frobnicate'")
                    .contains("test demo apiserver fidelity sample-controller lab bench generate schema version help");
        }

        @Test
        void itWorksThroughALinkFromAnotherFolder() throws Exception {
            Path link = Files.createSymbolicLink(
                    folder.resolve("k"), checkout.root().resolve("konverge"));
            Process process = new ProcessBuilder(link.toString(), "help")
                    .directory(folder.toFile())
                    .start();
            String out = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);

            assertThat(process.waitFor()).isZero();
            assertThat(out).isEqualTo(HelpText.read());
        }
    }
}
