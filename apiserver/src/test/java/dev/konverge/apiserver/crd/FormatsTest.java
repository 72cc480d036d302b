package dev.konverge.apiserver.crd;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("R6: formats and patterns")
final class FormatsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "date-time | 2026-01-01T00:00:00Z | 2026-01-01",
                "date-time | 2026-01-01T00:00:00.123+02:00 | yesterday",
                "date | 2026-02-28 | 2026-02-30",
                "duration | 1h30m | 1x",
                "duration | 5 days | days",
                "ipv4 | 10.0.0.1 | 10.0.0.256",
                "ipv6 | fe80::1 | fe80::1::2",
                "ipv6 | ::ffff:1.2.3.4 | 1.2.3.4",
                "cidr | 10.0.0.0/8 | 10.0.0.0/33",
                "cidr | fd00::/8 | fd00::",
                "uuid | 123e4567-e89b-12d3-a456-426614174000 | 123",
                "uuid4 | 123e4567-e89b-42d3-a456-426614174000 | 123e4567-e89b-12d3-a456-426614174000",
                "hostname | a.example.com | -a.example.com",
                "email | a@example.com | a.example.com",
                "uri | https://example.com/x?y=1 | example",
                "byte | YWJj | YWJ",
                "mac | 01:23:45:67:89:ab | 01:23:45",
                "hexcolor | #ffffff | #ggg",
                "rgbcolor | rgb(1,2,255) | rgb(1,2,256)",
                "isbn10 | 0321751043 | 0321751044",
                "isbn13 | 978-0321751041 | 978-0321751042",
                "creditcard | 4111 1111 1111 1111 | 4111 1111 1111 1112",
                "ssn | 123-45-6789 | 123-456-789",
                "k8s-short-name | a-b | a.b",
                "k8s-long-name | a.b-c.d | A.b",
            })
    void eachFormatTellsRightFromWrong(String format, String right, String wrong) {
        assertThat(Formats.isKnown("string", format)).isTrue();
        assertThat(Formats.isValid(format, right)).as(right).isTrue();
        assertThat(Formats.isValid(format, wrong)).as(wrong).isFalse();
    }

    @Test
    void aFormatThatNobodyKnowsIsNotChecked() {
        assertThat(Formats.isKnown("string", "frob")).isFalse();
        assertThat(Formats.isKnown("integer", "date")).isFalse();
        assertThat(Formats.isKnown("integer", "int32")).isTrue();
        assertThat(Formats.isValid("frob", "x")).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "^[a-z]+$ | abc | aB",
                "b | abc | ac",
                "^(?P<x>a)b$ | ab | b",
                "^[[:alpha:]]+$ | aB | a1",
                "^[[]$ | [ | x",
                "^[a&&b]$ | & | c",
                "^\\d{2}$ | 12 | 1",
                "^[^:]+$ | ab | a:b",
            })
    void patternsAreThoseOfGo(String pattern, String matching, String other) {
        assertThat(GoPattern.compile(pattern).matcher(matching).find()).isTrue();
        assertThat(GoPattern.compile(pattern).matcher(other).find()).isFalse();
    }

    @Test
    void theEndOfTheTextIsNotBeforeItsLastLineBreak() {
        assertThat(GoPattern.compile("^a$").matcher("a\n").find()).isFalse();
    }
}
