package dev.konverge.codegen.crd;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** Reads custom resource definitions from YAML or JSON: one document or many, single or in a list. */
final class CrdFile {
    /** The largest definitions in use have a few million characters; many of them may be in one file. */
    private static final int LONGEST = 100_000_000;

    private CrdFile() {}

    /** {@return the definitions in a file, or in all files of a folder that end in yaml, yml or json} */
    static List<Crd> read(Path path) {
        try {
            if (!Files.exists(path)) {
                throw new CrdException("there is no file or folder '" + path + "'");
            }
            return Files.isDirectory(path) ? readFolder(path) : parse(path.toString(), Files.readString(path));
        } catch (CharacterCodingException e) {
            throw new CrdException("'" + path + "' has something in it that is no text in UTF-8", e);
        } catch (IOException e) {
            throw new CrdException("'" + path + "' cannot be read: " + CrdException.reason(e), e);
        }
    }

    private static List<Crd> readFolder(Path folder) throws IOException {
        List<Crd> all = new ArrayList<>();
        try (var files = Files.list(folder)) {
            for (Path file : files.filter(f -> f.toString().matches(".*\\.(ya?ml|json)"))
                    .sorted()
                    .toList()) {
                all.addAll(definitions(file.toString(), Files.readString(file)));
            }
        }
        if (all.isEmpty()) {
            throw new CrdException("folder '" + folder + "' has no CustomResourceDefinition");
        }
        return all;
    }

    /**
     * {@return the definitions in a text}
     *
     * @param name what to call it in messages
     */
    static List<Crd> parse(String name, String text) {
        List<Crd> all = definitions(name, text);
        if (all.isEmpty()) {
            throw new CrdException(name + " has no CustomResourceDefinition");
        }
        return all;
    }

    /** Manifests often hold other objects beside the definitions; those are left alone. */
    private static List<Crd> definitions(String name, String text) {
        List<Crd> all = new ArrayList<>();
        for (Tree document : documents(name, text)) {
            if (Crd.isDefinition(document)) {
                all.add(Crd.of(document, document.text("apiVersion")));
            } else if (document.text("kind").endsWith("List")) {
                document.list("items").forEach(item -> addItem(all, document, item));
            }
        }
        return all;
    }

    /** What a server gives as a list of definitions says so once, for all of them. */
    private static void addItem(List<Crd> all, Tree list, Tree item) {
        if (Crd.isDefinition(item)) {
            all.add(Crd.of(item, item.text("apiVersion")));
        } else if (list.text("kind").equals("CustomResourceDefinitionList")) {
            all.add(Crd.of(item, list.text("apiVersion")));
        }
    }

    private static List<Tree> documents(String name, String text) {
        LoadSettings settings = LoadSettings.builder()
                .setLabel(name)
                .setCodePointLimit(LONGEST)
                .setSchema(new CoreSchema())
                .setAllowDuplicateKeys(false)
                .setAllowRecursiveKeys(false)
                .setMaxAliasesForCollections(50)
                .build();
        List<Tree> trees = new ArrayList<>();
        try {
            int number = 0;
            for (Object document : new Load(settings).loadAllFromString(text)) {
                number++;
                Cycles.require(document, name);
                trees.add(new Tree(name + (number == 1 ? "" : ", document " + number) + ":", document));
            }
        } catch (StackOverflowError e) {
            throw new CrdException(name + " has objects in objects to a depth that no server would take", e);
        } catch (YamlEngineException e) {
            throw new CrdException(name + " is neither YAML nor JSON: " + e.getMessage(), e);
        }
        return trees;
    }
}
