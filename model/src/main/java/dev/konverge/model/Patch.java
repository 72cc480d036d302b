package dev.konverge.model;

/** A change to an object, as sent to the server. */
public sealed interface Patch permits JsonPatch, MergePatch, StrategicMergePatch, ApplyPatch {
    /** {@return the media type that tells the server which kind of patch this is} */
    String contentType();

    /** {@return the document to send} */
    RawJson body();
}
