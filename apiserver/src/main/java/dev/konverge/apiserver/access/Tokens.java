package dev.konverge.apiserver.access;

import dev.konverge.apiserver.User;
import dev.konverge.apiserver.failure.GoText;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.upkeep.ObjectId;
import dev.konverge.model.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Whose a bearer token is: one that was handed to the server, or one that it has issued to a service account.
 *
 * <p>A token of a service account holds for as long as the account and whatever it is bound to are there. Safe for use by many threads.
 */
public final class Tokens {
    private static final String INVALID = "invalid bearer token";
    private static final List<String> OURS = List.of(AccountTokens.ISSUER);

    /** How far the clocks of those who write tokens and those who read them may be apart. */
    private static final Duration LEEWAY = Duration.ofMinutes(1);

    /** How many tokens are remembered as genuine, since checking a signature costs more than all the rest. */
    private static final int REMEMBERED = 1_000;

    /** What looking at a token comes to. */
    public sealed interface Verdict {
        /**
         * It is somebody's.
         *
         * @param user whose
         * @param audiences for whom it is meant, of those that were asked about
         */
        record Known(User user, List<String> audiences) implements Verdict {
            /** Copies its argument. */
            public Known {
                audiences = List.copyOf(audiences);
            }
        }

        /**
         * It is nobody's.
         *
         * @param problem what is wrong with it
         */
        record Unknown(String problem) implements Verdict {}
    }

    private final AccountTokens issued;
    private final Function<ObjectId, Optional<Json.Obj>> objects;
    private final Map<String, User> given = new ConcurrentHashMap<>();
    private final Map<String, Claims> genuine = new ConcurrentHashMap<>();

    /**
     * Knows tokens that a server has issued.
     *
     * @param issued reads them
     * @param objects finds the objects they depend on
     */
    public Tokens(AccountTokens issued, Function<ObjectId, Optional<Json.Obj>> objects) {
        this.issued = issued;
        this.objects = objects;
    }

    /** Takes more tokens, and whose they are. */
    public void give(Map<String, User> tokens) {
        given.putAll(tokens);
    }

    /** {@return whose a token is that was sent to the server} */
    public Optional<User> findUser(String token, Instant now) {
        return judge(token, List.of(), now) instanceof Verdict.Known known ? Optional.of(known.user) : Optional.empty();
    }

    /**
     * {@return what a token is worth}
     *
     * @param token the token
     * @param asked for whom it must be meant, any one of them; none stands for this server
     */
    public Verdict judge(String token, List<String> asked, Instant now) {
        List<String> wanted = asked.isEmpty() ? OURS : asked;
        // A map compares whole texts only if their hashes are equal, so that how long it takes does not tell how much
        // of a guess is right.
        User known = given.get(token);
        if (known != null) {
            return wanted.contains(AccountTokens.ISSUER)
                    ? new Verdict.Known(known, OURS)
                    : new Verdict.Unknown(INVALID);
        }
        Claims claims = claims(token);
        return claims == null ? new Verdict.Unknown(INVALID) : judge(claims, wanted, now);
    }

    private @Nullable Claims claims(String token) {
        Claims known = genuine.get(token);
        if (known == null) {
            known = issued.findClaims(token).orElse(null);
            if (known != null) {
                if (genuine.size() >= REMEMBERED) {
                    genuine.clear();
                }
                genuine.put(token, known);
            }
        }
        return known;
    }

    private Verdict judge(Claims claims, List<String> wanted, Instant now) {
        List<String> common = new ArrayList<>(wanted);
        common.retainAll(claims.audiences());
        Optional<String> problem = common.isEmpty()
                ? Optional.of("token audiences " + GoText.quoted(claims.audiences())
                        + " is invalid for the target audiences " + GoText.quoted(wanted))
                : findProblem(claims, now);
        if (problem.isPresent()) {
            return new Verdict.Unknown("[" + INVALID + ", " + problem.get() + "]");
        }
        List<String> groups = new ArrayList<>(claims.account().groups());
        groups.add("system:authenticated");
        return new Verdict.Known(new User(claims.account().user(), claims.uid(), groups, claims.extra()), common);
    }

    private Optional<String> findProblem(Claims claims, Instant now) {
        if (now.isAfter(claims.notAfter().plus(LEEWAY))) {
            return Optional.of("service account token has expired");
        }
        if (now.isBefore(claims.notBefore().minus(LEEWAY))) {
            return Optional.of("service account token is not valid yet");
        }
        String namespace = claims.account().namespace();
        Optional<Json.Obj> account = objects.apply(
                ObjectId.core("serviceaccounts", namespace, claims.account().name()));
        if (account.isEmpty()) {
            return Optional.of(
                    "serviceaccounts " + GoText.quote(claims.account().name()) + " not found");
        }
        String uid = BoundObjects.uid(account.get());
        if (!uid.equals(claims.uid())) {
            return Optional.of("service account UID (" + uid + ") does not match claim (" + claims.uid() + ")");
        }
        if (isGone(account.get(), now)) {
            return Optional.of(
                    "service account " + namespace + "/" + claims.account().name() + " has been deleted");
        }
        return claims.bound().entrySet().stream()
                // The node of a pod is only mentioned: a pod does not outlive it for long.
                .filter(bound ->
                        !bound.getKey().equals("node") || !claims.bound().containsKey("pod"))
                .flatMap(bound -> findProblem(bound.getKey(), namespace, bound.getValue(), now).stream())
                .findFirst();
    }

    private Optional<String> findProblem(String kind, String namespace, Claims.Bound bound, Instant now) {
        Optional<Json.Obj> object = objects.apply(BoundObjects.place(kind, namespace, bound.name()));
        if (object.isEmpty() || isGone(object.get(), now)) {
            return Optional.of("service account token has been invalidated");
        }
        String uid = BoundObjects.uid(object.get());
        return uid.equals(bound.uid())
                ? Optional.empty()
                : Optional.of(kind + " UID (" + uid + ") does not match service account " + kind + " ref claim ("
                        + bound.uid() + ")");
    }

    private static boolean isGone(Json.Obj object, Instant now) {
        String deleted = Tree.text(object, "metadata", "deletionTimestamp");
        return !deleted.isEmpty() && Instant.parse(deleted).isBefore(now.minus(LEEWAY));
    }
}
