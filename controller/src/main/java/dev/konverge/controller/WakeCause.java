package dev.konverge.controller;

import dev.konverge.model.Key;
import dev.konverge.model.ResourceVersion;
import dev.konverge.workqueue.Cause;

/** Why a reconciler is called. */
public sealed interface WakeCause extends Cause {
    /** What happened to the object of an {@link Event}. */
    enum Change {
        /** It was created, or first seen. */
        ADDED,
        /** It was changed. */
        UPDATED,
        /** It was deleted. */
        DELETED,
        /** It is told of again, though nothing happened. */
        RESYNCED
    }

    /**
     * Something happened to an object.
     *
     * @param change what
     * @param kind the kind of the object
     * @param key its namespace and name
     * @param version its version
     */
    record Event(Change change, String kind, Key key, ResourceVersion version) implements WakeCause {
        @Override
        public String toString() {
            return kind + ' ' + key + ' ' + change.name().toLowerCase(java.util.Locale.ROOT) + '@' + version;
        }
    }

    /**
     * The last call failed.
     *
     * @param attempt how often in a row
     * @param reason the failure, in a few words
     */
    record Retry(int attempt, String reason) implements WakeCause {
        @Override
        public String toString() {
            return "retry " + attempt + " after " + reason;
        }
    }

    /** The reconciler asked to be called again after a delay. */
    record Timer() implements WakeCause {
        @Override
        public String toString() {
            return "timer";
        }
    }

    /**
     * Something happened outside the cluster: see {@link Waker}.
     *
     * @param why what
     */
    record External(String why) implements WakeCause {
        @Override
        public String toString() {
            return "outside: " + why;
        }
    }

    /** This process leads again, and does not know what another leader has put off. */
    record TermBegan() implements WakeCause {
        @Override
        public String toString() {
            return "a new term";
        }
    }

    /** The cache had not yet seen what the last call wrote. */
    record CacheBehind() implements WakeCause {
        @Override
        public String toString() {
            return "cache behind own writes";
        }
    }
}
