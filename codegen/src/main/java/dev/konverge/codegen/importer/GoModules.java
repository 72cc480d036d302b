package dev.konverge.codegen.importer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The packages of some Go modules on disk: their type declarations, constants and protobuf messages. */
final class GoModules {
    /**
     * A package.
     *
     * @param path its import path
     * @param types its type declarations, by name
     * @param constants its string constants
     * @param messages its protobuf messages, by name
     */
    record GoPackage(
            String path,
            Map<String, GoType.Declaration> types,
            List<GoType.Constant> constants,
            Map<String, ProtoFile.Message> messages) {}

    private static final String PROTO_FILE = "generated.proto";

    private final Map<String, Path> folders = new HashMap<>();
    private final Map<String, String> pathsByTypePrefix = new HashMap<>();
    private final Map<String, String> pathsByProtoPackage = new HashMap<>();
    private final Map<String, GoPackage> packages = new HashMap<>();

    /** The packages of the modules in {@code roots}, each the folder of a {@code go.mod}. */
    GoModules(List<Path> roots) {
        roots.forEach(this::index);
    }

    private void index(Path root) {
        String module = modulePath(root.resolve("go.mod"));
        try (Stream<Path> folder = Files.walk(root)) {
            for (Path path : folder.filter(Files::isDirectory).toList()) {
                String relative = root.relativize(path).toString().replace('\\', '/');
                String packagePath = relative.isEmpty() ? module : module + "/" + relative;
                folders.put(packagePath, path);
                pathsByTypePrefix.put(typePrefix(packagePath), packagePath);
                pathsByProtoPackage.put(protoPackage(packagePath), packagePath);
            }
        } catch (IOException e) {
            throw new ImportException("cannot read the Go module in " + root + ": " + e, e);
        }
    }

    private static String modulePath(Path goMod) {
        try (Stream<String> lines = Files.lines(goMod)) {
            return lines.map(String::strip)
                    .filter(line -> line.startsWith("module "))
                    .map(line -> line.substring("module ".length()).strip())
                    .findFirst()
                    .orElseThrow(() -> new ImportException(goMod + " names no module"));
        } catch (IOException e) {
            throw new ImportException(
                    goMod + " cannot be read: give the folder of a Go module, such as the one that "
                            + "'go mod download -json k8s.io/api@v0.36.4' prints as Dir",
                    e);
        }
    }

    /** {@return the package whose types have names that start with {@code prefix}, such as io.k8s.api.core.v1} */
    Optional<GoPackage> findByTypePrefix(String prefix) {
        return Optional.ofNullable(pathsByTypePrefix.get(prefix)).flatMap(this::find);
    }

    /** {@return the protobuf message with that full name, such as k8s.io.api.core.v1.Pod} */
    Optional<ProtoFile.Message> findMessage(String fullName) {
        int dot = fullName.lastIndexOf('.');
        return Optional.ofNullable(pathsByProtoPackage.get(fullName.substring(0, Math.max(0, dot))))
                .flatMap(this::find)
                .map(owner -> owner.messages().get(fullName.substring(dot + 1)));
    }

    /** {@return the package with that import path, if it is in one of the modules} */
    Optional<GoPackage> find(String path) {
        Path folder = folders.get(path);
        if (folder == null) {
            return Optional.empty();
        }
        GoPackage known = packages.get(path);
        if (known == null) {
            known = read(path, folder);
            packages.put(path, known);
        }
        return Optional.of(known);
    }

    /**
     * A type declaration and where it was found.
     *
     * @param owner the package
     * @param declaration the declaration
     */
    record Resolved(GoPackage owner, GoType.Declaration declaration) {
        GoType.Named name() {
            return new GoType.Named(owner.path(), declaration.name());
        }
    }

    /** {@return the declaration that a name stands for, aliases followed, if it is in one of the modules} */
    Optional<Resolved> resolve(GoType.Named name) {
        return find(name.packagePath()).flatMap(owner -> {
            GoType.Declaration declaration = owner.types().get(name.name());
            if (declaration == null) {
                return Optional.empty();
            }
            return declaration.alias() && declaration.type() instanceof GoType.Named target
                    ? resolve(target)
                    : Optional.of(new Resolved(owner, declaration));
        });
    }

    /** {@return how names of types start in OpenAPI: k8s.io/api/core/v1 gives io.k8s.api.core.v1} */
    private static String typePrefix(String packagePath) {
        int slash = packagePath.indexOf('/');
        String domain = slash < 0 ? packagePath : packagePath.substring(0, slash);
        List<String> labels = new ArrayList<>(List.of(domain.split("\\.", -1)));
        Collections.reverse(labels);
        return String.join(".", labels)
                + (slash < 0 ? "" : packagePath.substring(slash).replace('/', '.'));
    }

    /** {@return the protobuf package that goes with a Go package} */
    static String protoPackage(String packagePath) {
        return packagePath.replace('/', '.').replace('-', '_');
    }

    private static GoPackage read(String path, Path folder) {
        Map<String, GoType.Declaration> types = new LinkedHashMap<>();
        List<GoType.Constant> constants = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(GoModules::isDeclaring).sorted().toList()) {
                GoParser parsed = new GoParser(Files.readString(file), file.toString(), path).parse();
                parsed.types().forEach(type -> types.put(type.name(), type));
                constants.addAll(parsed.constants());
            }
            Path proto = folder.resolve(PROTO_FILE);
            Map<String, ProtoFile.Message> messages = Files.exists(proto)
                    ? ProtoFile.parse(Files.readString(proto), proto.toString()).messages()
                    : Map.of();
            return new GoPackage(path, types, constants, messages);
        } catch (IOException e) {
            throw new ImportException("cannot read Go package " + path + ": " + e, e);
        }
    }

    /** Tests and generated code declare no type that is sent. */
    private static boolean isDeclaring(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(".go")
                && !name.endsWith("_test.go")
                && !name.startsWith("zz_generated")
                && !name.startsWith("generated.");
    }
}
