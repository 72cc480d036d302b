package dev.konverge.client.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

class TlsWordsTest {
    private static final String NATIVE =
            "Read error: ssl=0x7f49f80b2298: Failure in SSL library, usually a protocol error\n"
                    + "error:1000045c:SSL routines:OPENSSL_internal:TLSV1_ALERT_CERTIFICATE_REQUIRED"
                    + " (ssl/tls_record.cc:491 0x7f49f80c7f90:0x00000003)";

    @Test
    void anAlertIsFoundWhereverALibraryNamesIt() {
        assertThat(TlsWords.alert(new SSLHandshakeException("Received fatal alert: unknown_ca")))
                .isEqualTo("unknown_ca");
        assertThat(TlsWords.alert(new IOException("lost", new SSLException(NATIVE))))
                .isEqualTo("certificate_required");
        assertThat(TlsWords.alert(new SSLException(
                        NATIVE.replace("TLSV1_ALERT_CERTIFICATE_REQUIRED", "SSLV3_ALERT_BAD_CERTIFICATE"))))
                .isEqualTo("bad_certificate");
        assertThat(TlsWords.alert(new SSLException((String) null))).isEmpty();
    }

    @Test
    void ofNativeTextTheReasonIsKeptAndAddressesAreNot() {
        assertThat(TlsWords.plain(NATIVE)).isEqualTo("tlsv1 alert certificate required");
        assertThat(TlsWords.plain("Write error: ssl=0x7f49f80b2298: I/O error during system call, Broken pipe"))
                .isEqualTo("Write error: I/O error during system call, Broken pipe");
        assertThat(TlsWords.plain("Connection reset")).isEqualTo("Connection reset");
        assertThat(TlsWords.plain(null)).isEmpty();
    }
}
