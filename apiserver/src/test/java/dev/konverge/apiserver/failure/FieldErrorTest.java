package dev.konverge.apiserver.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.model.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

class FieldErrorTest {
    @Test
    void textsAreThoseOfKubernetes() {
        assertThat(FieldError.required("spec.x", "").message()).isEqualTo("spec.x: Required value");
        assertThat(FieldError.required("spec.x", "say it").message()).isEqualTo("spec.x: Required value: say it");
        assertThat(FieldError.invalid("spec.n", Json.of(11L), "too big").message())
                .isEqualTo("spec.n: Invalid value: 11: too big");
        assertThat(FieldError.invalid("spec.s", "a\"b", "no").message())
                .isEqualTo("spec.s: Invalid value: \"a\\\"b\": no");
        assertThat(FieldError.forbidden("spec.x", "not now").message()).isEqualTo("spec.x: Forbidden: not now");
        assertThat(FieldError.duplicate("spec.x[1]", Json.of("a")).message())
                .isEqualTo("spec.x[1]: Duplicate value: \"a\"");
        assertThat(FieldError.notSupported("spec.size", Json.of("XL"), List.of("S", "M"))
                        .message())
                .isEqualTo("spec.size: Unsupported value: \"XL\": supported values: \"S\", \"M\"");
        assertThat(FieldError.tooLong("metadata.annotations", 262144).message())
                .isEqualTo("metadata.annotations: Too long: may not be more than 262144 bytes");
        assertThat(FieldError.tooMany("spec.items", 3, 2).message())
                .isEqualTo("spec.items: Too many: 3: must have at most 2 items");
        assertThat(FieldError.tooMany("spec.items", 3, 1).message())
                .isEqualTo("spec.items: Too many: 3: must have at most 1 item");
        assertThat(FieldError.typeInvalid("spec.o", Json.parse("{\"a\":[1,true]}"), "")
                        .message())
                .isEqualTo("spec.o: Invalid value: {\"a\":[1,true]}");
        assertThat(FieldError.invalid("spec.o", Json.Null.INSTANCE, "x").message())
                .isEqualTo("spec.o: Invalid value: null: x");
        assertThat(FieldError.invalid("spec.o", (Json) null, "x").message()).isEqualTo("spec.o: Invalid value: x");
    }

    @Test
    void severalErrorsAreOneText() {
        FieldError a = FieldError.required("a", "");
        FieldError b = FieldError.required("b", "");
        assertThat(Failures.invalid("apps", "Deployment", "d", List.of(a, b, a)).getMessage())
                .isEqualTo("Deployment.apps \"d\" is invalid: [a: Required value, b: Required value]");
        assertThat(Failures.invalid("", "Pod", "p", List.of(a)).getMessage())
                .isEqualTo("Pod \"p\" is invalid: a: Required value");
    }

    @Test
    void goQuotesWhatCannotBePrinted() {
        assertThat(GoText.quote("a\n\t\u0001\u007f\u200b\u00e9\\")).isEqualTo("\"a\\n\\t\\x01\\x7f\\u200b\u00e9\\\\\"");
        assertThat(GoText.strings(List.of("a", "b"))).isEqualTo("[]string{\"a\", \"b\"}");
        assertThat(GoText.number(1.5)).isEqualTo("1.5");
        assertThat(GoText.number(1e6)).isEqualTo("1000000");
        assertThat(GoText.number(1e21)).isEqualTo("1e+21");
        assertThat(GoText.number(1e-7)).isEqualTo("1e-07");
    }
}
