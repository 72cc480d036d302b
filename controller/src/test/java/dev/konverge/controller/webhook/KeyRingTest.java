package dev.konverge.controller.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.tls.Identity;
import dev.konverge.model.Bytes;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KeyRingTest {
    private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");
    private static final KeyRing.Terms TERMS =
            new KeyRing.Terms(List.of("hook.default.svc", "::1"), Duration.ofDays(90), Duration.ofDays(3650));

    private final KeyRing first = KeyRing.renewed(Optional.empty(), NOW, TERMS);

    private static KeyRing renewed(KeyRing ring, Duration later) {
        return KeyRing.renewed(Optional.of(ring), NOW.plus(later), TERMS);
    }

    private static boolean isTrusted(KeyRing ring, Identity server) {
        return ring.authorities().stream().anyMatch(authority -> {
            try {
                server.certificate().verify(authority.certificate().getPublicKey());
                return true;
            } catch (java.security.GeneralSecurityException another) {
                return false;
            }
        });
    }

    @Test
    void nothingIsReplacedBeforeItsTime() {
        assertThat(renewed(first, Duration.ofDays(59))).isSameAs(first);
    }

    @Test
    void aCertificateIsReplacedWhenTwoThirdsOfItsTimeAreOver() {
        KeyRing second = renewed(first, Duration.ofDays(61));
        assertThat(second.server()).isNotEqualTo(first.server());
        assertThat(second.authorities()).isEqualTo(first.authorities());
        assertThat(second.server().certificate().getNotAfter().toInstant()).isEqualTo(NOW.plus(Duration.ofDays(151)));
    }

    @Test
    void anAuthorityIsTrustedBeforeItSigns() {
        Duration time = Duration.ZERO;
        KeyRing ring = first;
        while (time.compareTo(Duration.ofDays(8000)) < 0) {
            KeyRing next = renewed(ring, time);
            if (!next.server().equals(ring.server())) {
                assertThat(isTrusted(ring, next.server()))
                        .as("whoever knows the ring from before trusts the certificate of day %d", time.toDays())
                        .isTrue();
            }
            assertThat(next.server().certificate().getNotAfter().toInstant()).isAfter(NOW.plus(time));
            ring = next;
            time = time.plusDays(10);
        }
        assertThat(ring.authorities()).doesNotContainAnyElementsOf(first.authorities());
        assertThat(ring.authorities()).hasSizeLessThanOrEqualTo(2);
    }

    @Test
    void anotherNameOfTheServerIsAnotherCertificate() {
        KeyRing.Terms more =
                new KeyRing.Terms(List.of("other.default.svc"), TERMS.lifetime(), TERMS.authorityLifetime());
        KeyRing second = KeyRing.renewed(Optional.of(first), NOW, more);
        assertThat(second.authorities()).isEqualTo(first.authorities());
        assertThat(second.server()).isNotEqualTo(first.server());
    }

    @Test
    void aSecretGivesBackWhatItWasGiven() {
        KeyRing two = new KeyRing(
                List.of(
                        first.authorities().getFirst(),
                        KeyRing.renewed(Optional.empty(), NOW, TERMS)
                                .authorities()
                                .getFirst()),
                first.server());
        assertThat(KeyRing.ofSecret(two.toSecret())).contains(two);
        assertThat(KeyRing.ofSecret(Map.of("tls.crt", Bytes.EMPTY))).isEmpty();
        assertThat(two.toString()).doesNotContain("PRIVATE");
    }
}
