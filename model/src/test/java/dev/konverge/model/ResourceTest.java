package dev.konverge.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ResourceTest {
    private static final ResourceType<Unstructured> WIDGET =
            ResourceType.of("example.com", "v1", "Widget", Unstructured.CODEC).served("widgets", true);

    /** As a user would write a kind of their own. */
    private record Widget(ObjectMeta metadata) implements Resource {
        static Widget of(@Nullable String name, @Nullable String uid) {
            return new Widget(
                    ObjectMeta.builder().namespace("shop").name(name).uid(uid).build());
        }

        @Override
        public ResourceType<?> resourceType() {
            return WIDGET;
        }
    }

    @Test
    void kindAndKeyComeFromTypeAndMetadata() {
        Widget widget = Widget.of("w", "u1");
        assertThat(widget.apiVersion()).isEqualTo("example.com/v1");
        assertThat(widget.kind()).isEqualTo("Widget");
        assertThat(widget.key()).isEqualTo(Key.of("shop", "w"));
    }

    @Test
    void anOwnerReferenceNamesTheObject() {
        assertThat(Widget.of("w", "u1").ownerReference())
                .isEqualTo(OwnerReference.builder()
                        .apiVersion("example.com/v1")
                        .kind("Widget")
                        .name("w")
                        .uid("u1")
                        .build());
    }

    @Test
    void aControllerReferenceAlsoBlocksTheDeletionOfTheOwner() {
        OwnerReference reference = Widget.of("w", "u1").controllerReference();
        assertThat(reference.controller()).isTrue();
        assertThat(reference.blockOwnerDeletion()).isTrue();
        assertThat(reference.isController()).isTrue();
        assertThat(reference.groupVersionKind()).isEqualTo(WIDGET.groupVersionKind());
    }

    @Test
    void anObjectThatTheServerHasNotStoredCannotOwn() {
        assertThatIllegalStateException()
                .isThrownBy(() -> Widget.of("w", null).ownerReference())
                .withMessage("Widget \"shop/w\" cannot own anything: it has no uid yet");
        assertThatIllegalStateException()
                .isThrownBy(() -> Widget.of(null, "u1").controllerReference())
                .withMessageContaining("no name");
    }

    @Test
    void anObjectIsControlledByTheOneWithTheUidOfItsController() {
        Widget owner = Widget.of("w", "u1");
        Widget owned = new Widget(Widget.of("c", "u2").metadata().withOwner(owner.controllerReference()));
        assertThat(owned.isControlledBy(owner)).isTrue();
        assertThat(owned.findController()).contains(owner.controllerReference());
        // Same name, made anew.
        assertThat(owned.isControlledBy(Widget.of("w", "u9"))).isFalse();
        assertThat(owned.isControlledBy(Widget.of("w", null))).isFalse();
        assertThat(owner.isControlledBy(owned)).isFalse();
    }

    @Test
    void anOwnerThatIsNotTheControllerDoesNotControl() {
        Widget owner = Widget.of("w", "u1");
        Widget owned = new Widget(Widget.of("c", "u2").metadata().withOwner(owner.ownerReference()));
        assertThat(owned.isControlledBy(owner)).isFalse();
    }

    @Test
    void aReferenceWithoutUidRefersToNothing() {
        OwnerReference reference = OwnerReference.builder().name("w").build();
        assertThat(reference.refersTo(Widget.of("w", null))).isFalse();
        assertThat(reference.refersTo(Widget.of("w", "u1"))).isFalse();
        assertThat(reference.toBuilder().uid("").build().refersTo(Widget.of("w", "")))
                .isFalse();
        assertThat(reference.groupVersionKind()).isEqualTo(new GroupVersionKind("", "", ""));
    }
}
