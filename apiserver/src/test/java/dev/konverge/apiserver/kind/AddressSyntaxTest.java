package dev.konverge.apiserver.kind;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressSyntaxTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"1.2.3.4", "0.0.0.0", "::", "::1", "2001:db8::ffff", "1:2:3:4:5:6:7:8", "::ffff:1.2.3.4", "1::8"
            })
    void addressesOfBothVersionsAreSome(String text) {
        assertThat(AddressSyntax.address(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "1.2.3",
                "1.2.3.256",
                "1.2.3.4.5",
                ":",
                "1::2::3",
                "1:2:3:4:5:6:7:8:9",
                "12345::",
                "::1.2.3"
            })
    void otherTextsAreNone(String text) {
        assertThat(AddressSyntax.address(text))
                .containsExactly("must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)");
    }

    @Test
    void aRangeHasAsManyBitsAsItsAddressAllows() {
        assertThat(AddressSyntax.bits("10.0.0.0/8")).hasValue(8);
        assertThat(AddressSyntax.bits("2001:db8::/64")).hasValue(64);
        assertThat(AddressSyntax.bits("10.0.0.0/33")).isEmpty();
        assertThat(AddressSyntax.bits("10.0.0.0/08")).isEmpty();
        assertThat(AddressSyntax.bits("10.0.0.0")).isEmpty();
        assertThat(AddressSyntax.range("c"))
                .containsExactly("must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)");
    }
}
