package dev.konverge.fidelity.scenario;

import dev.konverge.model.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One thing that a scenario does. Its texts may name values that are known only when it is played. */
public sealed interface Step {
    /**
     * A request with a whole answer.
     *
     * @param request what is sent
     * @param save which parts of the answer later steps may name: the name, and a path such as {@code metadata.uid}
     * @param until what the answer must be before the scenario goes on; the request is repeated until then
     */
    record Call(
            Request request,
            Map<String, String> save,
            @Nullable Until until) implements Step {
        /** Copies its arguments. */
        public Call {
            save = Map.copyOf(save);
        }
    }

    /**
     * Opens a watch.
     *
     * @param watch its name
     * @param request what is sent
     */
    record Open(String watch, Request request) implements Step {}

    /**
     * Waits for events.
     *
     * @param watch the watch they come from
     * @param count how many
     */
    record Events(String watch, int count) implements Step {}

    /**
     * Waits for the end of a watch.
     *
     * @param watch its name
     */
    record End(String watch) implements Step {}

    /**
     * Puts a webhook outside of the server, or lets one that is there answer in another way from now on.
     *
     * @param name its name, the end of its address
     * @param answer what it answers to whatever it is asked
     */
    record Hook(String name, Canned answer) implements Step {}

    /**
     * Looks at what a webhook was asked, and forgets it.
     *
     * @param hook its name
     * @param count how many of the last questions are shown
     */
    record Calls(String hook, int count) implements Step {}

    /** Who sends a request. */
    enum Caller {
        /** Somebody who may do everything, by a certificate. */
        ADMINISTRATOR,
        /** Somebody who shows no certificate. What the headers say is all that the server knows. */
        STRANGER
    }

    /**
     * What is sent.
     *
     * @param caller who sends it
     * @param method the HTTP method
     * @param target path and query
     * @param headers the headers; several values of one are joined by line ends
     * @param body the body
     */
    record Request(Caller caller, String method, String target, Map<String, String> headers, Body body) {
        /** Copies its arguments. */
        public Request {
            headers = Map.copyOf(headers);
        }

        /** A request of the administrator. */
        public Request(String method, String target, Map<String, String> headers, Body body) {
            this(Caller.ADMINISTRATOR, method, target, headers, body);
        }
    }

    /** What a request carries. */
    sealed interface Body {
        /** Nothing. */
        record None() implements Body {}

        /**
         * Bytes as they are.
         *
         * @param text the bytes as text
         */
        record Text(String text) implements Body {}

        /**
         * A JSON document.
         *
         * @param tree the document
         */
        record Tree(Json tree) implements Body {}

        /**
         * An object in Kubernetes' protobuf.
         *
         * @param tree the object as a JSON document
         */
        record Message(Json tree) implements Body {}

        /**
         * Bytes that are no text.
         *
         * @param base64 the bytes
         */
        record Bytes(String base64) implements Body {}
    }

    /**
     * A condition on an answer.
     *
     * @param path a path such as {@code status.phase}, or {@code status} of the answer itself if it is {@code #}
     * @param value what is to be found there
     */
    record Until(String path, Json value) {}
}
