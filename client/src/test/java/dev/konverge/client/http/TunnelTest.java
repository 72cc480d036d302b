package dev.konverge.client.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TunnelTest {
    private static final Origin NAMED = new Origin(true, "api.example", 6443);

    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();

    private FakeSocket proxy(byte[] says) {
        return new FakeSocket(new ByteArrayInputStream(says), sent);
    }

    private FakeSocket socks(String hex) {
        return proxy(HexFormat.of().parseHex(hex.replace(" ", "")));
    }

    private FakeSocket http(String says) {
        return proxy(says.getBytes(StandardCharsets.ISO_8859_1));
    }

    private String sent() {
        return HexFormat.of().formatHex(sent.toByteArray());
    }

    private static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void namesAreLeftToTheProxy() throws Exception {
        Tunnel.socks(socks("0500 05000001 7f000001 1f90"), NAMED, null);
        assertThat(sent()).isEqualTo("050100" + "05010003" + "0b" + hex("api.example") + "192b");
    }

    @Test
    void aPasswordIsShownIfTheProxyWantsOne() throws Exception {
        Tunnel.socks(socks("0502 0100 05000003 03 616263 1f90"), NAMED, "jürgen:se:same");
        assertThat(sent())
                .isEqualTo("05020002" + "01" + "07" + hex("jürgen") + "07" + hex("se:same") + "05010003" + "0b"
                        + hex("api.example") + "192b");
    }

    @Test
    void aPasswordIsNotShownIfTheProxyWantsNone() throws Exception {
        Tunnel.socks(socks("0500 05000004 00000000000000000000000000000001 1f90"), NAMED, "user:secret");
        assertThat(sent()).startsWith("0502000205").doesNotContain(hex("secret"));
    }

    @Test
    void addressesAreSentAsWhatTheyAre() throws Exception {
        Tunnel.socks(socks("0500 05000001 00000000 0000"), new Origin(true, "10.1.2.3", 443), null);
        Tunnel.socks(socks("0500 05000001 00000000 0000"), new Origin(true, "fd00::1", 443), null);
        assertThat(sent())
                .isEqualTo("050100" + "05010001" + "0a010203" + "01bb" + "050100" + "05010004"
                        + "fd000000000000000000000000000001" + "01bb");
    }

    @ParameterizedTest
    @CsvSource({
        "05ff, it wants a password",
        "0400, it does not speak SOCKS 5",
        "0500 05010001 00000000 0000, it refused: general failure",
        "0500 05020001 00000000 0000, it refused: not allowed by its rules",
        "0500 05050001 00000000 0000, it refused: connection refused",
        "0500 05080001 00000000 0000, it refused: address type not supported",
        "0500 05090001 00000000 0000, it refused: code 9",
        "0500 05ff0001 00000000 0000, it refused: code 255",
        "0500 05000002 00000000 0000, it answered with an unknown kind of address",
    })
    void aRefusalSaysWhy(String hex, String reason) {
        assertThatThrownBy(() -> Tunnel.socks(socks(hex), NAMED, null))
                .isInstanceOf(IOException.class)
                .hasMessage(reason);
    }

    @Test
    void aWrongPasswordIsSaidToBe() {
        assertThatThrownBy(() -> Tunnel.socks(socks("0502 0101"), NAMED, "user:wrong"))
                .hasMessage("it does not accept the password");
        assertThatThrownBy(() -> Tunnel.socks(socks("05ff"), NAMED, "user:wrong"))
                .hasMessage("it takes no password");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "05", "0500", "0500 0500", "0500 05000001 0000", "0500 05000003", "0500 05000003 05 61"})
    void aProxyThatLeavesInTheMiddleIsSaidToHaveLeft(String hex) {
        assertThatThrownBy(() -> Tunnel.socks(socks(hex), NAMED, null))
                .isInstanceOf(EOFException.class)
                .hasMessage("it closed the connection");
    }

    @Test
    void whatHasNoRoomIsNotSent() {
        assertThatThrownBy(() -> Tunnel.socks(socks("0500"), new Origin(true, "x".repeat(256), 443), null))
                .hasMessageContaining("255");
    }

    @Test
    void connectNamesHostAndPortAndShowsThePassword() throws Exception {
        Tunnel.http(http("HTTP/1.1 200 Connection established\r\nVia: x\r\n\r\n"), NAMED, "user:secret");
        assertThat(sent.toString(StandardCharsets.US_ASCII))
                .isEqualTo("CONNECT api.example:6443 HTTP/1.1\r\nHost: api.example:6443\r\nProxy-Authorization: Basic "
                        + Base64.getEncoder().encodeToString("user:secret".getBytes(StandardCharsets.US_ASCII))
                        + "\r\n\r\n");
    }

    @Test
    void aNameWithoutPasswordHasAnEmptyOne() {
        // RFC 7617: both are always separated by a colon.
        assertThat(Tunnel.basic("user"))
                .isEqualTo("Basic " + Base64.getEncoder().encodeToString("user:".getBytes(StandardCharsets.US_ASCII)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"HTTP/1.1 407 Password\r\n\r\n", "HTTP/1.1 101 X\r\n\r\n", "SSH-2.0-x\r\n", "HTTP/1.1 200", ""})
    void aProxyThatDoesNotConnectFails(String says) {
        assertThatThrownBy(() -> Tunnel.http(http(says), NAMED, null)).isInstanceOf(IOException.class);
    }
}
