package dev.konverge.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.codec.DecodeException;
import dev.konverge.model.core.v1.Container;
import dev.konverge.model.core.v1.Pod;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ResourcesTest {
    private static final Deployment WEB = Deployment.builder()
            .metadata(m -> m.name("web").namespace("shop").putLabels("app", "web"))
            .spec(s -> s.replicas(3)
                    .selector(l -> l.putMatchLabels("app", "web"))
                    .template(t -> t.metadata(m -> m.putLabels("app", "web"))
                            .spec(p -> p.addContainers(c -> c.name("web")
                                    .image("nginx:1.29")
                                    .addPorts(port -> port.containerPort(80))
                                    .readinessProbe(
                                            r -> r.httpGet(h -> h.path("/").port(80)))
                                    .resources(r -> r.putRequests("cpu", "100m"))
                                    .imagePullPolicy(Container.ImagePullPolicy.IF_NOT_PRESENT)))))
            .build();

    @Test
    void anObjectSurvivesJsonAndProtobuf() {
        assertThat(Resources.fromJson(Resources.toJson(WEB), Deployment.TYPE)).isEqualTo(WEB);
        assertThat(Resources.fromProto(Resources.toProto(WEB), Deployment.TYPE)).isEqualTo(WEB);
    }

    @Test
    void aCopyDiffersOnlyInWhatWasChanged() {
        Deployment scaled = WEB.with(d -> d.spec(s -> s.replicas(5)));
        assertThat(Objects.requireNonNull(scaled.spec()).replicas()).isEqualTo(5);
        assertThat(Objects.requireNonNull(scaled.spec()).template())
                .isSameAs(Objects.requireNonNull(WEB.spec()).template());
        assertThat(Objects.requireNonNull(WEB.spec()).replicas()).isEqualTo(3);
    }

    @Test
    void anObjectOfAnotherKindIsRefused() {
        assertThatThrownBy(() -> Resources.fromJson(Resources.toJson(WEB), Pod.TYPE))
                .isInstanceOf(DecodeException.class)
                .hasMessage("expected \"Pod\" but found another value at $.kind (byte 8)");
        assertThatThrownBy(() -> Resources.fromProto(Resources.toProto(WEB), Pod.TYPE))
                .isInstanceOf(DecodeException.class)
                .hasMessageStartingWith("expected a v1 Pod but found another kind");
        assertThatThrownBy(() -> Resources.fromProto("{}".getBytes(StandardCharsets.UTF_8), Pod.TYPE))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("the magic bytes are missing");
    }

    @Test
    void textIsShortForObjectsAndJsonForParts() {
        assertThat(WEB).hasToString("Deployment shop/web");
        assertThat(WEB.metadata())
                .hasToString("ObjectMeta{\"name\":\"web\",\"namespace\":\"shop\",\"labels\":{\"app\":\"web\"}}");
    }

    @Test
    void listsAndMapsOfARecordCannotBeChanged() {
        assertThatThrownBy(() -> WEB.metadata().labels().put("a", "b"))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> WEB.metadata().finalizers().add("x"))
                .isInstanceOf(UnsupportedOperationException.class);
    }
}
