package dev.konverge.controller;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** What is remembered of a document in order to recognise it: half of its SHA-256. */
record Digest(long high, long low) {
    /** Never fed: to copy it is far cheaper than to look for who offers the algorithm. */
    private static final MessageDigest UNFED = newDigest();

    private static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    static Digest of(byte[] document) {
        ByteBuffer hash = ByteBuffer.wrap(copy().digest(document));
        return new Digest(hash.getLong(), hash.getLong());
    }

    private static MessageDigest copy() {
        try {
            return (MessageDigest) UNFED.clone();
        } catch (CloneNotSupportedException another) {
            // A provider need not be able to.
            return newDigest();
        }
    }
}
