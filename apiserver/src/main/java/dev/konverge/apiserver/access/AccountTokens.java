package dev.konverge.apiserver.access;

import dev.konverge.apiserver.access.Accounts.Account;
import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.failure.GroupResource;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.upkeep.ObjectId;
import dev.konverge.model.Json;
import dev.konverge.model.TimeFormat;
import dev.konverge.model.codec.DecodeException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Issues the tokens of service accounts, and knows its own: signed claims that their bearer is one.
 *
 * <p>They are JSON web tokens under a key that only this server has, so nobody else can check them; clients do not. Safe for use by
 * many threads.
 */
public final class AccountTokens {
    /** Who issues the tokens, and for whom unless the request says otherwise. */
    public static final String ISSUER = "https://kubernetes.default.svc.cluster.local";

    private static final String HEADER = encode("{\"alg\":\"HS256\",\"kid\":\"konverge\",\"typ\":\"JWT\"}");
    private static final List<String> FIELDS = List.of("audiences", "boundObjectRef", "expirationSeconds");
    private static final long USUAL_SECONDS = 3600;
    private static final long SHORTEST = 600;
    private static final long LONGEST = 1L << 32;

    /** What kubelets ask for; such a token lives on for a year, for programs that do not read it again. */
    private static final long KUBELET_SECONDS = 3607;

    private static final Duration EXTENDED = Duration.ofDays(365);

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
     * @param objects finds the object that the token shall be bound to
     * @param random makes up the id of the token
     * @throws StatusException if the request makes no sense
     */
    public Json.Obj answer(
            Json.Obj account,
            Json.Obj request,
            Function<ObjectId, Optional<Json.Obj>> objects,
            RandomGenerator random,
            Instant now) {
        long seconds = Tree.numberOr(USUAL_SECONDS, request, "spec", "expirationSeconds");
        requireSensible(account, request, seconds);
        List<String> asked = Tree.strings(request, "spec", "audiences");
        List<String> audiences = asked.isEmpty() ? List.of(ISSUER) : asked;
        Account owner =
                new Account(Tree.text(account, "metadata", "namespace"), Tree.text(account, "metadata", "name"));
        Json.Obj reference = Tree.object(request, "spec", "boundObjectRef");
        Map<String, Claims.Bound> bound = BoundObjects.of(owner, reference, objects);
        boolean extended = seconds == KUBELET_SECONDS && bound.containsKey("pod") && audiences.equals(List.of(ISSUER));
        Instant end = now.plusSeconds(seconds);
        Claims claims = new Claims(
                new UUID(random.nextLong(), random.nextLong()).toString(),
                owner,
                Tree.text(account, "metadata", "uid"),
                audiences,
                now,
                extended ? now.plus(EXTENDED) : end,
                bound);
        String token = signed(claims.toJson(ISSUER, extended ? Optional.of(end) : Optional.empty()));
        Json.Obj status = Tree.of("token", token, "expirationTimestamp", time(end));
        return answer(Tree.object(request, "metadata"), claims, reference, seconds, status, now);
    }

    /** {@return what a client sent, without what no request has, and with what is meant where it says nothing} */
    public static Json.Obj normalized(Json.Obj request) {
        Map<String, Json> spec = new LinkedHashMap<>();
        Tree.object(request, "spec").fields().forEach((name, value) -> {
            if (FIELDS.contains(name)) {
                spec.put(name, value);
            }
        });
        spec.putIfAbsent("expirationSeconds", Json.of(USUAL_SECONDS));
        return Tree.with(request, new Json.Obj(spec), "spec");
    }

    /** {@return a request with the fields that are there even if they are empty, as those who are asked about it see it} */
    public static Json.Obj shown(Json.Obj request) {
        Json.Obj spec = Tree.object(request, "spec");
        Map<String, Json> fields = new LinkedHashMap<>();
        for (String field : FIELDS) {
            Json value = spec.get(field);
            fields.put(field, value == null ? Json.Null.INSTANCE : value);
        }
        Json.Obj status = Tree.of("token", "", "expirationTimestamp", Json.Null.INSTANCE);
        return Tree.with(Tree.with(request, new Json.Obj(fields), "spec"), status, "status");
    }

