package dev.konverge.model.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProtoReaderTest {
    private static ProtoReader reading(String hex) {
        return new ProtoReader(HexFormat.ofDelimiter(" ").parseHex(hex));
    }

    /** The third has only zeroes in its lower half: cut off, it would be the end of the message. */
    @ParameterizedTest
    @ValueSource(
            strings = {"00", "07", "80 80 80 80 F0 FF FF FF FF 01", "FF FF FF FF FF FF FF FF FF 01", "80 80 80 80 08"})
    void aTagOutOfRangeIsRefused(String tag) {
        ProtoReader in = reading(tag + " 0A 01 78");
        assertThatThrownBy(in::nextTag)
                .isInstanceOf(DecodeException.class)
                .hasMessageStartingWith("field number out of range");
    }

    @ParameterizedTest
    @ValueSource(strings = {"08", "FF FF FF FF 07"})
    void theFirstAndTheLastTagAreInRange(String tag) {
        assertThat(reading(tag).nextTag()).isPositive();
    }

    @Test
    void noBytesAreTheEnd() {
        assertThat(new ProtoReader(new byte[0]).nextTag()).isZero();
    }
}
