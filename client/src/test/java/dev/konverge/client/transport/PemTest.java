package dev.konverge.client.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.client.config.ConfigException;
import dev.konverge.client.config.PemSource;
import dev.konverge.client.config.Tls;
import dev.konverge.client.config.Trust;
import dev.konverge.client.testing.TestPki;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;

class PemTest {
    private static final TestPki.Authority AUTHORITY = TestPki.authority("pem");
    private static final TestPki.Identity ELLIPTIC = AUTHORITY.client("ann");
    private static final TestPki.Identity RSA = AUTHORITY.rsaClient("bob");

    private static void assertReads(String pem, TestPki.Identity identity) {
        assertThat(Pairing.holds(identity.chain().getFirst().getPublicKey(), Pem.privateKey(PemSource.of(pem))))
                .isTrue();
    }

    @Test
    void everyCommonFormOfAKeyIsRead() {
        assertReads(ELLIPTIC.keyPem(), ELLIPTIC);
        assertReads(RSA.keyPem(), RSA);
        assertThat(RSA.traditionalKeyPem()).startsWith("-----BEGIN RSA PRIVATE KEY-----");
        assertReads(RSA.traditionalKeyPem(), RSA);
        assertThat(ELLIPTIC.traditionalKeyPem()).startsWith("-----BEGIN EC PRIVATE KEY-----");
        assertReads(ELLIPTIC.traditionalKeyPem(), ELLIPTIC);
        assertReads(ELLIPTIC.keyPemWithParameters(), ELLIPTIC);
    }

    @Test
    void aKeyIsFoundAmongOtherThings() {
        assertReads("a comment\r\n" + ELLIPTIC.chainPem() + ELLIPTIC.keyPem().replace("\n", "\r\n"), ELLIPTIC);
    }

    @Test
    void aChainKeepsItsOrder() {
        assertThat(Pem.certificates(PemSource.of(ELLIPTIC.chainPem()))).isEqualTo(ELLIPTIC.chain());
    }

    @Test
    void anEncryptedKeyIsAClearError() {
        assertThatThrownBy(() -> Pem.privateKey(PemSource.of(ELLIPTIC.encryptedKeyPem("swordfish"))))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("encrypted");
        String old = """
                -----BEGIN RSA PRIVATE KEY-----
                Proc-Type: 4,ENCRYPTED
                DEK-Info: AES-256-CBC,00

                AAAA
                -----END RSA PRIVATE KEY-----
                """;
        assertThatThrownBy(() -> Pem.privateKey(PemSource.of(old)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("encrypted");
    }

    @Test
    void whatIsNoPemIsNamedAndNotShown() {
        Path file = Path.of("some", "where.pem");
        assertThatThrownBy(() -> Pem.privateKey(PemSource.of(file)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("no such file");
        assertThatThrownBy(() -> Pem.privateKey(PemSource.of("c2VjcmV0")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("not PEM")
                .hasMessageNotContaining("c2VjcmV0");
        assertThatThrownBy(() -> Pem.certificates(PemSource.of(ELLIPTIC.keyPem())))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("no certificate");
        assertThatThrownBy(() ->
                        Pem.privateKey(PemSource.of("-----BEGIN PRIVATE KEY-----\n!!\n-----END PRIVATE KEY-----")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("base64");
        assertThatThrownBy(() ->
                        Pem.privateKey(PemSource.of("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("damaged");
        assertThatThrownBy(() -> Pem.privateKey(
                        PemSource.of("-----BEGIN EC PRIVATE KEY-----\nMIIB\n-----END EC PRIVATE KEY-----")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("damaged");
    }

    private static SSLContext load(String certificate, String key, Instant now) {
        Tls.ClientCertificate client = new Tls.ClientCertificate(PemSource.of(certificate), PemSource.of(key));
        return TlsMaterial.load(new Tls(new Trust.Anybody(), client, null), Optional.empty(), now);
    }

    @Test
    void aCertificateThatCannotBeUsedIsRefusedAtOnce() {
        Instant now = Instant.now();
        assertThat(load(RSA.certificatePem(), RSA.traditionalKeyPem(), now)).isNotNull();
        TestPki.Identity expired = AUTHORITY.expiredClient("old");
        assertThatThrownBy(() -> load(expired.certificatePem(), expired.keyPem(), now))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("expired at");
        assertThatThrownBy(() -> load(ELLIPTIC.certificatePem(), ELLIPTIC.keyPem(), now.minusSeconds(1_000_000)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("clock");
        assertThatThrownBy(() ->
                        load(ELLIPTIC.certificatePem(), AUTHORITY.client("eve").keyPem(), now))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("does not belong");
        assertThatThrownBy(() -> load(ELLIPTIC.certificatePem(), RSA.keyPem(), now))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("does not belong");
    }
}
