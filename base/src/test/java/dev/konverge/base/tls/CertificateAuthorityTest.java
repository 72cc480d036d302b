package dev.konverge.base.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertPath;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CertificateAuthorityTest {
    private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");

    private final CertificateAuthority authority = new CertificateAuthority(NOW);

    @Test
    void whatItSignsIsValidForJavasOwnValidator() throws Exception {
        for (Identity identity : List.of(
                authority.server(List.of("localhost", "127.0.0.1", "::1")), authority.client("me", List.of("g")))) {
            CertPath path = CertificateFactory.getInstance("X.509").generateCertPath(List.of(identity.certificate()));
            PKIXParameters parameters = new PKIXParameters(Set.of(new TrustAnchor(authority.certificate(), null)));
            parameters.setRevocationEnabled(false);
            parameters.setDate(Date.from(NOW.plusSeconds(1)));

            assertThat(CertPathValidator.getInstance("PKIX").validate(path, parameters))
                    .isNotNull();
        }
    }

    @Test
    void aServerIsCertifiedForItsNamesAndAddressesAndForServingOnly() throws Exception {
        X509Certificate certificate =
                authority.server(List.of("localhost", "127.0.0.1", "::1")).certificate();

        assertThat(certificate.getSubjectAlternativeNames())
                .contains(List.of(2, "localhost"), List.of(7, "127.0.0.1"), List.of(7, "0:0:0:0:0:0:0:1"));
        assertThat(certificate.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
        assertThat(certificate.getBasicConstraints()).isEqualTo(-1);
        assertThat(authority.certificate().getBasicConstraints()).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void everyCertificateHasItsOwnSerialNumberAndYear() {
        X509Certificate first = authority.client("a", List.of()).certificate();
        X509Certificate second = authority.client("a", List.of()).certificate();

        assertThat(first.getSerialNumber()).isPositive().isNotEqualTo(second.getSerialNumber());
        assertThat(first.getNotBefore()).isEqualTo(Date.from(NOW.minus(Duration.ofHours(1))));
        assertThat(first.getNotAfter()).isEqualTo(Date.from(NOW.plus(Duration.ofDays(365))));
    }

    @Test
    void pemIsWhatJavaReadsBack() throws Exception {
        Identity identity = authority.client("me", List.of());

        assertThat(CertificateFactory.getInstance("X.509")
                        .generateCertificate(new ByteArrayInputStream(
                                identity.certificatePem().getBytes(StandardCharsets.US_ASCII))))
                .isEqualTo(identity.certificate());
        assertThat(identity.keyPem())
                .startsWith("-----BEGIN PRIVATE KEY-----\n")
                .endsWith("-----END PRIVATE KEY-----\n");
        assertThat(identity.toString()).isEqualTo("CN=me");
    }

    @Test
    void theEncodingIsTheDistinguishedOne() {
        assertThat(hex(Der.oid("1.2.840.10045.4.3.2"))).isEqualTo("06082a8648ce3d040302");
        assertThat(hex(Der.integer(BigInteger.valueOf(128)))).isEqualTo("02020080");
        assertThat(hex(Der.sequence(Der.bool(true)))).isEqualTo("30030101ff");
        assertThat(hex(Der.octets(new byte[200]))).startsWith("0481c8");
        assertThat(hex(Der.octets(new byte[70_000]))).startsWith("0483011170");
        assertThat(hex(Der.time(NOW))).isEqualTo("180f" + hex("20260501120000Z".getBytes(StandardCharsets.US_ASCII)));
    }

    @Test
    void whatAnAuthorityOfBeforeSignsIsValidForItAndDoesNotOutliveIt() throws Exception {
        Identity kept = new CertificateAuthority("kept", NOW, Duration.ofDays(30)).self();
        Identity signed = new CertificateAuthority(kept, NOW.plus(Duration.ofDays(20)), Duration.ofDays(90))
                .server("webhook", List.of("localhost"));

        signed.certificate().verify(kept.certificate().getPublicKey());
        assertThat(signed.certificate().getNotAfter()).isEqualTo(Date.from(NOW.plus(Duration.ofDays(30))));
        assertThat(signed.toString()).isEqualTo("CN=webhook");
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
