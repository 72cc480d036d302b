package dev.konverge.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.konverge.base.Platform;
import dev.konverge.client.ApiException;
import dev.konverge.model.GroupVersionResource;
import dev.konverge.model.Key;
import dev.konverge.model.ObjectMeta;
import dev.konverge.model.Selector;
import dev.konverge.model.StatusDetails;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.core.v1.Node;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ListerTest {
    private final Indexer<Deployment> copy = Indexer.of(Platform.real(), StoreConfig.<Deployment>ofResources());
    private final Lister<Deployment> lister = Lister.of(copy, Deployment.TYPE);

    private static Deployment deployment(String namespace, String name, String app) {
        return Deployment.builder()
                .metadata(m -> m.namespace(namespace).name(name).labels(Map.of("app", app)))
                .build();
    }

    private void fill() {
        copy.add(deployment("a", "x", "web"));
        copy.add(deployment("a", "y", "db"));
        copy.add(deployment("b", "x", "web"));
    }

    private static List<String> keys(List<Deployment> deployments) {
        return deployments.stream().map(d -> d.key().toString()).sorted().toList();
    }

    // TestListAll
    @Test
    void listsByLabels() { // LI-1
        fill();
        assertThat(keys(lister.list())).containsExactly("a/x", "a/y", "b/x");
        assertThat(keys(lister.list(Selector.parse("app=web")))).containsExactly("a/x", "b/x");
        assertThat(keys(lister.list(Selector.parse("")))).hasSize(3);
        assertThat(lister.list(Selector.parse("app=other"))).isEmpty();
        assertThat(lister.list(Selector.parse("app=db"))).first().isSameAs(lister.get(Key.of("a", "y")));
    }

    @Test
    void aSelectorOfNothingSelectsNothing() { // LI-1
        fill();
        assertThat(lister.list(Selector.nothing())).isEmpty();
        assertThat(lister.in("a").list(Selector.nothing())).isEmpty();
    }

    @Test
    void listsANamespace() { // LI-2
        fill();
        assertThat(keys(lister.in("a").list())).containsExactly("a/x", "a/y");
        assertThat(keys(lister.in("a").list(Selector.parse("app=web")))).containsExactly("a/x");
        assertThat(lister.in("c").list()).isEmpty();
        assertThat(lister.in("a").in("").list()).as("empty stands for all").hasSize(3);
    }

    @Test
    void listsANamespaceWithoutItsIndexToo() { // LI-2
        Indexer<Deployment> plain = Indexer.of(Platform.real(), StoreConfig.of(KeyFunction.ofMetadata()));
        plain.add(deployment("a", "x", "web"));
        plain.add(deployment("b", "x", "web"));
        assertThat(keys(Lister.of(plain, Deployment.TYPE).in("b").list())).containsExactly("b/x");
    }

    @Test
    void findsByNameAndByKey() { // LI-3
        fill();
        assertThat(lister.in("b").find("x")).contains(deployment("b", "x", "web"));
        assertThat(lister.in("b").get("x")).isEqualTo(deployment("b", "x", "web"));
        assertThat(lister.find(Key.of("a", "y"))).isPresent();
        assertThat(lister.in("b").find("y")).isEmpty();
        Indexer<Node> nodes = Indexer.of(Platform.real(), StoreConfig.<Node>ofResources());
        nodes.add(Node.builder().metadata(m -> m.name("n")).build());
        assertThat(Lister.of(nodes, Node.TYPE).get("n").key()).isEqualTo(Key.of("n"));
    }

    @Test
    void whatIsMissingIsNotFoundAsAtTheServer() { // LI-3
        ApiException.NotFound thrown = catchThrowableOfType(
                ApiException.NotFound.class, () -> lister.in("a").get("z"));
        assertThat(thrown.status().message()).isEqualTo("deployment.apps \"z\" not found");
        assertThat(thrown.code()).isEqualTo(404);
        StatusDetails details = Objects.requireNonNull(thrown.status().details());
        assertThat(details.name()).isEqualTo("z");
        assertThat(thrown).hasMessageContaining("a/z");
        assertThatExceptionOfType(ApiException.NotFound.class)
                .isThrownBy(() -> Lister.of(copy, new GroupVersionResource("", "v1", "things"))
                        .get("z"))
                .withMessageContaining("things \"z\" not found");
    }

    @Test
    void listsByIndex() {
        fill();
        copy.addIndexers(Map.of("app", d -> List.of(d.metadata().labels().getOrDefault("app", ""))));
        assertThat(keys(lister.byIndex("app", "web"))).containsExactly("a/x", "b/x");
        assertThat(keys(lister.in("b").byIndex("app", "web"))).containsExactly("b/x");
        assertThatExceptionOfType(UnknownIndexException.class).isThrownBy(() -> lister.byIndex("none", "v"));
    }

    @SuppressWarnings("unchecked") // a proxy of anything
    @Test
    void aSelectorOfNothingDoesNotTouchTheStoreAndOneOfEverythingNoLabels() { // LI-1
        Indexer<MutableThing> things = Indexer.of(
                Platform.real(), StoreConfig.of(object -> Key.of("ns", Integer.toString(object.hashCode()))));
        AtomicBoolean stored = new AtomicBoolean();
        things.add(new MutableThing("a") {
            @Override
            public ObjectMeta metadata() {
                assertThat(stored).as("nobody asked for labels").isFalse();
                return super.metadata();
            }
        });
        stored.set(true);
        assertThat(Lister.of(things, MutableThing.TYPE).list(Selector.parse("")))
                .hasSize(1);
        IndexView<MutableThing> untouchable = (IndexView<MutableThing>) Proxy.newProxyInstance(
                ListerTest.class.getClassLoader(), new Class<?>[] {Indexer.class}, (proxy, method, args) -> {
                    throw new AssertionError(method + " was called");
                });
        assertThat(Lister.of(untouchable, MutableThing.TYPE).list(Selector.nothing()))
                .isEmpty();
    }
}
