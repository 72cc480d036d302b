package dev.konverge.client.config;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds kubeconfig files and merges them. */
final class KubeConfigLoader {
    private static final Logger LOG = LoggerFactory.getLogger(KubeConfigLoader.class);

    private KubeConfigLoader() {}

    static KubeConfig explicit(Path file) {
        return KubeConfigParser.parse(read(file), file);
    }

    static KubeConfig standard(Environment environment) {
        List<Path> candidates = candidates(environment);
        List<KubeConfig> found = new ArrayList<>();
        List<ConfigException> broken = new ArrayList<>();
        for (Path file : candidates) {
            if (Files.exists(file)) {
                try {
                    found.add(explicit(file));
                } catch (ConfigException e) {
                    broken.add(e);
                }
            }
        }
        if (!broken.isEmpty()) {
            ConfigException first = broken.getFirst();
            broken.stream().skip(1).forEach(first::addSuppressed);
            throw first;
        }
        if (found.isEmpty() && !environment.variable("KUBECONFIG").isEmpty()) {
            LOG.atWarn().addKeyValue("files", candidates).log("none of the files of KUBECONFIG exists");
        }
        return merge(found);
    }

    private static List<Path> candidates(Environment environment) {
        Set<Path> files = new LinkedHashSet<>();
        for (String file : environment.variable("KUBECONFIG").split(Pattern.quote(File.pathSeparator), -1)) {
            if (!file.isEmpty()) {
                files.add(Path.of(file));
            }
        }
        if (files.isEmpty()) {
            files.add(environment.home().resolve(".kube").resolve("config"));
        }
        return List.copyOf(files);
    }

    /** Of a name that several files define, the first file's definition counts as a whole (KC-2). */
    static KubeConfig merge(List<KubeConfig> files) {
        String currentContext = "";
        Map<String, ClusterEntry> clusters = new LinkedHashMap<>();
        Map<String, UserEntry> users = new LinkedHashMap<>();
        Map<String, ContextEntry> contexts = new LinkedHashMap<>();
        List<Path> paths = new ArrayList<>();
        for (KubeConfig file : files) {
            currentContext = currentContext.isEmpty() ? file.currentContext() : currentContext;
            file.clusters().forEach(clusters::putIfAbsent);
            file.users().forEach(users::putIfAbsent);
            file.contexts().forEach(contexts::putIfAbsent);
            paths.addAll(file.files());
        }
        return new KubeConfig(currentContext, clusters, users, contexts, paths);
    }

    private static String read(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw Unreadable.file(file, e);
        }
    }
}
