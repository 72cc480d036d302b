package dev.konverge.client.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.client.config.ConfigException;
import dev.konverge.client.config.Environment;
import dev.konverge.client.config.ProxyChoice;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProxyRulesTest {
    private static final ProxyChoice ENVIRONMENT = new ProxyChoice.FromEnvironment();

    private static Optional<URI> proxy(String server, String... variables) {
        Map<String, String> all = new HashMap<>();
        for (int i = 0; i < variables.length; i += 2) {
            all.put(variables[i], variables[i + 1]);
        }
        Environment environment = new Environment(all, Path.of("."), Path.of("."), false);
        return new ProxyRules(environment).proxyFor(URI.create(server), ENVIRONMENT);
    }

    @Test
    void theSchemeDecidesWhichVariableCounts() {
        assertThat(proxy("https://a.example", "HTTPS_PROXY", "http://p:1", "HTTP_PROXY", "http://q:2"))
                .contains(URI.create("http://p:1"));
        assertThat(proxy("http://a.example", "HTTPS_PROXY", "http://p:1", "http_proxy", "q:2"))
                .contains(URI.create("http://q:2"));
        assertThat(proxy("https://a.example", "HTTP_PROXY", "http://q:2")).isEmpty();
    }

    @Test
    void aProxyThatIsToLookNamesUpDoesSoAnyway() {
        assertThat(proxy("https://a.example", "HTTPS_PROXY", "socks5h://user:secret@s:1080"))
                .contains(URI.create("socks5://user:secret@s:1080"));
        assertThat(proxy("https://a.example", "HTTPS_PROXY", "SOCKS5H://s:1080"))
                .contains(URI.create("socks5://s:1080"));
        // KC-6: a kubeconfig may not say so, in Go neither.
        assertThatThrownBy(() -> new ProxyChoice.Via(URI.create("socks5h://s:1080")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void thisMachineIsReachedStraight() {
        assertThat(proxy("https://localhost:6443", "HTTPS_PROXY", "http://p:1")).isEmpty();
        assertThat(proxy("https://127.0.0.7:6443", "HTTPS_PROXY", "http://p:1")).isEmpty();
        assertThat(proxy("https://[::1]:6443", "HTTPS_PROXY", "http://p:1")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "https://api.example.com|example.com|true",
                "https://example.com|example.com|true",
                "https://example.com|.example.com|false",
                "https://api.example.com|.example.com|true",
                "https://api.example.com|*.example.com|true",
                "https://notexample.com|example.com|false",
                "https://10.1.2.3:6443|10.0.0.0/8|true",
                "https://11.1.2.3:6443|10.0.0.0/8|false",
                "https://10.1.2.3:6443|10.1.2.3|true",
                "https://10.1.2.3:6443|10.1.2.3:6443|true",
                "https://10.1.2.3:6443|10.1.2.3:443|false",
                "https://[fd00::5]:6443|fd00::/8|true",
                "https://kube:6443|kube:6443|true",
                "https://kube:6443|kube:443|false",
                "https://cafe:6443|cafe:6443|true",
                "https://api.cafe:6443|.cafe:6443|true",
                "https://api.example.com|other.org, EXAMPLE.com|true",
                "https://api.example.com|*|true",
                "https://api.example.com|''|false",
            })
    void whatIsExcludedIsReachedStraight(String server, String noProxy, boolean straight) {
        assertThat(proxy(server, "HTTPS_PROXY", "http://p:1", "NO_PROXY", noProxy)
                        .isEmpty())
                .isEqualTo(straight);
    }

    @Test
    void whatWasAskedForComesBeforeTheEnvironment() {
        Environment environment = new Environment(
                Map.of("HTTPS_PROXY", "http://p:1", "NO_PROXY", "*"), Path.of("."), Path.of("."), false);
        ProxyRules rules = new ProxyRules(environment);
        URI server = URI.create("https://localhost");
        assertThat(rules.proxyFor(server, new ProxyChoice.Via(URI.create("socks5://s:1080"))))
                .contains(URI.create("socks5://s:1080"));
        assertThat(rules.proxyFor(server, new ProxyChoice.Direct())).isEmpty();
    }

    @Test
    void aVariableThatIsNoAddressIsNamedWithoutItsValue() {
        assertThatThrownBy(() -> proxy("https://a.example", "HTTPS_PROXY", "ftp://user:secret@p"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("HTTPS_PROXY")
                .hasMessageNotContaining("secret");
    }
}
