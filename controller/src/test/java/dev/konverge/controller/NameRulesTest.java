package dev.konverge.controller;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.Platform;
import dev.konverge.controller.leader.Election;
import dev.konverge.controller.testing.NoTransport;
import dev.konverge.model.Key;
import dev.konverge.model.core.v1.ConfigMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names that the server would refuse are refused when they are given. */
class NameRulesTest {
    private static final String LONG = "a123456789012345678901234567890123456789012345678901234567890123";

    private final ControllerBuilder<ConfigMap> controller = new ControllerBuilder<>(ConfigMap.TYPE);
    private final ManagerBuilder manager = Manager.builder(Platform.real(), new NoTransport());

    @ParameterizedTest
    @ValueSource(strings = {"", "my controller", "a/b", "-a", "a.", "größe", LONG})
    void aControllerHasANameThatCanBeAFinalizer(String name) {
        assertThatThrownBy(() -> controller.name(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("\"" + name + "\" is not allowed as the name of the controller for ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "/x", "example.com/", "Example.com/x", "example..com/x", "a/b/c", "example.com/x y"})
    void aFinalizerHasADomainAndAName(String finalizer) {
        assertThatThrownBy(() -> controller.finalizer(finalizer))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "\"" + finalizer + "\" is not allowed as the name of a finalizer: a domain and a name of up to"
                                + " 63 characters are, as in example.com/clean-up");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "My-Lease", "a_b", "a/b", "a."})
    void aLeaseHasTheNameOfAnObject(String lease) {
        assertThatThrownBy(() -> manager.leaderElection(lease))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("\"" + lease + "\" is not allowed as the name of a lease: ");
        assertThatThrownBy(() -> manager.leaderElection(Key.of("default", lease), Election.as("a")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatTheServerTakesIsTaken() {
        controller.name("My_controller.v1-a").finalizer("a.example.com/Clean_up.1");
        manager.leaderElection("my-lease.v1").leaderElection(Key.of("default", "0"), Election.as("a"));
    }
}
