package dev.konverge.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ObjectMetaTest {
    private static final ObjectMeta EMPTY = ObjectMeta.builder().build();

    private static OwnerReference owner(String uid, boolean controller) {
        return OwnerReference.builder()
                .apiVersion("apps/v1")
                .kind("ReplicaSet")
                .name("rs-" + uid)
                .uid(uid)
                .controller(controller ? true : null)
                .build();
    }

    @Test
    void theKeyIsNamespaceAndNameAndEmptyWhereTheyAreAbsent() {
        assertThat(ObjectMeta.builder().namespace("shop").name("web").build().key())
                .isEqualTo(Key.of("shop", "web"));
        assertThat(ObjectMeta.builder().name("node-1").build().key()).isEqualTo(Key.of("node-1"));
        assertThat(EMPTY.key()).isEqualTo(Key.of(""));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ObjectMeta.builder().name("a/b").build().key());
    }

    @Test
    void theVersionIsNoneUntilTheObjectIsStored() {
        assertThat(EMPTY.version()).isEqualTo(ResourceVersion.NONE);
        assertThat(ObjectMeta.builder().resourceVersion("7").build().version()).isEqualTo(new ResourceVersion("7"));
    }

    @Test
    void anObjectIsBeingDeletedOnceItHasADeletionTime() {
        assertThat(EMPTY.isBeingDeleted()).isFalse();
        assertThat(ObjectMeta.builder().deletionTimestamp(Instant.EPOCH).build().isBeingDeleted())
                .isTrue();
    }

    @Test
    void labelsAndAnnotationsAreFoundAndSet() {
        ObjectMeta meta = EMPTY.withLabel("b", "2")
                .withLabel("a", "1")
                .withLabel("b", "3")
                .withAnnotation("n", "");
        assertThat(meta.labels()).isEqualTo(Map.of("a", "1", "b", "3"));
        assertThat(meta.findLabel("a")).contains("1");
        assertThat(meta.findLabel("x")).isEmpty();
        assertThat(meta.findAnnotation("n")).contains("");
        assertThat(meta.findAnnotation("x")).isEmpty();
        assertThat(EMPTY.labels()).isEmpty();
    }

    @Test
    void finalizersAreAddedOnceAtTheEndAndRemoved() {
        ObjectMeta meta = EMPTY.withFinalizer("b").withFinalizer("a").withFinalizer("b");
        assertThat(meta.finalizers()).containsExactly("b", "a");
        assertThat(meta.hasFinalizer("a")).isTrue();
        assertThat(meta.withoutFinalizer("b").finalizers()).containsExactly("a");
        assertThat(meta.withFinalizer("a")).isSameAs(meta);
        assertThat(meta.withoutFinalizer("x")).isSameAs(meta);
    }

    @Test
    void theControllerIsTheOwnerMarkedAsSuch() {
        ObjectMeta meta = ObjectMeta.builder()
                .ownerReferences(List.of(owner("1", false), owner("2", true)))
                .build();
        assertThat(meta.findController()).contains(owner("2", true));
        assertThat(meta.findOwner("1")).contains(owner("1", false));
        assertThat(meta.findOwner("3")).isEmpty();
        assertThat(EMPTY.findController()).isEmpty();
        OwnerReference explicitlyNot =
                owner("1", false).toBuilder().controller(false).build();
        assertThat(EMPTY.withOwner(explicitlyNot).findController()).isEmpty();
    }

    @Test
    void anOwnerIsAddedOrReplacedInItsPlace() {
        ObjectMeta meta =
                EMPTY.withOwner(owner("1", false)).withOwner(owner("2", false)).withOwner(owner("1", true));
        assertThat(meta.ownerReferences()).containsExactly(owner("1", true), owner("2", false));
        assertThat(meta.withoutOwner("1").ownerReferences()).containsExactly(owner("2", false));
    }

    @Test
    void aSecondControllerIsRefusedByName() {
        ObjectMeta meta = ObjectMeta.builder().name("web").build().withOwner(owner("1", true));
        assertThatIllegalStateException()
                .isThrownBy(() -> meta.withOwner(owner("2", true)))
                .withMessage("\"web\" is already controlled by ReplicaSet \"rs-1\","
                        + " so it cannot be controlled by ReplicaSet \"rs-2\" too");
        assertThat(meta.withOwner(owner("2", false)).ownerReferences()).hasSize(2);
    }
}
