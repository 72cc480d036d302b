package dev.konverge.client.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.client.transport.TransportException.Problem;
import java.net.URI;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class TransportExceptionTest {
    private static final Problem PROBLEM = new Problem(URI.create("https://k8s.test"), "it is so", "", null);

    private static List<TransportException> all(List<Function<Problem, TransportException>> cases) {
        return cases.stream().map(each -> each.apply(PROBLEM)).toList();
    }

    @Test
    void whatWasSentMayHaveBeenCarriedOutHoweverTheAnswerWasLost() {
        assertThat(all(List.of(
                        TransportException.ConnectionLost::new,
                        TransportException.TimedOut::new,
                        TransportException.ResetInBody::new,
                        TransportException.BadAnswer::new,
                        TransportException.Closed::new)))
                .allMatch(TransportException::mayHaveReachedServer);
    }

    @Test
    void whatWasNotSentHasNotBeenCarriedOut() {
        assertThat(all(List.of(
                        TransportException.UnknownHost::new,
                        TransportException.Refused::new,
                        TransportException.Unreachable::new,
                        TransportException.TlsUntrusted::new,
                        TransportException.HostnameMismatch::new,
                        TransportException.CertificateExpired::new,
                        TransportException.ClientCertificateRejected::new,
                        TransportException.TlsFailed::new,
                        TransportException.ProxyFailed::new,
                        TransportException.CredentialsUnavailable::new)))
                .noneMatch(TransportException::mayHaveReachedServer);
    }
}
