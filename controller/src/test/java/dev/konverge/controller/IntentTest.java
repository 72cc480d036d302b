package dev.konverge.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.model.Json;
import dev.konverge.model.RawJson;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.core.v1.ConfigMap;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class IntentTest {
    private static final ConfigMap OWNER = ConfigMap.builder()
            .metadata(meta -> meta.name("owner").namespace("default").uid("u-1"))
            .build();

    private static Deployment deployment() {
        return Deployment.builder()
                .metadata(meta -> meta.name("we\"b").namespace("default").putLabels("app", "we\u00e4b"))
                .spec(spec -> spec.replicas(3).paused(false))
                .build();
    }

    private static String text(Intent intent) {
        return new String(intent.document(), StandardCharsets.UTF_8);
    }

    @Test
    void whatIsNotTouchedIsSentAsItsCodecWritesIt() {
        assertThat(text(Intent.of(deployment())))
                .isEqualTo(new String(Trees.bytes(Deployment.CODEC, deployment()), StandardCharsets.UTF_8));
    }

    @Test
    void theOwnerStandsBehindTheOtherMetadata() {
        Intent owned = Intent.of(deployment()).withMetadata("ownerReferences", Ownership.control(OWNER, deployment()));

        Json.Obj tree = Trees.of(deployment());
        Json.Obj wanted = Trees.with(
                tree,
                "metadata",
                Trees.with(
                        Trees.objectIn(tree, "metadata"),
                        "ownerReferences",
                        Ownership.control(OWNER, deployment()).parse()));
        assertThat(text(owned)).isEqualTo(wanted.toString());
        assertThat(owned.metadata().parse()).isEqualTo(wanted.get("metadata"));
    }

    @Test
    void whatIsThereAlreadyIsReplacedWhereItStands() {
        Intent twice = Intent.of(deployment())
                .withMetadata("uid", RawJson.of(Json.of("u-1")))
                .withMetadata("ownerReferences", RawJson.of(Json.Arr.EMPTY))
                .withMetadata("uid", RawJson.of(Json.of("u-2")));

        assertThat(text(twice))
                .contains("\"uid\":\"u-2\",\"ownerReferences\":[]}")
                .doesNotContain("u-1");
    }

    @Test
    void whetherItDeclaresAStatusIsKnown() {
        assertThat(Intent.of(deployment()).declaresStatus()).isFalse();
        assertThat(Intent.of(deployment().with(d -> d.status(status -> status.replicas(1))))
                        .declaresStatus())
                .isTrue();
    }

    @Test
    void anotherControllerIsNotPushedAside() {
        Deployment controlled = deployment()
                .with(d -> d.metadata(meta -> meta.addOwnerReferences(
                        OWNER.controllerReference().toBuilder().uid("another").build())));

        assertThatThrownBy(() -> Ownership.control(OWNER, controlled))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("already has a controller");
    }

    @Test
    void theStatusOfAnObjectIsFoundBehindEverythingElse() {
        Deployment told = deployment().with(d -> d.status(status -> status.replicas(2)));

        assertThat(Trees.status(Deployment.CODEC, told)).hasToString("{\"status\":{\"replicas\":2}}");
        assertThat(Trees.status(Deployment.CODEC, deployment())).isEqualTo(Json.Obj.EMPTY);
    }
}
