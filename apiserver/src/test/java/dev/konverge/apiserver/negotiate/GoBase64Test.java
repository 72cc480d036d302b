package dev.konverge.apiserver.negotiate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What kube-apiserver 1.36.4 says of the data of a Secret; {@code ~} stands for a line break. */
class GoBase64Test {
    @ParameterizedTest
    @CsvSource({"'',''", "YQ==,a", "YWI=,ab", "YWJj,abc", "YQ==~,a", "YQ~==,a", "YQ=~=,a", "YWJj~YQ==,abca", "YR==,a"})
    void readsWhatIsPadded(String text, String meant) {
        assertThat(GoBase64.decode(text.replace('~', '\n'))).isEqualTo(meant.getBytes(StandardCharsets.US_ASCII));
    }

    @ParameterizedTest
    @CsvSource({
        "YQ,0",
        "YWI,0",
        "Y,0",
        "YWJjZ,4",
        "YWJj~YQ,5",
        "=,0",
        "Y=,1",
        "YQ=,3",
        "YQ=~,4",
        "YWJjZA=,7",
        "YQ=a,2",
        "Y*==,1",
        "YWJj=,4",
        "YQ===,4",
        "YQ==YQ==,4",
        "YWJjZ===,5",
        "é,0",
        "YWJjé,4",
        "YQ==é,4",
        "'YQ== ',4"
    })
    void saysWhereTheRestMakesNoSense(String text, int at) {
        assertThatThrownBy(() -> GoBase64.decode(text.replace('~', '\n')))
                .hasMessage("illegal base64 data at input byte " + at);
    }
}
