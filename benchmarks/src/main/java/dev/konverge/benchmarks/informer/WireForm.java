package dev.konverge.benchmarks.informer;

import java.nio.ByteBuffer;

/** How pods travel: the frame that a list and a watch put around the bytes of a pod, which were made before. */
interface WireForm {
    /** The version that everything has at first is this, plus the pod's number: sixteen digits, as all versions have. */
    long FIRST_VERSION = 1_000_000_000_000_000L;

    /** {@return the content type of a list} */
    String listType();

    /** {@return the content type of a watch} */
    String watchType();

    /** {@return the bytes of a pod in this form} */
    byte[] podOf(PodStock.Entry entry);

    /** {@return the bytes of a pod that is about to change, in this form} */
    Stencil changeOf(PodStock.Change change);

    /**
     * Writes what a list begins with.
     *
     * @param items the length of all items together, each with its frame
     * @param more the token of the next page, which is the number of its first pod; empty if there is none
     */
    void listHead(ByteBuffer out, String version, long items, String more);

    /** {@return the length of a pod in a list, with its frame} */
    int itemLength(byte[] pod);

    /** Writes a pod of a list. */
    void item(ByteBuffer out, byte[] pod, boolean first);

    /** Writes what a list ends with. */
    void listTail(ByteBuffer out);

    /** Writes an event. */
    void event(ByteBuffer out, String type, byte[] pod);

    /** Writes the event that says that everything there was has been sent. */
    void endOfInitialEvents(ByteBuffer out, String version);
}
