package dev.konverge.apiserver.upkeep;

import static dev.konverge.apiserver.upkeep.FakeCluster.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.upkeep.Cluster.Propagation;
import dev.konverge.model.Json;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ChoresTest {
    private final FakeCluster cluster = new FakeCluster();

    @Test
    @DisplayName("G8: what every namespace has")
    void everyNamespaceGetsItsAccountAndTheCertificateAndGetsThemBack() {
        NamespaceFurniture furniture = new NamespaceFurniture("PEM");
        cluster.put("namespaces n", "{}");
        cluster.settle(furniture);
        assertThat(cluster.log)
                .containsExactly("create serviceaccounts n/default", "create configmaps n/kube-root-ca.crt");
        assertThat(Tree.texts(cluster.get("configmaps n/kube-root-ca.crt"), "data"))
                .containsEntry("ca.crt", "PEM");
        cluster.remove("serviceaccounts n/default");
        cluster.update(
                id("configmaps n/kube-root-ca.crt"), "", map -> Tree.with(map, Json.of("bad"), "data", "ca.crt"));
        cluster.settle(furniture);
        assertThat(cluster.has("serviceaccounts n/default")).isTrue();
        assertThat(Tree.texts(cluster.get("configmaps n/kube-root-ca.crt"), "data"))
                .containsEntry("ca.crt", "PEM");
    }

    @Test
    void aNamespaceThatGoesGetsNothing() {
        NamespaceFurniture furniture = new NamespaceFurniture("PEM");
        cluster.put("namespaces n", "{spec: {finalizers: [kubernetes]}}");
        cluster.delete(id("namespaces n"), "n", "", Propagation.BACKGROUND);
        cluster.settle(furniture);
        assertThat(cluster.log).containsExactly("delete namespaces n BACKGROUND");
    }

    @Test
    @DisplayName("B7: events live for an hour")
    void anEventIsGoneAnHourAfterItWasLastWritten() {
        Expiry expiry = new Expiry(false);
        expiry.at(cluster.now);
        cluster.put("events n/e", "{}");
        cluster.settle(expiry);
        assertThat(expiry.findDeadline()).contains(cluster.now.plus(Duration.ofHours(1)));
        cluster.now = cluster.now.plus(Duration.ofMinutes(30));
        expiry.at(cluster.now);
        cluster.put("events n/e", "{count: 2}");
        cluster.settle(expiry);
        cluster.now = cluster.now.plus(Duration.ofMinutes(59));
        cluster.settle(expiry);
        assertThat(cluster.has("events n/e")).isTrue();
        cluster.now = cluster.now.plus(Duration.ofMinutes(1));
        cluster.settle(expiry);
        assertThat(cluster.has("events n/e")).isFalse();
        assertThat(expiry.findDeadline()).isEmpty();
    }

    @Test
    @DisplayName("X4: without a kubelet")
    void aPodIsGoneWhenItsTimeOfGraceIsOver() {
        Expiry expiry = new Expiry(true);
        cluster.put(
                "pods n/p", "{metadata: {deletionTimestamp: '2026-01-02T03:04:35Z', deletionGracePeriodSeconds: 30}}");
        cluster.settle(expiry);
        assertThat(cluster.has("pods n/p")).isTrue();
        cluster.now = cluster.now.plusSeconds(30);
        cluster.settle(expiry);
        assertThat(cluster.has("pods n/p")).isFalse();
    }

    private String use() {
        return Tree.text(cluster.get("resourcequotas n/q"), "status", "used", "configmaps");
    }

    private void charge(String use) {
        cluster.update(
                id("resourcequotas n/q"),
                "status",
                quota -> Tree.with(quota, Json.of(use), "status", "used", "configmaps"));
    }

    @Test
    void whatIsChargedForACreationUnderWayIsNotTakenBack() {
        QuotaStatus quotas = new QuotaStatus();
        cluster.put("resourcequotas n/q", "{metadata: {namespace: n}, spec: {hard: {configmaps: '3'}}}");
        cluster.settle(quotas);
        assertThat(use()).isEqualTo("0");
        charge("1");
        cluster.settle(quotas);
        assertThat(use()).isEqualTo("1");
        charge("2");
        cluster.put("configmaps n/a", "{}");
        cluster.settle(quotas);
        assertThat(use()).as("one of two is there").isEqualTo("2");
        cluster.put("configmaps n/b", "{}").remove("configmaps n/a");
        cluster.settle(quotas);
        assertThat(use()).isEqualTo("1");
    }

    @Test
    void whatWasChargedForNothingIsTakenBackAfterFiveMinutes() {
        QuotaStatus quotas = new QuotaStatus();
        cluster.put("resourcequotas n/q", "{metadata: {namespace: n}, spec: {hard: {configmaps: '3'}}}");
        cluster.settle(quotas);
        cluster.now = cluster.now.plus(Duration.ofMinutes(5));
        cluster.settle(quotas);
        assertThat(quotas.findDeadline()).isEmpty();
        charge("1");
        cluster.settle(quotas);
        assertThat(quotas.findDeadline()).contains(cluster.now.plus(Duration.ofMinutes(5)));
        cluster.now = cluster.now.plus(Duration.ofMinutes(4));
        cluster.settle(quotas);
        assertThat(use()).isEqualTo("1");
        cluster.now = cluster.now.plus(Duration.ofMinutes(1));
        cluster.settle(quotas);
        assertThat(use()).isEqualTo("0");
    }

    @Test
    void everyAddressOfAServiceHasARecord() {
        AddressRecords records = new AddressRecords();
        cluster.put("services n/s", "{spec: {clusterIPs: [10.0.0.7]}}")
                .put("services n/headless", "{spec: {clusterIPs: [None]}}");
        cluster.settle(records);
        Json.Obj record = cluster.get("ipaddresses.networking.k8s.io 10.0.0.7");
        assertThat(Tree.text(record, "spec", "parentRef", "name")).isEqualTo("s");
        cluster.remove("services n/s");
        cluster.settle(records);
        assertThat(cluster.has("ipaddresses.networking.k8s.io 10.0.0.7")).isFalse();
    }

    @Test
    void anAddressThatChangesHandsHasARecordOfItsNewService() {
        AddressRecords records = new AddressRecords();
        cluster.put("services n/s", "{spec: {clusterIPs: [10.0.0.7]}}");
        cluster.settle(records);
        cluster.remove("services n/s");
        cluster.put("services n/t", "{spec: {clusterIPs: [10.0.0.7]}}");
        cluster.settle(records);
        Json.Obj record = cluster.get("ipaddresses.networking.k8s.io 10.0.0.7");
        assertThat(Tree.text(record, "spec", "parentRef", "name")).isEqualTo("t");
    }
}