    /** {@return a request with what is known of it before it is answered} */
    public static Json.Obj placed(Json.Obj account, Json.Obj request, Instant now) {
        Map<String, Json> metadata =
                new LinkedHashMap<>(Tree.object(request, "metadata").fields());
        metadata.put("name", Json.of(Tree.text(account, "metadata", "name")));
        metadata.put("uid", Json.of(Tree.text(account, "metadata", "uid")));
        metadata.put("creationTimestamp", Json.of(time(now)));
        Json.Obj placed = Tree.with(request, new Json.Obj(metadata), "metadata");
        return Tree.list(request, "spec", "audiences").isEmpty()
                ? Tree.with(placed, Tree.arr(List.of(ISSUER)), "spec", "audiences")
                : placed;
    }

    private static Json.Obj answer(
            Json.Obj sent, Claims claims, Json.Obj reference, long seconds, Json.Obj status, Instant now) {
        Map<String, Json> spec = new LinkedHashMap<>();
        spec.put("audiences", Tree.arr(claims.audiences()));
        spec.put("expirationSeconds", Json.of(seconds));
        spec.put("boundObjectRef", reference.fields().isEmpty() ? Json.Null.INSTANCE : reference);
        Map<String, Json> metadata = new LinkedHashMap<>();
        metadata.put("name", Json.of(claims.account().name()));
        metadata.put("namespace", Json.of(claims.account().namespace()));
        metadata.put("uid", Json.of(claims.uid()));
        metadata.put("creationTimestamp", Json.of(time(now)));
        sent.fields().forEach(metadata::putIfAbsent);
        return Tree.of(
                "kind",
                "TokenRequest",
                "apiVersion",
                "authentication.k8s.io/v1",
                "metadata",
                new Json.Obj(metadata),
                "spec",
                new Json.Obj(spec),
                "status",
                status);
    }

    private static String time(Instant instant) {
        return TimeFormat.TIME.format(instant);
    }

    private static void requireSensible(Json.Obj account, Json.Obj request, long seconds) {
        for (String field : List.of("name", "namespace")) {
            String given = Tree.text(request, "metadata", field);
            if (!given.isEmpty() && !given.equals(Tree.text(account, "metadata", field))) {
                throw invalid(
                        Tree.text(account, "metadata", "name"),
                        List.of(FieldError.invalid(
                                "metadata." + field,
                                given,
                                "must match the service account " + field + " if specified")));
            }
        }
        String uid = Tree.text(request, "metadata", "uid");
        String actual = Tree.text(account, "metadata", "uid");
        if (!uid.isEmpty() && !uid.equals(actual)) {
            throw Failures.conflict(
                    new GroupResource("authentication.k8s.io", "TokenRequest"),
                    Tree.text(account, "metadata", "name"),
                    "the UID in the token request (" + uid + ") does not match the UID of the service account ("
                            + actual + ")");
        }
        List<FieldError> errors = new ArrayList<>();
        if (seconds < SHORTEST) {
            errors.add(duration(seconds, "may not specify a duration less than 10 minutes"));
        }
        if (seconds > LONGEST) {
            errors.add(duration(seconds, "may not specify a duration larger than 2^32 seconds"));
        }
        if (!errors.isEmpty()) {
            throw invalid("", errors);
        }
    }

    private static FieldError duration(long seconds, String why) {
        return FieldError.invalid("spec.expirationSeconds", Json.of(seconds), why);
    }

    private static StatusException invalid(String name, List<FieldError> errors) {
        return Failures.invalid("authentication.k8s.io", "TokenRequest", name, errors);
    }

    private String signed(Json.Obj claims) {
        String text = HEADER + "." + encode(claims.toString());
        return text + "." + signature(text);
    }

    /** {@return what a token says, if this server has issued it} */
    Optional<Claims> findClaims(String token) {
        int dot = token.lastIndexOf('.');
        if (dot < 0 || !token.startsWith(HEADER + ".") || dot <= HEADER.length()) {
            return Optional.empty();
        }
        boolean genuine = MessageDigest.isEqual(
                signature(token.substring(0, dot)).getBytes(StandardCharsets.US_ASCII),
                token.substring(dot + 1).getBytes(StandardCharsets.US_ASCII));
        if (!genuine) {
            return Optional.empty();
        }
        try {
            byte[] claims = Base64.getUrlDecoder().decode(token.substring(HEADER.length() + 1, dot));
            return Optional.of(Claims.of((Json.Obj) Json.parse(claims)));
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
