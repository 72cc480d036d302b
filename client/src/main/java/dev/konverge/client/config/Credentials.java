package dev.konverge.client.config;

import java.nio.file.Path;

/** What a request shows to say who asks, besides a client certificate. Prints no secret. */
public sealed interface Credentials {
    /** Nothing. */
    record Anonymous() implements Credentials {}

    /**
     * A bearer token that stays.
     *
     * @param token the token
     */
    record Token(String token) implements Credentials {
        @Override
        public String toString() {
            return "Token[…]";
        }
    }

    /**
     * A bearer token in a file that is written anew from time to time.
     *
     * @param file which
     * @param first the token to use as long as the file cannot be read; empty if the file must be readable
     */
    record TokenFile(Path file, String first) implements Credentials {
        @Override
        public String toString() {
            return "TokenFile[" + file + "]";
        }
    }

    /**
     * User name and password.
     *
     * @param username the name
     * @param password the password
     */
    record Basic(String username, String password) implements Credentials {
        @Override
        public String toString() {
            return "Basic[" + username + ", …]";
        }
    }

    /**
     * What a program says when it is run.
     *
     * @param plugin which program, and how
     */
    record Exec(ExecPlugin plugin) implements Credentials {}
}
