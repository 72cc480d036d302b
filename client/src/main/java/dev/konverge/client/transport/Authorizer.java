package dev.konverge.client.transport;

import dev.konverge.client.config.ConfigException;
import dev.konverge.client.config.Tls;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Knows what requests show to say who asks. Safe for use by many threads. */
interface Authorizer {
    /**
     * What is shown.
     *
     * @param authorization the value of the header {@code Authorization}, or null for none
     * @param certificate the certificate of the client, or null for the one in the configuration, if any
     * @param run which run of a plugin brought it; a later one replaces what an earlier one brought
     */
    record Shown(@Nullable String authorization, Tls.@Nullable ClientCertificate certificate, long run) {
        static final Shown NOTHING = new Shown(null, null);

        /** What no plugin brought. */
        Shown(@Nullable String authorization, Tls.@Nullable ClientCertificate certificate) {
            this(authorization, certificate, 0);
        }

        static Shown token(String token) {
            return new Shown("Bearer " + token, null);
        }

        /** {@return whether a server would see no difference} */
        boolean sameAs(Shown other) {
            return Objects.equals(authorization, other.authorization) && Objects.equals(certificate, other.certificate);
        }

        /** It is all secret. */
        @Override
        public String toString() {
            return "Shown[…]";
        }
    }

    /**
     * {@return what to show now}
     *
     * @throws ConfigException if there is nothing to show
     */
    Shown current() throws InterruptedException;

    /**
     * Looks for something else to show, after the server did not accept it.
     *
     * @param rejected what the server did not accept
     * @return what to show now; the same if there is nothing else
     * @throws ConfigException if there is nothing to show any more
     */
    Shown afterRejection(Shown rejected) throws InterruptedException;

    /** {@return one that always shows the same} */
    static Authorizer fixed(Shown shown) {
        return new Authorizer() {
            @Override
            public Shown current() {
                return shown;
            }

            @Override
            public Shown afterRejection(Shown rejected) {
                return shown;
            }
        };
    }
}
