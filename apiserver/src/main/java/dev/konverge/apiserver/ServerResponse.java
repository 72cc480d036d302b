package dev.konverge.apiserver;

/** An answer: whole, or a watch that goes on. */
public sealed interface ServerResponse {
    /** {@return the HTTP status} */
    int status();

    /** {@return the header fields, among them the content type} */
    Headers headers();

    /**
     * An answer that is all there.
     *
     * @param status the HTTP status
     * @param headers the header fields, among them {@code Content-Type}; the length is for the transport to say
     * @param body the body, not to be written to
     */
    // Answers are not compared, and their bodies are shared by all who asked for the same object.
    @SuppressWarnings("ArrayRecordComponent")
    record Whole(int status, Headers headers, byte[] body) implements ServerResponse {
        /** {@return the media type, empty if none is said} */
        public String contentType() {
            return headers.find("Content-Type").orElse("");
        }

        /** {@return this with one more header field} */
        public Whole with(String name, String value) {
            return new Whole(status, headers.with(name, value), body);
        }

        @Override
        public String toString() {
            return status + " with " + body.length + " bytes";
        }
    }

    /**
     * An answer that goes on until the feed ends. Whoever takes it closes the feed.
     *
     * @param status the HTTP status
     * @param headers the header fields, among them {@code Content-Type}
     * @param feed the events, encoded
     */
    record Watch(int status, Headers headers, WatchFeed feed) implements ServerResponse {}
}
