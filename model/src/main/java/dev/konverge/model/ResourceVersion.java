package dev.konverge.model;

import org.jspecify.annotations.Nullable;

/**
 * The version of an object or of a collection, as the server gave it.
 *
 * <p>A version is a text to be handed back as it came. Since Kubernetes 1.35 it may also be compared, where both sides
 * are a decimal number without leading zeros; that is all that may be read from it. Versions of different resource
 * types, or of different clusters, must not be compared. There is no order among versions that are not such numbers
 * (the empty one, {@code 0}, those of some aggregated servers), so this type has no natural order.
 *
 * @param text the text, empty where there is no version
 */
public record ResourceVersion(String text) {
    /** No version: an object that no server has stored. In a list request, it asks for the latest state. */
    public static final ResourceVersion NONE = new ResourceVersion("");

    /** The version that asks a list or a watch for any state the server has at hand. */
    public static final ResourceVersion ANY = new ResourceVersion("0");

    /** {@return the version with that text, {@link #NONE} if there is none} */
    public static ResourceVersion of(@Nullable String text) {
        return text == null || text.isEmpty() ? NONE : new ResourceVersion(text);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ResourceVersion that && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** {@return whether there is no version} */
    public boolean isNone() {
        return text.isEmpty();
    }

    /** {@return whether this version has a place in the order: a decimal number from 1 on, without leading zeros} */
    public boolean isComparable() {
        if (text.isEmpty() || text.charAt(0) == '0') {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return false;
            }
        }
        return true;
    }

    /**
     * {@return a negative number, zero or a positive number as this version is older than, the same as or newer than
     * the other} Both must belong to the same resource type of the same server.
     *
     * @throws IllegalArgumentException if one of them is not {@linkplain #isComparable() comparable}
     */
    public int compareWith(ResourceVersion other) {
        requireComparable();
        other.requireComparable();
        int byLength = Integer.compare(text.length(), other.text.length());
        return byLength != 0 ? byLength : text.compareTo(other.text);
    }

    /**
     * {@return whether this version is newer than the other}
     *
     * @throws IllegalArgumentException if one of them is not {@linkplain #isComparable() comparable}
     */
    public boolean isNewerThan(ResourceVersion other) {
        return compareWith(other) > 0;
    }

    private void requireComparable() {
        if (!isComparable()) {
            throw new IllegalArgumentException("resource version \"" + text + "\" cannot be compared");
        }
    }

    /** {@return the text} */
    @Override
    public String toString() {
        return text;
    }
}
