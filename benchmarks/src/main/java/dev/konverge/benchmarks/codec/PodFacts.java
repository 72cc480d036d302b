package dev.konverge.benchmarks.codec;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What a pod has to itself.
 *
 * @param suffix the end of its name
 * @param uid its identity
 * @param version its resource version
 * @param node where it runs
 * @param nodeAddress the address of that node
 * @param address its own address
 * @param created when it was created, in seconds
 * @param tokenVolume the name of the volume with its token
 * @param containerIds the ids of its containers
 */
record PodFacts(
        String suffix,
        String uid,
        long version,
        String node,
        String nodeAddress,
        String address,
        long created,
        String tokenVolume,
        List<String> containerIds) {
    static PodFacts of(PodTemplate template, SplittableRandom random) {
        int node = random.nextInt(250);
        var ids = new ArrayList<String>();
        template.containers().forEach(container -> ids.add("containerd://" + Identifiers.hex(random, 64)));
        return new PodFacts(
                Identifiers.suffix(random, 5),
                Identifiers.uid(random),
                10_000_000 + random.nextInt(90_000_000),
                "node-pool-a-%03d.eu-central-1.example.net".formatted(node),
                "10.0." + node / 100 + "." + (10 + node % 100),
                "10.244." + node + "." + random.nextInt(2, 254),
                template.created() + random.nextInt(86_400),
                "kube-api-access-" + Identifiers.suffix(random, 5),
                List.copyOf(ids));
    }
}
