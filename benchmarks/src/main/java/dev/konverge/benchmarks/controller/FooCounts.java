package dev.konverge.benchmarks.controller;

import java.util.HashSet;
import java.util.Set;

/** What a controller asked of the server, counted. Not safe for use by several threads. */
final class FooCounts {
    private static final int CREATED = 201;
    private static final int LAST_GOOD = 299;

    private final Set<String> watched = new HashSet<>();

    /** The Foos whose status was written. */
    private final Set<String> told = new HashSet<>();

    private int deployments;
    private int requests;
    private int events;
    private long firstWrite;

    /**
     * Counts one request.
     *
     * @param watch whether it goes on as a watch
     * @param code what it was answered with
     * @param micros when, in microseconds since 1970
     */
    void count(String method, String path, boolean watch, int code, long micros) {
        requests++;
        if (watch) {
            watched.add(path.substring(path.lastIndexOf('/') + 1));
        } else if (!method.equals("GET")) {
            countWrite(path, code, micros);
        }
    }

    private void countWrite(String path, int code, long micros) {
        if (path.contains("/events")) {
            events++;
            return;
        }
        if (firstWrite == 0) {
            firstWrite = micros;
        }
        if (path.contains("/deployments") && code == CREATED) {
            deployments++;
        } else if (path.contains("/foos/") && path.endsWith("/status") && code <= LAST_GOOD) {
            told.add(path);
        }
    }

    /** Forgets how many requests there were. */
    void countAnew() {
        requests = 0;
        events = 0;
    }

    boolean areWatched() {
        return watched.contains("foos") && watched.contains("deployments");
    }

    /** {@return whether so many Foos have a deployment and a status} */
    boolean areConverged(int foos) {
        return converged() >= foos;
    }

    /** {@return how many Foos have a deployment and a status, if each that has one has the other} */
    int converged() {
        return Math.min(deployments, told.size());
    }

    /** {@return when the first write came, in microseconds since 1970; 0 if there was none} */
    long firstWrite() {
        return firstWrite;
    }

    /** {@return requests, events among them, deployments and statuses, separated by blanks} */
    @Override
    public String toString() {
        return requests + " " + events + " " + deployments + " " + told.size();
    }
}
