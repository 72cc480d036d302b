package dev.konverge.client;

import dev.konverge.model.APIGroup;
import dev.konverge.model.APIGroupList;
import dev.konverge.model.APIResource;
import dev.konverge.model.APIResourceList;
import dev.konverge.model.GroupVersion;
import dev.konverge.model.GroupVersionForDiscovery;
import dev.konverge.model.codec.Codec;
import dev.konverge.model.codec.DecodeException;
import dev.konverge.model.codec.DecodeOptions;
import dev.konverge.model.codec.JsonReader;
import dev.konverge.model.codec.JsonWriter;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A catalog in files: {@code servergroups.json}, and {@code GROUP/VERSION/serverresources.json}. */
final class CatalogFiles {
    private static final Logger LOG = LoggerFactory.getLogger(CatalogFiles.class);
    private static final String GROUPS = "servergroups.json";
    private static final String RESOURCES = "serverresources.json";

    /** Names come from a server, and become names of directories. */
    private static final Pattern HARMLESS = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.-]*");

    private final Path directory;

    CatalogFiles(Path directory) {
        this.directory = directory;
    }

    /** A file and when it was written. */
    record Entry(Path file, Instant written) {}

    /** {@return the catalog, if all of its files are there, can be read, and are believed} */
    Optional<ApiCatalog> read(Predicate<Entry> believed) {
        Optional<APIGroupList> groups = read(directory.resolve(GROUPS), APIGroupList.CODEC, believed);
        if (groups.isEmpty()) {
            return Optional.empty();
        }
        CatalogBuilder catalog = new CatalogBuilder();
        for (APIGroup group : groups.get().groups()) {
            String name = text(group.name());
            List<String> versions =
                    group.versions().stream().map(CatalogFiles::version).toList();
            GroupVersionForDiscovery preferred = group.preferredVersion();
            catalog.group(new ApiGroup(name, versions, preferred == null ? "" : version(preferred)));
            for (String version : versions) {
                GroupVersion groupVersion = new GroupVersion(name, version);
                Optional<APIResourceList> list =
                        file(groupVersion).flatMap(file -> read(file, APIResourceList.CODEC, believed));
                if (list.isEmpty()) {
                    return Optional.empty();
                }
                catalog.resources(
                        groupVersion,
                        list.get().resources().stream()
                                .map(resource -> CatalogBuilder.resource(groupVersion, resource))
                                .toList());
            }
        }
        return Optional.of(catalog.build());
    }

    private static <T> Optional<T> read(Path file, Codec<T> codec, Predicate<Entry> believed) {
        try {
            if (!believed.test(new Entry(file, Files.getLastModifiedTime(file).toInstant()))) {
                return Optional.empty();
            }
            JsonReader in = new JsonReader(Files.readAllBytes(file), DecodeOptions.STANDARD);
            return Optional.of(codec.read(in));
        } catch (IOException | DecodeException notThere) {
            return Optional.empty();
        }
    }

    /**
     * Writes what there is; what is empty or has failed is asked for again the next time. The groups come without the versions
     * that failed, so as long as some do their file would hide that. {@return the files}
     */
    List<Path> write(ApiCatalog catalog) {
        List<Path> written = new ArrayList<>();
        try {
            for (GroupVersion groupVersion : catalog.resources().keySet()) {
                List<ApiResource> resources = catalog.resources(groupVersion);
                Optional<Path> file = file(groupVersion);
                if (!resources.isEmpty() && file.isPresent()) {
                    write(file.get(), list(groupVersion, resources), APIResourceList.CODEC);
                    written.add(file.get());
                }
            }
            if (!catalog.groups().isEmpty() && catalog.failures().isEmpty()) {
                List<APIGroup> groups =
                        catalog.groups().stream().map(CatalogFiles::group).toList();
                write(directory.resolve(GROUPS), new APIGroupList(groups), APIGroupList.CODEC);
                written.add(directory.resolve(GROUPS));
            }
        } catch (IOException e) {
            LOG.atDebug().setCause(e).addKeyValue("directory", directory).log("discovery cannot be kept in files");
        }
        return written;
    }

    /** Readers see the old file or the new one, never a part. */
    private static <T> void write(Path file, T value, Codec<T> codec) throws IOException {
        JsonWriter out = new JsonWriter();
        codec.write(value, out);
        Path folder = java.util.Objects.requireNonNull(file.getParent());
        Files.createDirectories(folder, permissions("rwxr-x---"));
        Path fresh = Files.createTempFile(folder, file.getFileName() + ".", "");
        try {
            Files.write(fresh, out.toByteArray());
            if (isPosix()) {
                Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rw-rw----"));
            }
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    private static boolean isPosix() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    }

    private static FileAttribute<?>[] permissions(String text) {
        return isPosix()
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text))}
                : new FileAttribute<?>[0];
    }

    private Optional<Path> file(GroupVersion groupVersion) {
        boolean core = groupVersion.group().isEmpty();
        if (!HARMLESS.matcher(groupVersion.version()).matches()
                || !(core || HARMLESS.matcher(groupVersion.group()).matches())) {
            return Optional.empty();
        }
        Path group = core ? directory : directory.resolve(groupVersion.group());
        return Optional.of(group.resolve(groupVersion.version()).resolve(RESOURCES));
    }

    private static APIResourceList list(GroupVersion groupVersion, List<ApiResource> resources) {
        return new APIResourceList(
                groupVersion.toString(),
                resources.stream().map(CatalogFiles::resource).toList());
    }

    private static APIResource resource(ApiResource from) {
        return APIResource.builder()
                .name(from.name())
                .singularName(from.singular())
                .namespaced(from.namespaced())
                .group(from.kind().group())
                .version(from.kind().version())
                .kind(from.kind().kind())
                .verbs(from.verbs())
                .shortNames(from.shortNames())
                .categories(from.categories())
                .build();
    }

    private static APIGroup group(ApiGroup from) {
        return APIGroup.builder()
                .name(from.name())
                .versions(from.versions().stream()
                        .map(version -> version(from.name(), version))
                        .toList())
                .preferredVersion(from.preferred().isEmpty() ? null : version(from.name(), from.preferred()))
                .build();
    }

    private static GroupVersionForDiscovery version(String group, String version) {
        return new GroupVersionForDiscovery(new GroupVersion(group, version).toString(), version);
    }

    private static String version(GroupVersionForDiscovery version) {
        return text(version.version());
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }
}
