package dev.konverge.client;

/** The form in which objects travel. */
public enum Encoding {
    /** JSON, which every server and every kind understands. */
    JSON,
    /** Protobuf for the kinds that have it, which are the built-in ones, and JSON for the others. */
    PROTOBUF
}
