package dev.konverge.apiserver.upkeep;

import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import dev.konverge.model.TimeFormat;
import dev.konverge.model.codec.DecodeException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The tokens of service accounts: signed claims that their bearer is one.
 *
 * <p>They are JSON web tokens under a key that only this server has, so nobody else can check them; clients do not. Safe for use by
 * many threads.
 */
public final class AccountTokens {
    /** Who issues the tokens, and for whom unless the request says otherwise. */
    public static final String ISSUER = "https://kubernetes.default.svc.cluster.local";

    private static final String HEADER = encode("{\"alg\":\"HS256\",\"kid\":\"konverge\",\"typ\":\"JWT\"}");
    private static final long SHORTEST = 600;
    private static final long LONGEST = 1L << 32;

    /**
     * Whose a token is.
     *
     * @param namespace the namespace of the service account
     * @param name its name
     * @param uid its uid
     */
    public record Account(String namespace, String name, String uid) {
        /** {@return the name of the user that its bearer is} */
        public String userName() {
            return "system:serviceaccount:" + namespace + ":" + name;
        }

        /** {@return the groups that its bearer is in} */
        public List<String> groups() {
            return List.of("system:serviceaccounts", "system:serviceaccounts:" + namespace, "system:authenticated");
        }
    }

    private final SecretKeySpec key;

    /** Signs with a secret of at least 32 bytes. */
    public AccountTokens(byte[] secret) {
        if (secret.length < 32) {
            throw new IllegalArgumentException(
                    "a secret of " + secret.length + " bytes is too short to sign tokens with");
        }
        this.key = new SecretKeySpec(secret, "HmacSHA256");
    }

    /**
     * {@return the answer to a TokenRequest}
     *
     * @param account the stored service account
     * @param request what the client sent, in normal form
     * @param random makes up the id of the token
     * @throws StatusException if the request makes no sense
     */
    public Json.Obj answer(Json.Obj account, Json.Obj request, RandomGenerator random, Instant now) {
        long seconds = Tree.numberOr(3600, request, "spec", "expirationSeconds");
        requireSensible(account, request, seconds);
        List<String> audiences = Tree.strings(request, "spec", "audiences");
        List<String> wanted = audiences.isEmpty() ? List.of(ISSUER) : audiences;
        Instant end = now.plusSeconds(seconds);
        Account owner = new Account(
                Tree.text(account, "metadata", "namespace"),
                Tree.text(account, "metadata", "name"),
                Tree.text(account, "metadata", "uid"));
        String token = issue(owner, wanted, Tree.object(request, "spec", "boundObjectRef"), now, end, random);
        Json.Obj spec = Tree.with(Tree.object(request, "spec"), Tree.arr(wanted), "audiences");
        return Tree.of(
                "kind", "TokenRequest",
                "apiVersion", "authentication.k8s.io/v1",
                "metadata",
                        Tree.of(
                                "name", owner.name(),
                                "namespace", owner.namespace(),
                                "uid", owner.uid(),
                                "creationTimestamp", TimeFormat.TIME.format(now)),
                "spec", Tree.with(spec, Json.of(seconds), "expirationSeconds"),
                "status", Tree.of("token", token, "expirationTimestamp", TimeFormat.TIME.format(end)));
    }

    private static void requireSensible(Json.Obj account, Json.Obj request, long seconds) {
        List<FieldError> errors = new ArrayList<>();
        if (seconds < SHORTEST) {
            errors.add(FieldError.invalid(
                    "spec.expirationSeconds", Json.of(seconds), "may not specify a duration less than 10 minutes"));
        }
        if (seconds > LONGEST) {
            errors.add(FieldError.invalid(
                    "spec.expirationSeconds", Json.of(seconds), "may not specify a duration larger than 2^32 seconds"));
        }
        for (String field : List.of("name", "namespace")) {
            String given = Tree.text(request, "metadata", field);
            if (!given.isEmpty() && !given.equals(Tree.text(account, "metadata", field))) {
                String what = field.equals("name") ? "name" : "namespace";
                errors.add(FieldError.invalid(
                        "metadata." + field, given, "must match the service account " + what + " if specified"));
            }
        }
        if (!errors.isEmpty()) {
            throw Failures.invalid("authentication.k8s.io", "TokenRequest", "", errors);
        }
    }

    private String issue(
            Account account, List<String> audiences, Json.Obj bound, Instant now, Instant end, RandomGenerator random) {
        Json.Obj kubernetes = Tree.of(
                "namespace", account.namespace(),
                "serviceaccount", Tree.of("name", account.name(), "uid", account.uid()));
        if (!Tree.text(bound, "kind").isEmpty()) {
            kubernetes = Tree.with(
                    kubernetes,
                    Tree.of("name", Tree.text(bound, "name"), "uid", Tree.text(bound, "uid")),
                    Tree.text(bound, "kind").toLowerCase(Locale.ROOT));
        }
        Json.Obj claims = Tree.of(
                "aud", Tree.arr(audiences),
                "exp", end.getEpochSecond(),
                "iat", now.getEpochSecond(),
                "iss", ISSUER,
                "jti", new UUID(random.nextLong(), random.nextLong()).toString(),
                "kubernetes.io", kubernetes,
                "nbf", now.getEpochSecond(),
                "sub", account.userName());
        String signed = HEADER + "." + encode(claims.toString());
        return signed + "." + signature(signed);
    }

    /** {@return whose a token is, if this server has issued it and its time is not over} */
    public Optional<Account> findAccount(String token, Instant now) {
        int dot = token.lastIndexOf('.');
        if (dot < 0 || !token.startsWith(HEADER + ".") || dot <= HEADER.length()) {
            return Optional.empty();
        }
        boolean genuine = MessageDigest.isEqual(
                signature(token.substring(0, dot)).getBytes(StandardCharsets.US_ASCII),
                token.substring(dot + 1).getBytes(StandardCharsets.US_ASCII));
        return genuine ? claimed(token.substring(HEADER.length() + 1, dot), now) : Optional.empty();
    }

    private static Optional<Account> claimed(String part, Instant now) {
        try {
            Json.Obj claims = (Json.Obj) Json.parse(Base64.getUrlDecoder().decode(part));
            if (Tree.number(claims, "exp") <= now.getEpochSecond()) {
                return Optional.empty();
            }
            Json.Obj kubernetes = Tree.object(claims, "kubernetes.io");
            return Optional.of(new Account(
                    Tree.text(kubernetes, "namespace"),
                    Tree.text(kubernetes, "serviceaccount", "name"),
                    Tree.text(kubernetes, "serviceaccount", "uid")));
        } catch (IllegalArgumentException | DecodeException | ClassCastException notOurs) {
            return Optional.empty();
        }
    }

    private String signature(String text) {
        try {
            Mac mac = Mac.getInstance(key.getAlgorithm());
            mac.init(key);
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(mac.doFinal(text.getBytes(StandardCharsets.US_ASCII)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot sign a token: every Java has HmacSHA256", e);
        }
    }

    private static String encode(String json) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }
}
