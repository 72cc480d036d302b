package dev.konverge.controller;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** What is remembered of a document in order to recognise it: half of its SHA-256. */
record Digest(long high, long low) {
    static Digest of(byte[] document) {
        try {
            ByteBuffer hash =
                    ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(document));
            return new Digest(hash.getLong(), hash.getLong());
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
