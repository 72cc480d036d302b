package dev.konverge.client.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UserAgentTest {
    @Test
    void itHasTheFormOfClientGo() {
        // 9.1
        assertThat(UserAgent.of("manager", "1.2.3-rc.1", "0123456789", "Linux", "x86_64"))
                .isEqualTo("manager/1.2.3 (linux/amd64) kubernetes/0123456");
        assertThat(UserAgent.of("manager", "1.2.3", "", "Mac OS X", "aarch64"))
                .isEqualTo("manager/1.2.3 (darwin/arm64) kubernetes/unknown");
        assertThat(UserAgent.of("", "", "", "", "")).isEqualTo("unknown/unknown (unknown/unknown) kubernetes/unknown");
        assertThat(UserAgent.standard()).startsWith("konverge/");
    }
}
