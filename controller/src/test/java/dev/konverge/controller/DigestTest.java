package dev.konverge.controller;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class DigestTest {
    private static Digest of(String text) {
        return Digest.of(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void itIsTheFirstHalfOfTheSha256() {
        assertThat(of("abc")).isEqualTo(new Digest(0xba7816bf8f01cfeaL, 0x414140de5dae2223L));
    }

    @Test
    void whatWasDigestedBeforeDoesNotMatter() {
        Digest first = of("abc");
        of("another");
        assertThat(of("abc")).isEqualTo(first).isNotEqualTo(of("abd"));
    }
}
