package dev.konverge.apiserver.access;

/** How a refusal quotes what it refuses. */
final class Refusals {
    private Refusals() {}

    /** {@return the text of a refusal}, without what a browser could take for markup: a path is anybody's to make up */
    static String text(String refused, String why) {
        String safe = refused.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
        return why.isEmpty() ? safe : safe + ": " + why;
    }
}
