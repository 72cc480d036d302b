package dev.konverge.controller.webhook;

import dev.konverge.client.config.ConfigException;
import dev.konverge.client.config.PemSource;
import dev.konverge.client.transport.Pem;
import dev.konverge.model.Bytes;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows what is in files. What they hold is compared and not their times: a mounted Secret is replaced by a link, whose target may have
 * any time.
 */
final class FileUpkeep implements CertificateUpkeep {
    private static final Logger LOG = LoggerFactory.getLogger(FileUpkeep.class);

    private final Certificates.Files files;
    private final ShownCertificate shown;
    private Optional<Contents> seen = Optional.empty();

    private record Contents(Bytes certificate, Bytes key) {}

    FileUpkeep(Certificates.Files files, ShownCertificate shown) {
        this.files = files;
        this.shown = shown;
    }

    @Override
    public boolean look() {
        Contents contents = new Contents(
                Bytes.of(PemSource.of(files.certificate()).read()),
                Bytes.of(PemSource.of(files.key()).read()));
        if (seen.filter(contents::equals).isPresent()) {
            return true;
        }
        ShownCertificate.Entry entry = entry(contents);
        shown.show(entry);
        seen = Optional.of(contents);
        LOG.atInfo()
                .addKeyValue("file", files.certificate())
                .addKeyValue("until", entry.certificate().getNotAfter().toInstant())
                .log("the webhook server shows a certificate from a file");
        return true;
    }

    private ShownCertificate.Entry entry(Contents contents) {
        List<X509Certificate> chain = Pem.certificates(read(files.certificate(), contents.certificate()));
        PrivateKey key = Pem.privateKey(read(files.key(), contents.key()));
        if (!belongTogether(chain.getFirst(), key)) {
            // Between the writing of one file and the other.
            throw new ConfigException(
                    "the key does not belong to the certificate",
                    files.certificate() + " and " + files.key(),
                    "replace both");
        }
        return new ShownCertificate.Entry(chain, key);
    }

    /** What was compared is what is read, even if the file changes in between. */
    private static PemSource read(Path file, Bytes contents) {
        return new PemSource.Inline(contents.toByteArray(), file.toString());
    }

    private static boolean belongTogether(X509Certificate certificate, PrivateKey key) {
        String algorithm = switch (key.getAlgorithm()) {
            case "EC" -> "SHA256withECDSA";
            case "RSA" -> "SHA256withRSA";
            default -> key.getAlgorithm();
        };
        try {
            byte[] text = "konverge".getBytes(StandardCharsets.US_ASCII);
            Signature signing = Signature.getInstance(algorithm);
            signing.initSign(key);
            signing.update(text);
            byte[] signature = signing.sign();
            Signature checking = Signature.getInstance(algorithm);
            checking.initVerify(certificate.getPublicKey());
            checking.update(text);
            return checking.verify(signature);
        } catch (GeneralSecurityException ofDifferentKinds) {
            return false;
        }
    }
}
