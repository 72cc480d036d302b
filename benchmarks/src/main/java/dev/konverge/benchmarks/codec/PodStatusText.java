package dev.konverge.benchmarks.codec;

import dev.konverge.benchmarks.codec.PodTemplate.ContainerTemplate;
import java.util.List;

/** The status of a pod that is running and ready. */
final class PodStatusText {
    private static final List<String> CONDITIONS =
            List.of("PodReadyToStartContainers", "Initialized", "Ready", "ContainersReady", "PodScheduled");

    private final PodTemplate template;
    private final PodFacts facts;

    PodStatusText(PodTemplate template, PodFacts facts) {
        this.template = template;
        this.facts = facts;
    }

    void write(JsonText json) {
        json.key("status").open('{').put("observedGeneration", 1).put("phase", "Running");
        json.key("conditions").open('[');
        for (int i = 0; i < CONDITIONS.size(); i++) {
            json.open('{')
                    .put("type", CONDITIONS.get(i))
                    .put("observedGeneration", 1)
                    .put("status", "True")
                    .key("lastProbeTime")
                    .nothing()
                    .put("lastTransitionTime", Identifiers.time(facts.created() + 2L * i))
                    .close('}');
        }
        json.close(']').put("hostIP", facts.nodeAddress());
        json.key("hostIPs")
                .open('[')
                .open('{')
                .put("ip", facts.nodeAddress())
                .close('}')
                .close(']');
        json.put("podIP", facts.address());
        json.key("podIPs")
                .open('[')
                .open('{')
                .put("ip", facts.address())
                .close('}')
                .close(']');
        json.put("startTime", Identifiers.time(facts.created()));
        json.key("containerStatuses").open('[');
        for (int i = 0; i < template.containers().size(); i++) {
            container(json, template.containers().get(i), facts.containerIds().get(i));
        }
        json.close(']').put("qosClass", "Burstable").close('}');
    }

    private void container(JsonText json, ContainerTemplate container, String id) {
        String repository = container.image().substring(0, container.image().lastIndexOf(':'));
        json.open('{')
                .put("name", container.name())
                .key("state")
                .open('{')
                .key("running")
                .open('{');
        json.put("startedAt", Identifiers.time(facts.created() + 4)).close('}').close('}');
        json.key("lastState").open('{').close('}').put("ready", true).put("restartCount", 0);
        json.put("image", container.image())
                .put("imageID", repository + "@sha256:" + container.digest())
                .put("containerID", id)
                .put("started", true);
        json.close('}');
    }
}
