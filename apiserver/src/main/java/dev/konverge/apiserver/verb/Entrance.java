package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.ServerRequest;
import dev.konverge.apiserver.User;
import dev.konverge.apiserver.access.Action;
import dev.konverge.apiserver.access.Authorizer;
import dev.konverge.apiserver.access.Decision;
import dev.konverge.apiserver.access.Impersonation;

/** Where every request comes in: as whom it is done, and whether that user may. */
final class Entrance {
    private final Authorizer authorizer;
    private final Impersonation impersonation;

    Entrance(Authorizer authorizer) {
        this.authorizer = authorizer;
        this.impersonation = new Impersonation(authorizer);
    }

    /**
     * {@return the request as it shall be handled}
     *
     * @throws dev.konverge.apiserver.failure.StatusException if its user may not make it
     */
    ServerRequest admitted(ServerRequest request) {
        boolean asAnother = Impersonation.isWanted(request.headers());
        if (!asAnother && authorizer.unlimited(request.user())) {
            return request;
        }
        Action action = Actions.of(request);
        ServerRequest own = asAnother ? asAnother(request, action) : request;
        Decision decision = authorizer.decide(own.user(), action);
        if (!decision.allowed()) {
            throw action.refusal(own.user(), decision.reason());
        }
        return own;
    }

    private ServerRequest asAnother(ServerRequest request, Action action) {
        User actor = impersonation.actor(request.user(), request.headers(), action);
        return new ServerRequest(
                request.method(),
                request.path(),
                request.rawQuery(),
                Impersonation.withoutIt(request.headers()),
                request.body(),
                actor);
    }
}
