package dev.konverge.benchmarks.codec;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What all pods of one workload have in common.
 *
 * @param app the name of the workload
 * @param team who runs it
 * @param namespace where
 * @param hash the hash in the name of its replica set
 * @param ownerUid the identity of its replica set
 * @param created when it was rolled out, in seconds
 * @param containers its containers, two or three
 */
record PodTemplate(
        String app,
        String team,
        String namespace,
        String hash,
        String ownerUid,
        long created,
        List<ContainerTemplate> containers) {
    private static final String[] NOUNS = {
        "checkout", "catalog", "payments", "search", "profile", "inventory", "shipping", "pricing", "ledger", "mailer"
    };
    private static final String[] ROLES = {"api", "worker", "frontend", "gateway", "indexer", "scheduler"};
    private static final String[] TEAMS = {"orders", "storefront", "platform", "finance", "logistics", "identity"};
    private static final String[] MAIN_VARIABLES = {
        "SERVICE_NAME",
        "LOG_LEVEL",
        "DATABASE_URL",
        "CACHE_ENDPOINT",
        "HTTP_TIMEOUT",
        "QUEUE_URL",
        "FEATURE_FLAGS",
        "POD_NAME",
        "DATABASE_PASSWORD"
    };
    private static final String[] PROXY_VARIABLES = {"PROXY_CONFIG", "TRACE_SAMPLING", "UPSTREAM_HOST", "POD_IP"};
    private static final String[] LOG_VARIABLES = {"OUTPUT_FORMAT", "FLUSH_INTERVAL"};
    private static final String[] LONG_PROXY_VARIABLES = {
        "PROXY_CONFIG", "TRACE_SAMPLING", "UPSTREAM_HOST", "POD_IP", "CONCURRENCY", "DRAIN_SECONDS"
    };

    /**
     * A container of a workload.
     *
     * @param name its name
     * @param image the image it runs
     * @param digest the image's digest
     * @param port the port it serves
     * @param variables the names of its environment variables
     * @param version goes into values that differ from workload to workload
     */
    record ContainerTemplate(String name, String image, String digest, int port, List<String> variables, int version) {}

    /** {@return the template of the workload with that number} */
    static PodTemplate of(long seed, int number) {
        var random = new SplittableRandom(seed * 31 + number);
        String app = NOUNS[number % NOUNS.length] + "-" + ROLES[number / NOUNS.length % ROLES.length] + "-" + number;
        String team = TEAMS[random.nextInt(TEAMS.length)];
        var containers = new ArrayList<ContainerTemplate>();
        boolean three = random.nextInt(3) == 0;
        containers.add(container("app", "registry.example.com/" + team + "/" + app, 8080, MAIN_VARIABLES, random));
        containers.add(container(
                "proxy",
                "registry.example.com/mesh/proxy",
                15090,
                three ? PROXY_VARIABLES : LONG_PROXY_VARIABLES,
                random));
        if (three) {
            containers.add(
                    container("log-shipper", "registry.example.com/logging/shipper", 2020, LOG_VARIABLES, random));
        }
        return new PodTemplate(
                app,
                team,
                team + "-" + (random.nextBoolean() ? "prod" : "staging"),
                Identifiers.suffix(random, 10),
                Identifiers.uid(random),
                Identifiers.EPOCH + random.nextInt(86_400 * 30),
                containers);
    }

    private static ContainerTemplate container(
            String name, String image, int port, String[] variables, SplittableRandom random) {
        int version = random.nextInt(1, 60);
        return new ContainerTemplate(
                name, image + ":v1." + version + ".0", Identifiers.hex(random, 64), port, List.of(variables), version);
    }
}
