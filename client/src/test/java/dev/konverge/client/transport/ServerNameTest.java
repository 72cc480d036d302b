package dev.konverge.client.transport;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.client.testing.TestPki;
import java.security.cert.X509Certificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who a certificate is for (RFC 9525, as Go's clients see it). */
class ServerNameTest {
    private static final TestPki.Authority AUTHORITY = TestPki.authority("test authority");

    @ParameterizedTest
    @CsvSource({
        "api.example.com, api.example.com",
        "API.example.com, api.EXAMPLE.com",
        "api.example.com., api.example.com",
        "api.example.com, *.example.com",
        "kubernetes, kubernetes",
        "10.0.0.1, 10.0.0.1",
        "::1, 0:0:0:0:0:0:0:1",
        "fe80::1%1, fe80::1",
        "::ffff:10.0.0.1, 10.0.0.1",
        "xn--bcher-kva.example, xn--bcher-kva.example",
    })
    void aServerProvesItsName(String name, String certified) {
        assertThatCode(() -> new ServerName(name).check(certificate(certified))).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({
        "api.example.com, example.com",
        "example.com, *.example.com",
        "a.b.example.com, *.example.com",
        "api.example.com, *.com",
        "api.example.com, a*.example.com",
        "api.example.com, api.*.com",
        "api.example.com, *",
        ".example.com, *.example.com",
        "example.com.evil.org, example.com",
        "10.0.0.1, 10.0.0.2",
        "::1, ::2",
        "999.0.0.1, 99.0.0.1",
    })
    void aServerOfAnotherNameDoesNot(String name, String certified) {
        assertThatThrownBy(() -> new ServerName(name).check(certificate(certified)))
                .isInstanceOf(ServerName.WrongName.class);
    }

    @Test
    void oneOfSeveralNamesIsEnough() {
        X509Certificate several = certificate("kubernetes.default", "10.0.0.1", "kubernetes");
        assertThatCode(() -> new ServerName("10.0.0.1").check(several)).doesNotThrowAnyException();
        assertThatCode(() -> new ServerName("kubernetes").check(several)).doesNotThrowAnyException();
        assertThatThrownBy(() -> new ServerName("kubernetes.other").check(several))
                .hasMessage("it is for kubernetes.default, 10.0.0.1, kubernetes");
    }

    @Test
    void anAddressIsNotProvenByANameThatLooksLikeIt() {
        assertThatThrownBy(() -> new ServerName("10.0.0.1").check(certificate("dns:10.0.0.1")))
                .isInstanceOf(ServerName.WrongName.class);
    }

    @Test
    void theCommonNameProvesNothing() {
        // Its subject is CN=server.
        assertThatThrownBy(() -> new ServerName("server").check(certificate())).hasMessage("it is for no name at all");
    }

    private static X509Certificate certificate(String... names) {
        return AUTHORITY.server(names).chain().getFirst();
    }
}
