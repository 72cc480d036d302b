package dev.konverge.apiserver.http;

import java.io.IOException;
import java.util.Map;

/** The real kubectl, with a server of its own. */
public interface Kubectl {
    /**
     * What a call came to.
     *
     * @param code the exit code
     * @param out what it wrote to standard output
     * @param err what it wrote to standard error
     */
    record Result(int code, String out, String err) {
        @Override
        public String toString() {
            return "exit code " + code + "\n" + out + err;
        }
    }

    /** A call that is still going on. */
    interface Call extends AutoCloseable {
        /** Waits for its end. */
        Result await() throws IOException, InterruptedException;

        /** {@return what it has written to standard output} */
        String soFar() throws IOException;

        /** {@return whether it still goes on} */
        boolean isAlive();

        @Override
        void close();
    }

    /** Starts a call, with more variables in its environment. */
    Call start(Map<String, String> environment, String... arguments) throws IOException;

    /** Makes a call, with more variables in its environment. */
    default Result runWith(Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        try (Call call = start(environment, arguments)) {
            return call.await();
        }
    }

    /** Makes a call. */
    default Result run(String... arguments) throws IOException, InterruptedException {
        return runWith(Map.of(), arguments);
    }
}
