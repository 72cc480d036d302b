package dev.konverge.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.VirtualPlatform;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Leases as leader election uses them. */
class LeaseContractTest {
    private static final String LEASES = "/apis/coordination.k8s.io/v1/namespaces/default/leases";

    private final VirtualPlatform platform = new VirtualPlatform(6);
    private final Driver server = Driver.of(platform);

    @AfterEach
    void close() {
        platform.close();
    }

    private Driver.Answer put(String version, String renewTime) {
        return server.put(
                LEASES + "/l",
                "{\"metadata\":{\"name\":\"l\",\"resourceVersion\":\"" + version
                        + "\"},\"spec\":{\"holderIdentity\":\"me\",\"renewTime\":\"" + renewTime + "\"}}");
    }

    @Test
    @DisplayName("B8: an update makes a lease that is not there; one that is there it has to name the version of")
    void updatesMakeLeasesOrNameTheirVersion() {
        Driver.Answer made = put("", "2026-01-01T01:00:00.500000+01:00");
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        assertThat(made.text("spec.renewTime")).isEqualTo("2026-01-01T00:00:00.500000Z");
        Driver.Answer unversioned = put("", "2026-01-01T00:00:01.000000Z");
        assertThat(unversioned.status()).isEqualTo(422);
        assertThat(unversioned.text("message"))
                .isEqualTo("leases.coordination.k8s.io \"l\" is invalid: metadata.resourceVersion: Invalid value: 0: "
                        + "must be specified for an update");
        Driver.Answer renewed = put(made.text("metadata.resourceVersion"), "2026-01-01T00:00:01.000000Z");
        assertThat(renewed.status()).isEqualTo(200);
        assertThat(renewed.text("spec.renewTime")).isEqualTo("2026-01-01T00:00:01.000000Z");
        assertThat(put(made.text("metadata.resourceVersion"), "2026-01-01T00:00:02.000000Z")
                        .text("reason"))
                .isEqualTo("Conflict");
    }

    @ParameterizedTest
    @CsvSource({
        "2026-01-01T00:00:00Z,Z,.000000",
        "2026-01-01T00:00:00.5Z,.5Z,.000000",
        "2026-01-01T00:00:00.123456789Z,789Z,Z07:00",
        "2026-01-01 00:00:00.000000Z,' 00:00:00.000000Z',T",
        "2026-01-01T00:00.000000Z,.000000Z,:",
        "2026-1-01T00:00:00.000000Z,1-01T00:00:00.000000Z,01",
        "nonsense,nonsense,2006",
    })
    @DisplayName("B8: the times of a lease have six digits, neither fewer nor more")
    void timesHaveSixDigits(String time, String rest, String element) {
        assertRefused(
                time, " as \"2006-01-02T15:04:05.000000Z07:00\": cannot parse \"" + rest + "\" as \"" + element + "\"");
    }

    @ParameterizedTest
    @CsvSource({
        "2026-13-01T00:00:00.000000Z,: month out of range",
        "2026-02-30T00:00:00.000000Z,: day out of range",
        "2026-01-01T24:00:00.000000Z,: hour out of range",
        "2026-01-01T00:00:60.000000Z,: second out of range",
        "2026-01-01T00:00:00.000000+25:00,: time zone offset hour out of range",
        "2026-01-01T00:00:00.000000Zulu,: extra text: \"ulu\"",
    })
    void timesAreInTheCalendar(String time, String why) {
        assertRefused(time, why);
    }

    private void assertRefused(String time, String why) {
        Driver.Answer refused = put("", time);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text("message"))
                .isEqualTo("Lease in version \"v1\" cannot be handled as a Lease: parsing time \"" + time + "\"" + why);
    }
}
