package dev.konverge.fidelity.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.model.Json;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ValuesTest {
    private final Values values =
            new Values(Map.of("ns", Json.of("n1"), "o", Json.parse("{\"a\":{\"b\":1,\"c\":[7]}}"), "one", Json.of(1)));

    @Test
    void aTextHoldsTheValuesItNames() {
        assertThat(values.in("/x/${ns}/${o.a.c.0}/${unknown}")).isEqualTo("/x/n1/7/${unknown}");
    }

    @Test
    void aTextThatIsNothingButAValueKeepsItsType() {
        assertThat(values.in(Json.parse("{\"x\":\"${one}\",\"y\":\"${one}0\",\"${ns}\":\"${o.a}\"}")))
                .isEqualTo(Json.parse("{\"x\":1,\"y\":\"10\",\"n1\":{\"b\":1,\"c\":[7]}}"));
    }

    @Test
    void anObjectMayBeAnotherOneChanged() {
        assertThat(values.in(Json.parse("{\"$with\":\"${o}\",\"a\":{\"b\":null,\"d\":2}}")))
                .isEqualTo(Json.parse("{\"a\":{\"c\":[7],\"d\":2}}"));
    }

    @Test
    void ofSeveralObjectsEachChangesThoseBeforeIt() {
        assertThat(values.in(Json.parse("{\"$with\":[\"${o}\",{\"a\":null},{\"a\":{\"x\":1}}],\"b\":2}")))
                .isEqualTo(Json.parse("{\"a\":{\"x\":1},\"b\":2}"));
    }
}
