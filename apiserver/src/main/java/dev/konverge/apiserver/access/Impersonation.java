package dev.konverge.apiserver.access;

import dev.konverge.apiserver.Headers;
import dev.konverge.apiserver.User;
import dev.konverge.apiserver.failure.StatusException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Lets a user act as another, who is named in the headers of a request, if the user may.
 *
 * <p>There are several ways to be allowed to: by the verb {@code impersonate}, once and for all, or by verbs that hold for some users
 * and for some actions only. One that allows it is enough. Of several refusals the first is told, beginning with the way by which the
 * user was allowed the last time. Safe for use by many threads.
 */
public final class Impersonation {
    private static final int REMEMBERED = 10_000;

    private final Authorizer authorizer;

    /** By which way a user was last allowed to act as somebody. */
    private final Map<String, Mode> last = new ConcurrentHashMap<>();

    /** Asks an authorizer who may. */
    public Impersonation(Authorizer authorizer) {
        this.authorizer = authorizer;
    }

    /** {@return whether a request wants to be somebody else's} */
    public static boolean isWanted(Headers headers) {
        return Wanted.isIn(headers);
    }

    /** {@return the headers of a request without those that say as whom it shall be done} */
    public static Headers withoutIt(Headers headers) {
        return Wanted.removedFrom(headers);
    }

    /**
     * {@return as whom a request is done}
     *
     * @param user who makes it
     * @param headers its headers
     * @param action what it is about
     * @throws StatusException if the user may not
     */
    public User actor(User user, Headers headers, Action action) {
        return Wanted.find(headers).map(wanted -> allowed(user, wanted, action)).orElse(user);
    }

    private User allowed(User user, User wanted, Action action) {
        StatusException first = null;
        for (Mode mode : order(last.get(user.name()))) {
            if (mode.concerns(user, wanted)) {
                try {
                    User actor = mode.check(authorizer, user, wanted, action);
                    remember(user, mode);
                    return actor;
                } catch (StatusException e) {
                    first = first == null ? e : first;
                }
            }
        }
        throw first == null ? new IllegalStateException("no way to impersonate concerns every user") : first;
    }

    private static List<Mode> order(@Nullable Mode preferred) {
        List<Mode> order = new ArrayList<>(List.of(Mode.values()));
        if (preferred != null) {
            order.remove(preferred);
            order.addFirst(preferred);
        }
        return order;
    }

    private void remember(User user, Mode mode) {
        if (last.size() >= REMEMBERED) {
            last.clear();
        }
        last.put(user.name(), mode);
    }
}
