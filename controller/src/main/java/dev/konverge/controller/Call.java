package dev.konverge.controller;

import dev.konverge.client.CancelledException;
import dev.konverge.controller.leader.FencedException;
import dev.konverge.model.Key;
import dev.konverge.model.Resource;
import dev.konverge.workqueue.Claim;

/**
 * A call of a reconciler that has begun.
 *
 * @param begin when, by the clock that never goes back
 */
record Call<T extends Resource>(Claim<Key> claim, ReconcileLoop.Duty duty, ReconcileScope<T> scope, long begin) {
    /** How a call has ended. */
    sealed interface End {
        /** {@return whether that is how a call ends whose worker is stopped, or whose term is over} */
        default boolean isOfTerm() {
            return this instanceof Threw(Throwable failure) && isOfTerm(failure);
        }

        private static boolean isOfTerm(Throwable failure) {
            return failure instanceof InterruptedException
                    || failure instanceof CancelledException
                    || failure instanceof FencedException;
        }

        /** {@return how it has ended after something else failed} */
        End followedBy(Throwable failure);
    }

    /** What the reconciler has said. */
    record Returned(Outcome outcome) implements End {
        @Override
        public End followedBy(Throwable failure) {
            return new Threw(failure);
        }
    }

    /** What went wrong first. */
    record Threw(Throwable failure) implements End {
        @Override
        public End followedBy(Throwable another) {
            if (!failure.equals(another)) {
                failure.addSuppressed(another);
            }
            return this;
        }
    }

    Key key() {
        return claim.key();
    }

    int attempt() {
        return scope.attempt();
    }

    /** {@return whether a failure is nothing but the end of the worker} */
    boolean isStoppedBy(Throwable failure) {
        return End.isOfTerm(failure) && duty.isDismissed();
    }
}
