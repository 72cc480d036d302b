package dev.konverge.apiserver.kind;

import static dev.konverge.apiserver.kind.Kinds.yaml;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.model.Json;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** B3: the families of addresses in a cluster that has one. */
class ServiceFamiliesTest {
    private static Json.Obj settled(String spec) {
        return Tree.object(ServiceFamilies.settled(yaml("{metadata: {name: s}, spec: " + spec + "}"), null), "spec");
    }

    @Test
    void aServiceHasOneFamilyUnlessItHasNoAddressAndSelectsNothing() {
        assertThat(settled("{type: ClusterIP}").toString())
                .isEqualTo("{\"type\":\"ClusterIP\",\"ipFamilyPolicy\":\"SingleStack\",\"ipFamilies\":[\"IPv4\"]}");
        assertThat(Tree.strings(settled("{type: ClusterIP, clusterIP: None, clusterIPs: [None]}"), "ipFamilies"))
                .isEqualTo(List.of("IPv4", "IPv6"));
    }

    @Test
    @DisplayName("what the cluster does not have is refused")
    void whatTheClusterDoesNotHaveIsRefused() {
        assertThatThrownBy(() -> settled("{type: ClusterIP, ipFamilyPolicy: RequireDualStack}"))
                .hasMessageEndingWith("spec.ipFamilyPolicy: Invalid value: \"RequireDualStack\": this cluster is not "
                        + "configured for dual-stack services");
        assertThatThrownBy(() -> settled("{type: ClusterIP, ipFamilies: [IPv6]}"))
                .hasMessageEndingWith("spec.ipFamilies[0]: Invalid value: \"IPv6\": not configured on this cluster");
        assertThatThrownBy(() -> settled("{type: ClusterIP, clusterIP: x, clusterIPs: [x]}"))
                .hasMessageContaining("spec.clusterIPs[0]: Invalid value: \"x\": must be a valid IP address");
    }

    @Test
    void whoeverKnowsOfOneAddressMeansTheListAsWell() {
        Json.Obj live = yaml("{spec: {clusterIP: 10.0.0.1, clusterIPs: [10.0.0.1]}}");
        Json.Obj next = yaml("{spec: {clusterIP: 10.0.0.2, clusterIPs: [10.0.0.1]}}");

        assertThat(Tree.strings(ServiceFields.withOneAddress(next, live), "spec", "clusterIPs"))
                .isEqualTo(List.of("10.0.0.2"));
        assertThat(Tree.strings(
                        ServiceFields.withOneAddress(yaml("{spec: {clusterIP: 10.0.0.3}}"), null),
                        "spec",
                        "clusterIPs"))
                .isEqualTo(List.of("10.0.0.3"));
    }
}
