package dev.konverge.benchmarks.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class EventEndsTest {
    private final EventEnds ends = new EventEnds();

    private int count(String bytes) throws EOFException {
        int count = 0;
        for (byte next : bytes.getBytes(StandardCharsets.ISO_8859_1)) {
            count += ends.ends(next) ? 1 : 0;
        }
        return count;
    }

    @Test
    void eachEventIsCountedWhereverChunksBegin() throws EOFException {
        assertThat(count("10\r\n{\"a\":{\"b\":0}}\n\r\n20\r\n{\"a\":{}")).isEqualTo(1);
        assertThat(count("}\n{}\n\r\n")).isEqualTo(2);
    }

    @Test
    void aChunkWithoutContentEndsTheWatch() throws EOFException {
        assertThat(count("3\r\n{}\n\r\n")).isEqualTo(1);
        assertThatThrownBy(() -> count("0\r\n\r\n"))
                .isInstanceOf(EOFException.class)
                .hasMessage("the server ended a watch");
    }
}
