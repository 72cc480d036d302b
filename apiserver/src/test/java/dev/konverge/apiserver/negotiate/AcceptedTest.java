package dev.konverge.apiserver.negotiate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.apiserver.failure.StatusException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AcceptedTest {
    private static final String TABLE =
            "application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json";

    @Test
    void withoutAWishItIsJson() { // M1
        for (String accept : new @Nullable String[] {null, "", "*/*", "*"}) {
            assertThat(accepted(accept, Offer.BUILT_IN)).isEqualTo(Accepted.JSON);
        }
    }

    @Test
    void theFirstClauseThatCanBeServedWins() { // M1
        assertThat(accepted("text/html, application/yaml", Offer.BUILT_IN).type())
                .isEqualTo(MediaType.YAML);
        assertThat(accepted("application/vnd.kubernetes.protobuf,application/json", Offer.BUILT_IN)
                        .type())
                .isEqualTo(MediaType.PROTOBUF);
        assertThat(accepted("application/json;as=Table;v=v9;g=meta.k8s.io,application/yaml", Offer.BUILT_IN)
                        .type())
                .isEqualTo(MediaType.YAML);
    }

    @Test
    void qualityComesBeforeOrderAndWildcardsComeLast() { // M1
        assertThat(accepted("application/json;q=0.1, application/yaml;q=0.9", Offer.BUILT_IN)
                        .type())
                .isEqualTo(MediaType.YAML);
        assertThat(accepted("*/*, application/yaml", Offer.BUILT_IN).type()).isEqualTo(MediaType.YAML);
    }

    @Test
    void customResourcesAreNeverProtobufButTheirMetadataMayBe() { // M3
        assertThat(accepted("application/vnd.kubernetes.protobuf,application/json", Offer.CUSTOM))
                .isEqualTo(Accepted.JSON);
        assertThat(accepted(
                        "application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json",
                        Offer.CUSTOM))
                .isEqualTo(new Accepted(MediaType.PROTOBUF, new Rendition.MetadataList("meta.k8s.io/v1"), false));
    }

    @Test
    void tablesAreJsonOrYamlAndNotForEveryEndpoint() { // M4
        assertThat(accepted(TABLE, Offer.BUILT_IN).rendition()).isEqualTo(new Rendition.Table("meta.k8s.io/v1"));
        assertThat(accepted(TABLE, Offer.NO_TABLE).rendition()).isEqualTo(new Rendition.Plain());
        assertThatThrownBy(() ->
                        accepted("application/vnd.kubernetes.protobuf;as=Table;v=v1;g=meta.k8s.io", Offer.BUILT_IN))
                .isInstanceOfSatisfying(
                        StatusException.class, e -> assertThat(e.code()).isEqualTo(406));
    }

    @Test
    void whatCannotBeServedIsRefusedWithTheListOfWhatCan() { // 1.2, M10
        for (String accept : new String[] {"text/html", "application/cbor", ";;;", "a/b/c", "application"}) {
            assertThatThrownBy(() -> accepted(accept, Offer.BUILT_IN))
                    .hasMessage("only the following media types are accepted: application/json, application/yaml,"
                            + " application/vnd.kubernetes.protobuf");
        }
    }

    @Test
    void peopleGetPrettyJsonUnlessTheySayOtherwise() { // P10
        assertThat(Accepted.of(null, null, "curl/8.5.0", Offer.BUILT_IN).pretty())
                .isTrue();
        assertThat(Accepted.of(null, "false", "curl/8.5.0", Offer.BUILT_IN).pretty())
                .isFalse();
        assertThat(Accepted.of(null, "true", "kubectl/v1.36", Offer.BUILT_IN).pretty())
                .isTrue();
        assertThat(Accepted.of("application/json;pretty=1", null, null, Offer.BUILT_IN)
                        .pretty())
                .isTrue();
    }

    @Test
    void aFailureIsWrittenInTheFormAskedForOrInJson() { // 1.2
        assertThat(Accepted.ofFailure("text/html", null, null))
                .isEqualTo(new Accepted(MediaType.JSON, new Rendition.Plain(), true));
        assertThat(Accepted.ofFailure("application/vnd.kubernetes.protobuf", null, null)
                        .type())
                .isEqualTo(MediaType.PROTOBUF);
        assertThat(Accepted.ofFailure(TABLE, null, null)).isEqualTo(Accepted.JSON);
    }

    @Test
    void aggregatedDiscoveryIsServedToThoseWhoAskForItFirst() { // D2
        String v2 = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
        String beta = v2.replace("v=v2", "v=v2beta1");

        assertThat(Accepted.wantsAggregatedDiscovery(v2 + "," + beta + ",application/json"))
                .isTrue();
        assertThat(Accepted.wantsAggregatedDiscovery(v2 + ";profile=nopeer,application/json"))
                .isTrue();
        assertThat(Accepted.wantsAggregatedDiscovery(beta + ",application/json"))
                .isFalse();
        assertThat(Accepted.wantsAggregatedDiscovery("application/json," + v2)).isFalse();
        assertThat(Accepted.wantsAggregatedDiscovery("")).isFalse();
    }

    private static Accepted accepted(@Nullable String accept, Offer offer) {
        return Accepted.of(accept, null, null, offer);
    }

    @Test
    void aWatchHasNoYaml() { // M1
        assertThatThrownBy(() -> Accepted.ofWatch("application/yaml", Offer.BUILT_IN))
                .hasMessage("only the following media types are accepted: application/json;stream=watch,"
                        + " application/vnd.kubernetes.protobuf;stream=watch");
        assertThat(Accepted.ofWatch("application/yaml, application/json", Offer.BUILT_IN)
                        .type())
                .isEqualTo(MediaType.JSON);
    }

    @Test
    void aFailureIsNoTable() { // M10
        assertThat(Accepted.ofFailure("application/yaml;as=Table;v=v1;g=meta.k8s.io", null, null)
                        .type())
                .isEqualTo(MediaType.JSON);
        assertThat(Accepted.ofFailure("application/yaml", null, null).type()).isEqualTo(MediaType.YAML);
    }
}
