package dev.konverge.client.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IpLiteralTest {
    @ParameterizedTest
    @CsvSource({
        "10.1.2.3, 10.1.2.3",
        "::, 0:0:0:0:0:0:0:0",
        "::1, 0:0:0:0:0:0:0:1",
        "fd00::5, fd00:0:0:0:0:0:0:5",
        "FD00:0:0:0:0:0:0:5, fd00:0:0:0:0:0:0:5",
        "::ffff:10.1.2.3, 10.1.2.3",
        "fe80::1%1, fe80:0:0:0:0:0:0:1%1"
    })
    void addressesAreUnderstood(String text, String address) {
        InetAddress parsed = Objects.requireNonNull(IpLiteral.parse(text));
        assertThat(parsed.getHostAddress()).isEqualTo(address);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "kube",
                "kube:6443",
                "api.example.com:443",
                ".example.com:443",
                ".cafe:443",
                "*.example.com:443",
                "10.1.2.256",
                "10.1.2.3.",
                "kube%1:2"
            })
    void aNameServerIsAskedForNothingThatIsNoAddress(String text) {
        assertThat(IpLiteral.hasShape(text)).isFalse();
        assertThat(IpLiteral.parse(text)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"cafe:443", "1:2", "::1%nowhere", "10.1.2.3:443", ":"})
    void whatOnlyLooksLikeAnAddressIsNone(String text) {
        assertThat(IpLiteral.parse(text)).isNull();
    }
}
