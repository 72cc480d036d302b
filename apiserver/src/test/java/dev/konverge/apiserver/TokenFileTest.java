package dev.konverge.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Behaviour list H1: the file of {@code --token-auth-file}. */
class TokenFileTest {
    @Test
    void aLineIsATokenAUserAnIdAndGroups() {
        assertThat(TokenFile.parse("""
                        t1,ann,1,"dev,qa"
                        t2,bob,2,ops

                        t3,"carol ""c"" x",3
                        ,nobody,4
                        t2,dora,5,
                        """))
                .isEqualTo(Map.of(
                        "t1", new User("ann", "1", List.of("dev", "qa", "system:authenticated"), Map.of()),
                        "t2", new User("dora", "5", List.of("system:authenticated"), Map.of()),
                        "t3", new User("carol \"c\" x", "3", List.of("system:authenticated"), Map.of())));
    }

    @Test
    void aLineThatIsNotIsNamedWithoutItsToken() {
        assertThatThrownBy(() -> TokenFile.parse("t1,ann,1\nsecret,bob\n"))
                .hasMessage("line 2 of the tokens has 2 fields; it must have at least three: token, user, uid");
        assertThatThrownBy(() -> TokenFile.parse("secret,\"bob,2\n"))
                .hasMessage("line 1 of the tokens has a quote that is not closed");
    }

    @Test
    void optionsDoNotShowTokens() {
        assertThat(SocketOptions.USUAL
                        .withTokens(TokenFile.parse("secret,ann,1"))
                        .toString())
                .doesNotContain("secret")
                .contains("1 tokens");
    }
}
