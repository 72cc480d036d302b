package dev.konverge.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import dev.konverge.model.GroupVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** DS-9. */
class DiskDiscoveryTest {
    private static final GroupVersion APPS = new GroupVersion("apps", "v1");
    private static final Duration TTL = Duration.ofHours(6);

    @TempDir
    Path directory;

    private final Clock clock = Platform.real().clock();
    private int asked;
    private ApiCatalog server = catalog("apps");

    private static ApiCatalog catalog(String named) {
        GroupVersion other = new GroupVersion(named, "v1");
        return new ApiCatalog(
                List.of(new ApiGroup("", List.of("v1"), "v1"), new ApiGroup(named, List.of("v1"), "v1")),
                Map.of(GroupVersion.CORE_V1, resources(GroupVersion.CORE_V1), other, resources(other)),
                Map.of());
    }

    private static List<ApiResource> resources(GroupVersion groupVersion) {
        return List.of(resource(groupVersion, "things"));
    }

    private static ApiResource resource(GroupVersion groupVersion, String name) {
        return new ApiResource(
                groupVersion,
                name,
                "thing",
                groupVersion.withKind("Thing"),
                true,
                List.of("get", "list"),
                List.of("th"),
                List.of("all"));
    }

    private DiskDiscovery process() {
        return new DiskDiscovery(
                () -> {
                    asked++;
                    return server;
                },
                directory.resolve("server"),
                TTL,
                clock);
    }

    private Path file(String name) {
        return directory.resolve("server").resolve(name);
    }

    @Test
    void whatOneProcessWroteAnotherReads() throws IOException {
        assertThat(process().catalog()).isEqualTo(server);
        ApiCatalog read = process().catalog();
        assertThat(read.groups()).isEqualTo(server.groups());
        assertThat(read.resources()).isEqualTo(server.resources());
        assertThat(asked).isEqualTo(1);
        assertThat(Files.getPosixFilePermissions(file("apps/v1/serverresources.json")))
                .isEqualTo(PosixFilePermissions.fromString("rw-rw----"));
        try (Stream<Path> all = Files.walk(directory.resolve("server"))) {
            assertThat(all.filter(Files::isRegularFile).map(Path::getFileName).map(Path::toString))
                    .containsExactlyInAnyOrder("servergroups.json", "serverresources.json", "serverresources.json");
        }
    }

    @Test
    void oldMissingAndBrokenFilesAreAskedForAgain() throws IOException {
        process().catalog();
        Files.setLastModifiedTime(
                file("v1/serverresources.json"), FileTime.from(Instant.now().minus(TTL)));
        process().catalog();
        assertThat(asked).as("one is too old").isEqualTo(2);
        Files.delete(file("apps/v1/serverresources.json"));
        process().catalog();
        assertThat(asked).as("one is missing").isEqualTo(3);
        Files.writeString(file("servergroups.json"), "{\"groups\":[");
        process().catalog();
        assertThat(asked).as("one is broken").isEqualTo(4);
        process().catalog();
        assertThat(asked).isEqualTo(4);
    }

    @Test
    void afterForgettingOnlyOwnFilesCount() {
        DiskDiscovery discovery = process();
        discovery.catalog();
        discovery.invalidate();
        server = catalog("batch");
        assertThat(discovery.catalog()).isEqualTo(server);
        assertThat(discovery.catalog().groups()).isEqualTo(server.groups());
        assertThat(asked).isEqualTo(2);
    }

    @Test
    void whatWasAskedForBeforeForgettingIsForgottenToo() {
        AtomicReference<@Nullable DiskDiscovery> forgetful = new AtomicReference<>();
        DiskDiscovery discovery = new DiskDiscovery(
                () -> {
                    asked++;
                    DiskDiscovery meanwhile = forgetful.getAndSet(null);
                    if (meanwhile != null) {
                        meanwhile.invalidate();
                    }
                    return server;
                },
                directory.resolve("server"),
                TTL,
                clock);
        forgetful.set(discovery);
        discovery.catalog();
        discovery.catalog();
        assertThat(asked).isEqualTo(2);
        discovery.catalog();
        assertThat(asked).isEqualTo(2);
    }

    @Test
    void anAnswerFromBeforeForgettingDoesNotReplaceALaterOne() {
        ApiCatalog before = server;
        AtomicReference<@Nullable DiskDiscovery> forgetful = new AtomicReference<>();
        DiskDiscovery discovery = new DiskDiscovery(
                () -> {
                    DiskDiscovery meanwhile = forgetful.getAndSet(null);
                    if (meanwhile == null) {
                        return server;
                    }
                    meanwhile.invalidate();
                    // The same groups, so that the files have the same names.
                    server = new ApiCatalog(
                            before.groups(),
                            Map.of(
                                    GroupVersion.CORE_V1,
                                    before.resources(GroupVersion.CORE_V1),
                                    APPS,
                                    List.of(resource(APPS, "others"))),
                            Map.of());
                    assertThat(meanwhile.catalog()).isEqualTo(server);
                    return before;
                },
                directory.resolve("server"),
                TTL,
                clock);
        forgetful.set(discovery);
        assertThat(discovery.catalog()).as("who asked gets the answer").isEqualTo(before);
        assertThat(discovery.catalog().resources()).isEqualTo(server.resources());
    }

    @Test
    void theMemoryInFrontOfItForgetsTheFilesToo() {
        var memory = new CachedDiscovery(process(), clock);
        memory.catalog();
        server = catalog("batch");
        memory.invalidate();
        assertThat(memory.catalog().groups()).isEqualTo(server.groups());
    }

    @Test
    void whatTheFilesDoNotNameTheServerIsAskedFor() {
        // DS-9: files of another process are not fresh, so a kind that was added since is found.
        process().catalog();
        server = catalog("widgets.test");
        RestMapper mapper = new RestMapper(new CachedDiscovery(process(), clock));
        assertThat(mapper.find("things.widgets.test")).isPresent();
        assertThat(asked).isEqualTo(2);
        assertThat(mapper.find("nothings")).as("asked just now").isEmpty();
        assertThat(asked).isEqualTo(2);
    }

    @Test
    void aVersionThatCouldNotTellIsAskedForAgain() {
        // DS-4: it is not among the versions of its group, so the files alone would look complete.
        ApiCatalog all = server;
        server = new ApiCatalog(all.groups(), all.resources(), Map.of(new GroupVersion("apps", "v2"), "stale"));
        assertThat(process().catalog().failures()).isNotEmpty();
        assertThat(process().catalog().failures()).isNotEmpty();
        assertThat(asked).isEqualTo(2);
    }

    @Test
    void whatIsEmptyOrHasFailedIsNotKept() {
        server = new ApiCatalog(
                List.of(new ApiGroup("apps", List.of("v1"), "v1")), Map.of(APPS, List.of()), Map.of(APPS, "away"));
        process().catalog();
        process().catalog();
        assertThat(asked).isEqualTo(2);
        assertThat(file("apps/v1/serverresources.json")).doesNotExist();
    }

    @Test
    void aServerCannotWriteOutsideOfTheDirectory() {
        server = catalog("../../evil");
        process().catalog();
        assertThat(directory.resolve("evil")).doesNotExist();
        assertThat(directory.resolveSibling("evil")).doesNotExist();
    }

    @Test
    void aDirectoryThatCannotBeWrittenDoesNoHarm() throws IOException {
        Files.writeString(directory.resolve("server"), "a file");
        assertThat(process().catalog()).isEqualTo(server);
    }
}
