/**
 * Where an API server is, whom to trust and who asks: from kubeconfig files, from inside a cluster, or by hand.
 *
 * <p>{@link dev.konverge.client.config.KubeConfig} finds, merges and resolves; the result is one immutable
 * {@link dev.konverge.client.config.ClientConfig}, which knows nothing of where it came from. No part of this package
 * opens a connection, and none prints a secret.
 */
package dev.konverge.client.config;
