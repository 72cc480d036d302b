package dev.konverge.client.transport;

import java.time.Duration;
import java.time.Instant;

/**
 * Is told what happens below the requests: names, connections, certificates, exec plugins. What is not overridden is not counted.
 *
 * <p>The names are those under which client-go publishes the same figures. Those of its garbage collected caches have no counterpart
 * here: connections are closed when the last transport that uses them is. Called by many threads at once; must not block or throw.
 */
public interface TransportMetrics {
    /** Counts nothing. */
    TransportMetrics NONE = new TransportMetrics() {};

    /** {@code rest_client_dns_resolution_duration_seconds}: finding the addresses of a host took that long. */
    default void resolved(String host, Duration duration) {}

    /** {@code rest_client_transport_create_calls_total}: a transport was made, on connections that were there already or not. */
    default void connected(boolean shared) {}

    /** {@code rest_client_transport_cache_entries}: there are so many sets of shared connections now. */
    default void connectionSets(int count) {}

    /** {@code rest_client_transport_ca_reload_total}: a changed file with authorities was read, and could be used or not. */
    default void authoritiesReloaded(boolean usable) {}

    /** {@code rest_client_exec_plugin_call_total}: a plugin was run. */
    default void pluginCalled(PluginCall result, int exitCode) {}

    /** {@code rest_client_exec_plugin_policy_call_total}: the policy allowed a plugin, or did not. */
    default void pluginAsked(boolean allowed) {}

    /** {@code rest_client_exec_plugin_ttl_seconds}: the newest credentials of a plugin are good until then. */
    default void pluginExpires(Instant time) {}

    /** {@code rest_client_exec_plugin_certificate_rotation_age}: a plugin's client certificate was replaced at that age. */
    default void certificateRotated(Duration age) {}

    /** What came of running a plugin. */
    enum PluginCall {
        /** It ended well. */
        NO_ERROR("no_error"),
        /** There is no such program. */
        NOT_FOUND("plugin_not_found_error"),
        /** It ended with a code other than 0. */
        FAILED("plugin_execution_error"),
        /** It could not be run, or did not end in time. */
        NOT_RUN("client_internal_error");

        private final String label;

        PluginCall(String label) {
            this.label = label;
        }

        /** {@return the {@code call_status} of client-go's metric} */
        public String label() {
            return label;
        }
    }
}
