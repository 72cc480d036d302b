package dev.konverge.controller.webhook;

/** Looks after the certificate that a server shows. Used by one thread at a time. */
sealed interface CertificateUpkeep permits FileUpkeep, AuthorityUpkeep {
    /**
     * Looks whether there is something to do, and does it.
     *
     * @return whether all is as it should be: the certificate is shown, and trusted where it is to be
     * @throws RuntimeException if it could not be done; it is tried again later
     */
    boolean look();
}
