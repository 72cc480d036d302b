package dev.konverge.apiserver.upkeep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.base.VirtualPlatform;
import dev.konverge.model.Json;
import dev.konverge.model.Yaml;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Behaviour list B3. */
class ServiceAddressesTest {
    private final VirtualPlatform platform = new VirtualPlatform(1);
    private final List<Json.Obj> stored = new ArrayList<>();
    private final ServiceAddresses addresses = new ServiceAddresses(platform, () -> stored);

    @AfterEach
    void close() {
        platform.close();
    }

    private static Json.Obj service(String name, String spec) {
        return (Json.Obj)
                Yaml.parse("{metadata: {namespace: ns1, name: " + name + "}, spec: {type: ClusterIP, " + spec + "}}");
    }

    private static String address(Json.Obj service) {
        return Tree.text(service, "spec", "clusterIP");
    }

    @Test
    void everyoneGetsAnotherAddress() {
        Set<String> given = new HashSet<>();
        for (int i = 0; i < 1000; i++) {
            given.add(address(addresses.allocate(service("s" + i, ""), null, false)));
        }
        assertThat(given).hasSize(1000).allMatch(address -> address.startsWith("10.0."));
    }

    @Test
    void whatIsStoredIsTaken() {
        stored.add(service("old", "clusterIP: 10.0.0.9, clusterIPs: [10.0.0.9]"));
        assertThatThrownBy(() -> addresses.allocate(service("new", "clusterIP: 10.0.0.9"), null, false))
                .isInstanceOf(StatusException.class)
                .hasMessageContaining("failed to allocate IP 10.0.0.9: provided IP is already allocated");
        assertThatThrownBy(() -> addresses.allocate(service("new", "clusterIP: 192.168.0.1"), null, false))
                .hasMessageContaining(
                        "failed to allocate IP 192.168.0.1: the provided network does not match the current range");
    }

    @Test
    @DisplayName("who takes the place of another may come too late to take its address, too")
    void whatIsStoredIsTakenForThoseOfTheSameName() {
        stored.add(service("old", "clusterIP: 10.0.0.9, clusterIPs: [10.0.0.9]"));
        Json.Obj again = service("old", "clusterIP: 10.0.0.9");
        assertThatThrownBy(() -> addresses.allocate(again, null, false))
                .hasMessageContaining("failed to allocate IP 10.0.0.9: provided IP is already allocated");
        addresses.observe(stored.getFirst(), () -> null);
        assertThat(address(addresses.allocate(again, null, false))).isEqualTo("10.0.0.9");
        assertThat(address(addresses.allocate(again, null, false)))
                .as("a webhook has changed something else, and all is done again")
                .isEqualTo("10.0.0.9");
    }

    @Test
    void whatIsGoneIsFree() {
        Json.Obj old = service("old", "clusterIP: 10.0.0.9, clusterIPs: [10.0.0.9]");
        addresses.allocate(old, null, false);
        addresses.observe(null, () -> old);
        addresses.observe(old, () -> null);
        assertThat(address(addresses.allocate(service("new", "clusterIP: 10.0.0.9"), null, false)))
                .isEqualTo("10.0.0.9");
    }

    @Test
    @DisplayName("a creation that failed holds its address for a minute")
    void whatWasNeverStoredIsFreeAfterAWhile() throws Exception {
        addresses.allocate(service("failed", "clusterIP: 10.0.0.9"), null, false);
        assertThatThrownBy(() -> addresses.allocate(service("new", "clusterIP: 10.0.0.9"), null, false))
                .isInstanceOf(StatusException.class);
        platform.advance(Duration.ofMinutes(2));
        assertThat(address(addresses.allocate(service("new", "clusterIP: 10.0.0.9"), null, false)))
                .isEqualTo("10.0.0.9");
    }

    @Test
    @DisplayName("a write that nobody has told of yet")
    void whatWasStoredUnseenStaysTaken() throws Exception {
        stored.add(addresses.allocate(service("silent", "clusterIP: 10.0.0.9"), null, false));
        platform.advance(Duration.ofMinutes(2));
        assertThatThrownBy(() -> addresses.allocate(service("new", "clusterIP: 10.0.0.9"), null, false))
                .isInstanceOf(StatusException.class);
    }

    @Test
    void aServiceWithoutSelectorAndAddressIsForBothFamilies() {
        Json.Obj made = addresses.allocate(service("h", "clusterIP: None"), null, false);
        assertThat(Tree.strings(made, "spec", "ipFamilies")).containsExactly("IPv4", "IPv6");
        assertThat(Tree.text(made, "spec", "ipFamilyPolicy")).isEqualTo("RequireDualStack");
    }

    @Test
    void anAliasNeedsNothing() {
        Json.Obj alias = (Json.Obj) Yaml.parse("{metadata: {name: a}, spec: {type: ExternalName, externalName: b.c}}");
        assertThat(addresses.allocate(alias, null, false)).isEqualTo(alias);
    }
}
