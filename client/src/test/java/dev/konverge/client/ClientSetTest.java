package dev.konverge.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Platform;
import dev.konverge.model.KubernetesTypes;
import dev.konverge.model.ResourceType;
import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ClientSetTest {
    private final ClientSet clients =
            ClientSet.on(new FakeTransport(request -> FakeTransport.json("{}")), Platform.real());

    @Test
    void thereIsAClientForEveryKindThatIsServed() throws Exception {
        Set<ResourceType<?>> offered = new HashSet<>();
        for (Method group : KubernetesApis.class.getMethods()) {
            if (group.getParameterCount() != 0 || !group.isDefault()) {
                continue;
            }
            Object api = group.invoke(clients);
            for (Method client : api.getClass().getDeclaredMethods()) {
                if (client.getParameterCount() == 0) {
                    offered.add(((ResourceClient<?>) client.invoke(api)).type());
                }
            }
        }
        assertThat(offered)
                .containsExactlyInAnyOrderElementsOf(KubernetesTypes.all().stream()
                        .filter(ResourceType::isServed)
                        .collect(Collectors.toSet()));
    }
}
