package dev.konverge.benchmarks.apiserver;

import java.io.EOFException;

/** Finds the ends of events in the bytes of a watch, chunks and all: each ends with a brace and a line feed, which no chunk does before its end. */
final class EventEnds {
    private static final int OF_EVENT = '}' << 8 | '\n';
    private static final int OF_WATCH = '\n' << 24 | '0' << 16 | '\r' << 8 | '\n';

    private int lastFour;

    /**
     * {@return whether an event ends with the byte that comes next}
     *
     * @throws EOFException if it is the last one of a chunk without content: a connection may outlive a watch, and who waits for bytes alone would wait for ever
     */
    boolean ends(byte next) throws EOFException {
        lastFour = lastFour << 8 | (next & 0xFF);
        if (lastFour == OF_WATCH) {
            throw new EOFException("the server ended a watch");
        }
        return (lastFour & 0xFFFF) == OF_EVENT;
    }
}
