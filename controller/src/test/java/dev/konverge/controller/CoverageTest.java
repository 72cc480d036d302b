package dev.konverge.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.model.Json;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CoverageTest {
    @ParameterizedTest(name = "{0} covers {1}: {2}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"a\":1,\"b\":2}           | {\"a\":1}             | true",
                "{\"a\":1}                   | {\"a\":1,\"b\":2}     | false",
                "{\"a\":1}                   | {\"a\":2}             | false",
                "{\"a\":{\"x\":1,\"y\":2}}   | {\"a\":{\"y\":2}}     | true",
                "[{\"n\":1,\"d\":0},2]       | [{\"n\":1},2]         | false",
                "[1,2]                       | [1]                   | false",
                "[2,1]                       | [1,2]                 | false",
                "{}                          | {\"a\":{}}            | false",
                "{\"a\":\"1\"}               | {\"a\":1}             | false",
                "{\"a\":null}                | {\"a\":null}          | true",
                "{\"a\":true}                | {\"a\":false}         | false",
                "{\"a\":1.5}                 | {\"a\":1.5}           | true"
            })
    void whatIsThereCoversWhatIsWanted(String there, String wanted, boolean covers) {
        assertThat(Coverage.covers(Json.parse(there), Json.parse(wanted))).isEqualTo(covers);
    }
}
