package dev.konverge.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.Platform;
import dev.konverge.informer.DeletedFinalState;
import dev.konverge.informer.EventHandler;
import dev.konverge.informer.Notification;
import dev.konverge.model.Key;
import dev.konverge.model.OwnerReference;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.workqueue.AddOptions;
import dev.konverge.workqueue.Claim;
import dev.konverge.workqueue.Priorities;
import dev.konverge.workqueue.WorkQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SourceTest {
    private final WorkQueue<Key> queue = WorkQueue.<Key>builder(Platform.real())
            .priorities(Priorities.strict())
            .build();

    private final CacheReader caches = new Caches("test", List.of());

    private static ConfigMap ownedBy(String apiVersion, String kind, String owner, long version) {
        return ConfigMap.builder()
                .metadata(m -> m.namespace("ns")
                        .name("map")
                        .resourceVersion(Long.toString(version))
                        .ownerReferences(List.of(OwnerReference.builder()
                                .apiVersion(apiVersion)
                                .kind(kind)
                                .name(owner)
                                .uid("u")
                                .controller(true)
                                .build())))
                .build();
    }

    private List<String> queued() {
        List<String> all = new ArrayList<>();
        for (Claim<Key> claim = queue.poll(); claim != null; claim = queue.poll()) {
            all.add(claim.key() + " " + claim.priority() + " " + claim.causes().all());
            claim.close();
        }
        return all;
    }

    private final EventHandler<ConfigMap> owned =
            Source.owned(Deployment.TYPE, ConfigMap.TYPE, notification -> true).into(queue, caches, key -> 0);

    @Test
    void aChangeOfAnOwnedObjectWakesItsControllerInWhicheverVersion() {
        owned.on(new Notification.Added<>(ownedBy("apps/v1beta1", "Deployment", "web", 5), false));
        assertThat(queued()).containsExactly("ns/web 0 [ConfigMap ns/map added@5]");
    }

    @Test
    void objectsOfOtherOwnersWakeNobody() {
        owned.on(new Notification.Added<>(ownedBy("apps/v1", "ReplicaSet", "web", 5), false));
        owned.on(new Notification.Added<>(ownedBy("v1", "Deployment", "web", 5), false));
        assertThat(queued()).isEmpty();
    }

    @Test
    void anObjectThatChangesHandsWakesBothOwners() {
        owned.on(new Notification.Updated<>(
                ownedBy("apps/v1", "Deployment", "old", 5), ownedBy("apps/v1", "Deployment", "new", 6)));
        assertThat(queued())
                .containsExactly("ns/old 0 [ConfigMap ns/map updated@6]", "ns/new 0 [ConfigMap ns/map updated@6]");
    }

    @Test
    void aMappingThatThrowsForOneStateOfAnObjectWakesWhomTheOtherConcerns() {
        Source<ConfigMap> source = new Source<>(
                ConfigMap.TYPE,
                (map, readable) ->
                        List.of(Key.of("ns", Objects.requireNonNull(map.data().get("for")))),
                notification -> true);
        EventHandler<ConfigMap> handler = source.into(queue, caches, key -> 0);
        ConfigMap broken = ConfigMap.builder()
                .metadata(m -> m.namespace("ns").name("map").resourceVersion("6"))
                .build();
        ConfigMap right = broken.with(m -> m.putData("for", "web"));

        assertThatThrownBy(() -> handler.on(new Notification.Updated<>(broken, right)))
                .isInstanceOf(NullPointerException.class);
        assertThat(queued()).as("it was mended").hasSize(1).first().asString().startsWith("ns/web ");
        assertThatThrownBy(() -> handler.on(new Notification.Updated<>(right, broken)))
                .isInstanceOf(NullPointerException.class);
        assertThat(queued()).as("it was broken").hasSize(1).first().asString().startsWith("ns/web ");
    }

    @Test
    void aDeletedObjectWakesItsController() {
        ConfigMap map = ownedBy("apps/v1", "Deployment", "web", 9);
        owned.on(new Notification.Deleted<>(new DeletedFinalState<>(map.key(), map)));
        assertThat(queued()).containsExactly("ns/web 0 [ConfigMap ns/map deleted@9]");
    }

    @Test
    void whatWasThereAtTheStartAndWhatIsToldAgainCanWait() {
        ConfigMap map = ownedBy("apps/v1", "Deployment", "web", 5);
        owned.on(new Notification.Added<>(map, true));
        assertThat(queued()).containsExactly("ns/web " + AddOptions.LOW_PRIORITY + " [ConfigMap ns/map added@5]");
        owned.on(new Notification.Updated<>(map, map));
        assertThat(queued()).containsExactly("ns/web " + AddOptions.LOW_PRIORITY + " [ConfigMap ns/map resynced@5]");
    }

    @Test
    void howUrgentAnObjectIsDecidesHoweverItIsWoken() {
        EventHandler<ConfigMap> urgent = Source.owned(Deployment.TYPE, ConfigMap.TYPE, notification -> true)
                .into(queue, caches, key -> key.name().equals("web") ? 7 : 0);
        urgent.on(new Notification.Added<>(ownedBy("apps/v1", "Deployment", "web", 5), false));
        assertThat(queued()).containsExactly("ns/web 7 [ConfigMap ns/map added@5]");
        urgent.on(new Notification.Added<>(ownedBy("apps/v1", "Deployment", "web", 5), true));
        assertThat(queued()).containsExactly("ns/web -93 [ConfigMap ns/map added@5]");
    }

    @Test
    void whatDoesNotPassTheFilterWakesNobody() {
        Source.<ConfigMap>of(ConfigMap.TYPE, notification -> false)
                .into(queue, caches, key -> 0)
                .on(new Notification.Added<>(
                        ConfigMap.builder()
                                .metadata(m -> m.namespace("ns").name("m").labels(Map.of()))
                                .build(),
                        false));
        assertThat(queued()).isEmpty();
    }

    @Test
    void whatIsLeastUrgentOfAllCannotBeLessUrgentAtTheStart() {
        Source.owned(Deployment.TYPE, ConfigMap.TYPE, notification -> true)
                .into(queue, caches, key -> Integer.MIN_VALUE)
                .on(new Notification.Added<>(ownedBy("apps/v1", "Deployment", "web", 5), true));
        assertThat(queued()).containsExactly("ns/web " + Integer.MIN_VALUE + " [ConfigMap ns/map added@5]");
    }
}
