package dev.konverge.apiserver.http;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts requests by method and answer, for {@code /metrics}. */
final class Traffic {
    /** Of the methods that clients make up all are counted as one. */
    private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

    private final Map<Answered, LongAdder> requests = new ConcurrentHashMap<>();

    private record Answered(String method, int status) {
        String labels() {
            return "method=\"" + method + "\",code=\"" + status + "\"";
        }
    }

    void count(String method, int status) {
        requests.computeIfAbsent(
                        new Answered(METHODS.contains(method) ? method : "other", status), any -> new LongAdder())
                .increment();
    }

    /** {@return the counts in the text format of Prometheus} */
    String text(int watches) {
        StringBuilder out = new StringBuilder();
        out.append("# HELP konverge_apiserver_requests_total Requests answered, by HTTP method and status.\n");
        out.append("# TYPE konverge_apiserver_requests_total counter\n");
        Map<String, LongAdder> ordered = new TreeMap<>();
        requests.forEach((answered, count) -> ordered.put(answered.labels(), count));
        ordered.forEach((labels, count) -> out.append("konverge_apiserver_requests_total{")
                .append(labels)
                .append("} ")
                .append(count.sum())
                .append('\n'));
        out.append("# HELP konverge_apiserver_watches Watches that are open.\n");
        out.append("# TYPE konverge_apiserver_watches gauge\n");
        out.append("konverge_apiserver_watches ").append(watches).append('\n');
        return out.toString();
    }
}
