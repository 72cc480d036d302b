package dev.konverge.client;

import dev.konverge.model.Bytes;

/** What comes from a command that runs in a container. */
public sealed interface ExecOutput {
    /**
     * It wrote something; with a terminal, to either stream.
     *
     * @param bytes what it wrote
     */
    record Stdout(Bytes bytes) implements ExecOutput {}

    /**
     * It complained.
     *
     * @param bytes what it wrote
     */
    record Stderr(Bytes bytes) implements ExecOutput {}

    /**
     * It has ended.
     *
     * @param code its exit code
     */
    record Exited(int code) implements ExecOutput {}
}
