package dev.konverge.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Platform;
import dev.konverge.client.ClientSet;
import dev.konverge.controller.testing.NoTransport;
import dev.konverge.model.Key;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import dev.konverge.model.ResourceVersion;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.model.core.v1.Secret;
import dev.konverge.workqueue.Causes;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FootprintTest {
    private static final List<ResourceType<?>> MAPS = List.of(ConfigMap.TYPE);

    private final Footprint footprint = new Footprint();

    private static ConfigMap map(String name, long version) {
        return ConfigMap.builder()
                .metadata(m -> m.namespace("ns").name(name).uid("uid-" + name).resourceVersion(Long.toString(version)))
                .build();
    }

    /** A view that has reached a version, and holds some objects. */
    private record Seen(long version, List<Resource> objects, List<String> asked) implements Footprint.View {
        Seen(long version, Resource... objects) {
            this(version, List.of(objects), new ArrayList<>());
        }

        @Override
        public boolean hasReached(ResourceType<?> type, String namespace, ResourceVersion wanted) {
            asked.add(namespace + '/' + type.kind() + '@' + wanted);
            return Long.parseLong(wanted.text()) <= version;
        }

        @Override
        public List<Resource> findAll(ResourceType<?> type, Key key) {
            return objects.stream().filter(object -> object.key().equals(key)).toList();
        }
    }

    @Test
    void aViewMustReachTheHighestVersionOfEachKindThatWasWritten() throws InterruptedException {
        footprint.wrote(map("a", 7), MAPS);
        footprint.wrote(map("b", 5), MAPS);
        footprint.wrote(
                Secret.builder()
                        .metadata(m -> m.namespace("ns").name("s").resourceVersion("6"))
                        .build(),
                List.of(Secret.TYPE));
        assertThat(footprint.isSeenIn(new Seen(6))).isFalse();
        Seen later = new Seen(7);
        assertThat(footprint.isSeenIn(later)).isTrue();
        assertThat(later.asked()).containsExactly("ns/ConfigMap@7");
    }

    @Test
    void whatWasSeenOnceIsNotAskedForAgain() throws InterruptedException {
        footprint.wrote(map("a", 7), MAPS);
        assertThat(footprint.isSeenIn(new Seen(7))).isTrue();
        assertThat(footprint.isSeenIn(new Seen(0))).isTrue();
    }

    @Test
    void aDeletedObjectMustBeGoneAndAnotherOfItsNameIsAnother() throws InterruptedException {
        ConfigMap old = map("a", 3);
        footprint.deleted(old);
        assertThat(footprint.isSeenIn(new Seen(9, old))).isFalse();
        ConfigMap another = old.toBuilder()
                .metadata(old.metadata().toBuilder().uid("other").build())
                .build();
        assertThat(footprint.isSeenIn(new Seen(9, another))).isTrue();
    }

    @Test
    void whatACacheNoLongerSelectsMustBeGoneAsItWasBefore() throws InterruptedException {
        footprint.deselected(map("a", 7));
        assertThat(footprint.isSeenIn(new Seen(9, map("a", 6)))).isFalse();
        assertThat(footprint.isSeenIn(new Seen(9, map("a", 8))))
                .as("it is selected again")
                .isTrue();
    }

    @Test
    void versionsAreWaitedForInTheNamespaceThatTheyAreOf() throws InterruptedException {
        footprint.wrote(map("a", 7), MAPS);
        footprint.wrote(
                ConfigMap.builder()
                        .metadata(m -> m.namespace("other").name("b").resourceVersion("5"))
                        .build(),
                MAPS);
        Seen view = new Seen(7);
        assertThat(footprint.isSeenIn(view)).isTrue();
        assertThat(view.asked()).containsExactly("other/ConfigMap@5", "ns/ConfigMap@7");
    }

    @Test
    void whatNoCacheWillShowIsNotWaitedForAndStillAnOwnWrite() throws InterruptedException {
        footprint.wrote(map("a", 7), List.of());
        Seen view = new Seen(0);
        assertThat(footprint.isSeenIn(view)).isTrue();
        assertThat(view.asked()).isEmpty();
        WakeCause own =
                new WakeCause.Event(WakeCause.Change.UPDATED, "ConfigMap", Key.of("ns", "a"), ResourceVersion.of("7"));
        assertThat(footprint.countSelfWakes(Causes.of(own))).isEqualTo(1);
    }

    private static final Digest ONE = Digest.of(new byte[] {1});
    private static final Digest TWO = Digest.of(new byte[] {2});
    private static final Key KEY = Key.of("ns", "a");
    private static final Footprint.Granted GRANTED =
            new Footprint.Granted(ResourceVersion.of("5"), new Content.Digested(TWO));

    @Test
    void aWishIsRememberedUntilAnotherOneForTheSameObject() {
        footprint.applied("ConfigMap", KEY, ONE, GRANTED);
        assertThat(footprint.findApplied("ConfigMap", KEY, ONE)).contains(GRANTED);
        assertThat(footprint.findApplied("ConfigMap/status", KEY, ONE)).isEmpty();
        footprint.applied("ConfigMap", KEY, TWO, GRANTED);
        assertThat(footprint.findApplied("ConfigMap", KEY, ONE)).isEmpty();
    }

    @Test
    void aNewWishMakesTheLastOneUnsureWhetherItIsGrantedOrNot() {
        footprint.applied("ConfigMap", KEY, ONE, GRANTED);
        footprint.wishes("ConfigMap", Key.of("ns", "b"));
        assertThat(footprint.findApplied("ConfigMap", KEY, ONE)).contains(GRANTED);
        footprint.wishes("ConfigMap", KEY);
        assertThat(footprint.findApplied("ConfigMap", KEY, ONE)).isEmpty();
    }

    @Test
    void aWishIsForgottenInTheNextTerm() {
        ClientSet clients = ClientSet.on(new NoTransport(), Platform.real());
        Writes term = new Writes(clients, "mapper", Plan.NONE);
        footprint.begin(term);
        footprint.applied("ConfigMap", KEY, ONE, GRANTED);
        footprint.begin(term);
        assertThat(footprint.findApplied("ConfigMap", KEY, ONE)).contains(GRANTED);
        footprint.begin(new Writes(clients, "mapper", Plan.NONE));
        assertThat(footprint.findApplied("ConfigMap", KEY, ONE)).isEmpty();
    }

    @Test
    void onlyCallsThatNothingButOwnWritesLedToCountAsSelfWakes() {
        footprint.wrote(map("a", 7), MAPS);
        WakeCause own =
                new WakeCause.Event(WakeCause.Change.UPDATED, "ConfigMap", Key.of("ns", "a"), ResourceVersion.of("7"));
        WakeCause other =
                new WakeCause.Event(WakeCause.Change.UPDATED, "ConfigMap", Key.of("ns", "a"), ResourceVersion.of("8"));
        assertThat(footprint.countSelfWakes(Causes.of(own))).isEqualTo(1);
        assertThat(footprint.countSelfWakes(Causes.of(own))).isEqualTo(2);
        assertThat(footprint.countSelfWakes(Causes.of(own).and(Causes.of(other))))
                .isZero();
        assertThat(footprint.countSelfWakes(Causes.NONE)).isZero();
        assertThat(footprint.countSelfWakes(Causes.of(new WakeCause.Timer()))).isZero();
    }

    @Test
    void aResyncOfWhatWasWrittenIsNoSelfWake() {
        footprint.wrote(map("a", 7), MAPS);
        WakeCause resync =
                new WakeCause.Event(WakeCause.Change.RESYNCED, "ConfigMap", Key.of("ns", "a"), ResourceVersion.of("7"));
        assertThat(footprint.countSelfWakes(Causes.of(resync))).isZero();
    }
}
