package dev.konverge.codegen.processor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OnlyJavaTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            quoteCharacter = '`',
            value = {
                "a(?=b) (?=",
                "(?<!a)b (?<!",
                "(?>a) (?>",
                "(?x)a (?x)",
                "(?ix:a) (?ix:",
                "(a)\\1 \\1",
                "(?<n>a)\\k<n> \\k",
                "a\\Z \\Z",
                "\\h+ \\h",
                "[\\h] \\h",
                "\\p{Alpha} \\p{Alpha}",
                "[\\p{javaLowerCase}] \\p{javaLowerCase}",
                "a++ ++",
                "a*+ *+",
                "a?+ ?+",
                "a{2}+ {2}+",
                "^[a-z]{1,2000}$ {1,2000}",
                "a{1001} {1001}",
                "[a-z&&[^b]] &&"
            })
    void whatGoDoesNotKnowIsNamed(String pattern, String part) {
        assertThat(OnlyJava.find(pattern)).contains(part);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$",
                "a{1,1000}",
                "a{1,}?",
                "a+?b*?c??",
                "[*+]+",
                "[(?=a]*",
                "\\\\1",
                "\\(?=a",
                "\\Qa++\\E",
                "(?i)a(?s:.)(?U-i)b",
                "(?P<name>a)(?<other>b)(?:c)",
                "\\p{Greek}\\pL\\d\\w\\s\\b",
                "a}+",
                "x\\{1,2000}",
                "[^]]",
                "\\"
            })
    void whatGoKnowsTooIsTaken(String pattern) {
        assertThat(OnlyJava.find(pattern)).isEmpty();
    }
}
