package dev.konverge.client.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.client.http.HeaderTable.Field;
import org.junit.jupiter.api.Test;

class HeaderTableTest {
    private static final int NEWEST = HeaderTable.KNOWN + 1;

    @Test
    void theOldestAreForgottenByTheirSize() {
        HeaderTable table = new HeaderTable(100);
        table.add(new Field("a", "1"), 2);
        table.add(new Field("b", "2"), 2);
        assertThat(table.count()).isEqualTo(HeaderTable.KNOWN + 2);
        assertThat(table.name(NEWEST)).isEqualTo("b");
        table.add(new Field("c", "3"), 2);
        assertThat(table.count()).isEqualTo(HeaderTable.KNOWN + 2);
        assertThat(table.find(new Field("a", "1"))).isZero();
        table.add(new Field("d", "x"), 69);
        assertThat(table.count()).as("too large for all").isEqualTo(HeaderTable.KNOWN);
    }

    @Test
    void moreThanTheFirstRingAreKept() {
        HeaderTable table = new HeaderTable(1 << 20);
        for (int i = 0; i < 1000; i++) {
            table.add(new Field("n" + i, "v" + i), 4);
        }
        for (int i = 0; i < 1000; i++) {
            assertThat(table.name(NEWEST + i)).isEqualTo("n" + (999 - i));
        }
        table.limit(36 * 10);
        assertThat(table.count()).isEqualTo(HeaderTable.KNOWN + 10);
        assertThat(table.value(NEWEST + 9)).isEqualTo("v990");
    }

    @Test
    void bytesCountAndNotCharacters() throws Exception {
        // RFC 7541, section 4.1: else one side names fields by number that the other one has forgotten.
        String value = "ü".repeat(1500);
        HpackEncoder encoder = new HpackEncoder();
        ByteSink sink = new ByteSink();
        encoder.write("x-0", value, sink);
        encoder.write("x-1", value, sink);
        int both = sink.size();
        encoder.write("x-0", value, sink);
        assertThat(sink.size() - both).as("two of them have no room").isGreaterThan(3000);
        HpackDecoder decoder = new HpackDecoder();
        assertThat(decoder.decode(sink.copy(0, both), 0, both).value(1)).isEqualTo(value);
        assertThatThrownBy(() -> decoder.decode(new byte[] {(byte) 0xbf}, 0, 1)).hasMessageContaining("63");
    }
}
