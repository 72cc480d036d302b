package dev.konverge.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.apiserver.SecretFile;
import dev.konverge.apiserver.User;
import dev.konverge.base.tls.CertificateAuthority;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientIdentityTest {
    private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");

    private final CertificateAuthority authority = new CertificateAuthority(NOW);

    @Test
    void onlyCertificatesForClientsThatAreValidNowSayWhoSomebodyIs() { // H1
        Authenticator authenticator = new Authenticator(authority.certificate(), token -> Optional.empty(), true);
        X509Certificate client = authority.client("eve", List.of("dev")).certificate();

        for (int twice = 0; twice < 2; twice++) {
            assertThat(authenticator.findUser(client, null, List.of(), NOW)).hasValueSatisfying(user -> {
                assertThat(user.groups()).containsExactly("dev", "system:authenticated");
                assertThat(user.extra().get("authentication.kubernetes.io/credential-id"))
                        .singleElement()
                        .asString()
                        .matches("X509SHA256=[0-9a-f]{64}");
            });
        }
        assertThat(authenticator.findUser(client, null, List.of(), NOW.plus(Duration.ofDays(366))))
                .isEmpty();
        X509Certificate server = authority.server(List.of("localhost")).certificate();
        assertThat(authenticator.findUser(server, null, List.of(), NOW)).isEmpty();
    }

    @Test
    void whoHasNoCredentialsIsAnonymousIfThatIsAllowed() { // H1
        Authenticator open = new Authenticator(authority.certificate(), token -> Optional.empty(), true);
        assertThat(open.findUser(null, null, List.of(), NOW)).contains(User.ANONYMOUS);
        assertThat(open.findUser(null, "Basic eHg6eXk=", List.of(), NOW)).contains(User.ANONYMOUS);
        assertThat(open.findUser(null, "Bearer nobodys", List.of(), NOW)).isEmpty();
        Authenticator closed = new Authenticator(authority.certificate(), token -> Optional.empty(), false);
        assertThat(closed.findUser(null, null, List.of(), NOW)).isEmpty();
    }

    @Test
    void namesWithSpecialCharactersKeepThem() { // H1
        Authenticator authenticator = new Authenticator(authority.certificate(), token -> Optional.empty(), true);
        X509Certificate client = authority
                .client("system:serviceaccount:a,b=\"c\"", List.of("x+y", "ü"))
                .certificate();

        assertThat(authenticator.findUser(client, null, List.of(), NOW)).hasValueSatisfying(user -> {
            assertThat(user.name()).isEqualTo("system:serviceaccount:a,b=\"c\"");
            assertThat(user.groups()).contains("x+y", "ü");
        });
    }

    @Test
    void aSecretFileThatCannotBeWrittenSaysWhy(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "no folder");
        assertThatThrownBy(() -> SecretFile.write(file.resolve("kubeconfig"), "secret"))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessage("cannot write " + file.resolve("kubeconfig") + ": " + file + " is no folder");
    }

    @Test
    void aSecretFileIsReadableByItsOwnerOnlyAndReplacedInOnePiece(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("a/b/kubeconfig");
        SecretFile.write(file, "first");
        SecretFile.write(file, "second");

        assertThat(file).hasContent("second");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(folder.resolve("a/b")).isDirectoryNotContaining("glob:**.draft*");
    }
}
