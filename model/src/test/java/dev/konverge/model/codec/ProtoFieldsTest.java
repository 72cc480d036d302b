package dev.konverge.model.codec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProtoFieldsTest {
    /** A record whose second and fourth fields are in a message that is no field of its own. */
    private final ProtoFields fields = ProtoFields.of(
            ProtoForm.STRING.at(1), ProtoForm.MESSAGE.at(2, 7), ProtoForm.BOOL.at(40), ProtoForm.INT32.at(2, 3, 1));

    @Test
    void aFieldIsFoundByItsNumber() {
        assertThat(fields.place(1)).isZero();
        assertThat(fields.place(40)).isEqualTo(2);
        assertThat(fields.form(2)).isEqualTo(ProtoForm.BOOL);
    }

    @Test
    void aMessageAroundFieldsLeadsToThem() {
        ProtoFields group = fields.group(fields.place(2));

        assertThat(group.place(7)).isEqualTo(1);
        assertThat(group.group(group.place(3)).place(1)).isEqualTo(3);
        assertThat(group.group(group.place(3)).form(3)).isEqualTo(ProtoForm.INT32);
    }

    @Test
    void otherNumbersAreUnknown() {
        assertThat(fields.place(3)).isEqualTo(ProtoFields.UNKNOWN);
        assertThat(fields.place(41)).isEqualTo(ProtoFields.UNKNOWN);
        assertThat(fields.place(536_870_911)).isEqualTo(ProtoFields.UNKNOWN);
        assertThat(fields.group(fields.place(2)).place(1)).isEqualTo(ProtoFields.UNKNOWN);
    }
}
