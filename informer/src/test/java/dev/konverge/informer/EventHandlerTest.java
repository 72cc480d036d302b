package dev.konverge.informer;

import static dev.konverge.informer.Things.thing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.model.core.v1.ConfigMap;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What handlers are made of. */
class EventHandlerTest {
    private static final ConfigMap YES = thing("ns", "a", "1", "yes");
    private static final ConfigMap YES2 = thing("ns", "a", "2", "yes");
    private static final ConfigMap NO = thing("ns", "a", "3", "no");

    private final List<Notification<ConfigMap>> told = new ArrayList<>();
    private final List<ConfigMap> asked = new ArrayList<>();
    private final EventHandler<ConfigMap> filtered = EventHandler.filtering(
            object -> {
                if (object == null) {
                    return true;
                }
                asked.add(object);
                return Things.value(object).equals("yes");
            },
            EventHandler.of(told::add));

    private List<Notification<ConfigMap>> toldOf(Notification<ConfigMap> notification) {
        told.clear();
        asked.clear();
        filtered.on(notification);
        return told;
    }

    @Test // EH-4, TestTypedFilteringResourceEventHandler
    void aFilterTurnsChangesOfSightIntoComingAndGoing() {
        assertThat(toldOf(new Notification.Added<>(YES, true))).containsExactly(new Notification.Added<>(YES, true));
        assertThat(toldOf(new Notification.Added<>(NO, true))).isEmpty();
        assertThat(toldOf(new Notification.Updated<>(YES, YES2)))
                .containsExactly(new Notification.Updated<>(YES, YES2));
        assertThat(toldOf(new Notification.Updated<>(NO, YES))).containsExactly(new Notification.Added<>(YES, false));
        assertThat(toldOf(new Notification.Updated<>(YES, NO)))
                .containsExactly(new Notification.Deleted<>(new DeletedFinalState<>(YES.key(), YES)));
        assertThat(asked).as("the new state first").containsExactly(NO, YES);
        assertThat(toldOf(new Notification.Updated<>(NO, NO))).isEmpty();
    }

    // EH-1, TestTypedResourceEventHandlerAdapter
    @Test // EH-4, EH-5
    void aFilterIsAskedAboutWhatIsKnownOfADeletedObject() {
        var deleted = new Notification.Deleted<>(new DeletedFinalState<>(YES.key(), YES));
        var gone = new Notification.Deleted<>(new DeletedFinalStateUnknown<ConfigMap>(NO.key(), null));
        assertThat(toldOf(deleted)).containsExactly(deleted);
        assertThat(toldOf(gone)).containsExactly(gone);
        assertThat(toldOf(new Notification.Deleted<>(new DeletedFinalState<>(NO.key(), NO))))
                .isEmpty();
        assertThat(toldOf(new Notification.Synced<>())).containsExactly(new Notification.Synced<>());
    }

    @Test // EH-3, TestTypedResourceEventHandlerFuncs, TestTypedResourceEventHandlerDetailedFuncs
    void functionsThatAreLeftOutDoNothing() {
        List<String> calls = new ArrayList<>();
        EventHandler<ConfigMap> none = EventHandler.functions();
        EventHandler<ConfigMap> all = EventHandler.<ConfigMap>functions()
                .onAdd((object, initial) -> calls.add("add " + initial))
                .onUpdate((before, after) -> calls.add("update"))
                .onDelete(deleted -> calls.add("delete " + deleted.key().name()));
        EventHandler<ConfigMap> simple = EventHandler.<ConfigMap>functions()
                .onAdd(object -> calls.add("add " + object.key().name()));
        List<Notification<ConfigMap>> notifications = List.of(
                new Notification.Added<>(YES, true),
                new Notification.Updated<>(YES, NO),
                new Notification.Deleted<>(new DeletedFinalState<>(NO.key(), NO)),
                new Notification.Synced<>());
        for (EventHandler<ConfigMap> handler : List.of(none, all, simple)) {
            notifications.forEach(handler::on);
        }
        assertThat(calls).containsExactly("add true", "update", "delete a", "add a");
    }

    // TestDeletedObjectGetObjectName, TestDeletionHandlingObjectToName
    @Test // EH-5, TestDeletedObjectGetKey
    void aDeletedObjectAlwaysHasAKey() {
        assertThat(new DeletedFinalState<>(YES.key(), YES).findObject()).contains(YES);
        assertThat(new DeletedFinalStateUnknown<ConfigMap>(YES.key(), null).findObject())
                .isEmpty();
        assertThat(new DeletedFinalStateUnknown<ConfigMap>(YES.key(), null).key())
                .isEqualTo(YES.key());
    }
}
