package dev.konverge.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.Task;
import dev.konverge.base.VirtualPlatform;
import dev.konverge.client.ApiException;
import dev.konverge.controller.testing.TinyServer;
import dev.konverge.model.Key;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import dev.konverge.model.Unstructured;
import dev.konverge.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A plan ends, whatever the server lacks. */
@Timeout(20)
class ManagerPlanTest {
    private static final ResourceType<Unstructured> WEBSITE =
            ResourceType.of("example.com", "v1", "Website", Unstructured.CODEC).served("websites", true);
    private static final String WEBSITES = "/apis/example.com/v1/websites";
    private static final String MAPS = "/api/v1/configmaps";

    private final VirtualPlatform platform = new VirtualPlatform(1);
    private final TinyServer server = new TinyServer(platform);
    private final TinyServer.Link link = server.link();
    private final List<String> happened = new ArrayList<>();

    @AfterEach
    void nothingIsLeft() {
        platform.close();
    }

    private void serve(String path, String item) {
        server.put(path, "{\"metadata\":{},\"items\":[" + item + "]}");
    }

    private void plan() throws InterruptedException {
        Manager.builder(platform, link)
                .controller(
                        WEBSITE,
                        c -> c.owns(ConfigMap.TYPE).reconcile((site, scope) -> {
                            happened.add("reconciled " + site.key());
                            return Outcome.done();
                        }))
                .closing(() -> happened.add("closed"))
                .build()
                .plan(new DiffPlan(happened::add));
    }

    @Test
    void aKindThatIsNotServedEndsItAndIsNamedWithWhatToDo() {
        serve(MAPS, "");
        assertThatThrownBy(this::plan)
                .isInstanceOf(UnservedKindException.class)
                .hasMessage("nothing can be planned: the server does not serve Website of example.com/v1: "
                        + "apply the CustomResourceDefinition websites.example.com with version v1 first, "
                        + "or start what serves it");
        assertThat(happened).containsExactly("closed");
        assertThat(server.log()).as("what is served is asked for once").containsOnlyOnce("GET " + MAPS);
    }

    @Test
    void allKindsThatAreNotServedAreNamed() {
        assertThatThrownBy(this::plan)
                .isInstanceOf(UnservedKindException.class)
                .hasMessageContaining("does not serve Website of example.com/v1: apply")
                .hasMessageEndingWith(
                        "; the server does not serve ConfigMap of v1: it needs a server of a version that has it");
    }

    @Test
    void aKindThatWasDefinedJustBeforeIsWaitedFor() throws InterruptedException {
        serve(MAPS, "");
        Task definition = platform.start("definition", () -> {
            platform.sleep(Duration.ofSeconds(2));
            serve(WEBSITES, "{\"metadata\":{\"namespace\":\"default\",\"name\":\"shop\",\"resourceVersion\":\"1\"}}");
        });
        plan();
        assertThat(happened).containsExactly("reconciled default/shop", "closed");
        definition.close();
    }

    /** Takes no note of anything, and breaks when it is told of a failure. */
    private static final Plan BROKEN = new Plan() {
        @Override
        public boolean isDryRun() {
            return true;
        }

        @Override
        public <R extends Resource> void tell(
                Operation operation, ResourceType<R> type, Optional<R> before, Optional<R> after) {}

        @Override
        public void tellFailure(String controller, Key key, Throwable failure) {
            throw new IllegalStateException("cannot be told of " + key);
        }
    };

    @Test
    void aPlanThatBreaksWhenItIsToldOfAFailureCostsNoObjectItsLook() {
        serve(
                MAPS,
                "{\"metadata\":{\"namespace\":\"default\",\"name\":\"a\",\"resourceVersion\":\"1\"}},"
                        + "{\"metadata\":{\"namespace\":\"default\",\"name\":\"b\",\"resourceVersion\":\"2\"}}");
        Manager manager = Manager.builder(platform, link)
                .controller(
                        ConfigMap.TYPE,
                        c -> c.reconcile((map, scope) -> {
                            throw new IllegalStateException("not this one");
                        }))
                .build();
        assertThatThrownBy(() -> manager.plan(BROKEN))
                .isInstanceOf(UnplannedException.class)
                .hasMessageContainingAll("default/a", "default/b");
    }

    @Test
    void whoMayNotListOrCannotReachTheServerIsToldAtOnce() {
        link.fault(TinyServer.Fault.FORBID);
        assertThatThrownBy(this::plan).isInstanceOf(ApiException.Forbidden.class);
        link.fault(TinyServer.Fault.REFUSE);
        assertThatThrownBy(this::plan).isInstanceOf(ApiException.Unreachable.class);
        assertThat(happened).containsExactly("closed", "closed");
    }

    @Test
    void aMistakeOfTheDescriptionLeavesNoConnectionOpen() {
        Manager manager = Manager.builder(platform, link)
                .controller(
                        ConfigMap.TYPE,
                        c -> c.backoff(() -> {
                                    throw new IllegalStateException("no limiter");
                                })
                                .reconcile((map, scope) -> Outcome.done()))
                .closing(() -> happened.add("closed"))
                .build();
        assertThatThrownBy(() -> manager.plan(new DiffPlan(happened::add))).hasMessage("no limiter");
        assertThat(happened).containsExactly("closed");
    }
}
