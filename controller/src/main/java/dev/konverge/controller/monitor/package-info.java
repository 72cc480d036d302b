/**
 * What a running manager tells about itself: figures in Prometheus' text form, health and readiness, over HTTP.
 *
 * <p>{@link dev.konverge.controller.monitor.PrometheusMonitor} takes what the parts of the machinery report and keeps it in a
 * {@link dev.konverge.controller.monitor.MetricsRegistry}; {@link dev.konverge.controller.monitor.MonitoringServer} shows it.
 */
package dev.konverge.controller.monitor;
