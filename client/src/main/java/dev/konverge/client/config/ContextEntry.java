package dev.konverge.client.config;

import java.nio.file.Path;

/**
 * A context as a kubeconfig describes it: which user in which cluster; what is not set is empty.
 *
 * @param cluster the name of the cluster
 * @param user the name of the user
 * @param namespace the namespace to use where none is named
 * @param file where it was defined
 */
public record ContextEntry(String cluster, String user, String namespace, Path file) {}
