package dev.konverge.benchmarks.informer;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Pods as JSON. The stored bytes are those of a pod in a list without its first brace, so that an event can put the kind before them. */
final class JsonForm implements WireForm {
    static final String TYPE = "application/json";

    private static final byte[] KIND = bytes("\",\"object\":{\"kind\":\"Pod\",\"apiVersion\":\"v1\",");
    private static final byte[] EVENT = bytes("{\"type\":\"");

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String listType() {
        return TYPE;
    }

    @Override
    public String watchType() {
        return TYPE;
    }

    @Override
    public byte[] podOf(PodStock.Entry entry) {
        return entry.json;
    }

    @Override
    public Stencil changeOf(PodStock.Change change) {
        return change.json();
    }

    @Override
    public void listHead(ByteBuffer out, String version, long items, String more) {
        out.put(bytes("{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"" + version
                + "\"" + (more.isEmpty() ? "" : ",\"continue\":\"" + more + "\"") + "},\"items\":["));
    }

    @Override
    public int itemLength(byte[] pod) {
        return pod.length + 2;
    }

    @Override
    public void item(ByteBuffer out, byte[] pod, boolean first) {
        if (!first) {
            out.put((byte) ',');
        }
        out.put((byte) '{').put(pod);
    }

    @Override
    public void listTail(ByteBuffer out) {
        out.put(bytes("]}\n"));
    }

    @Override
    public void event(ByteBuffer out, String type, byte[] pod) {
        out.put(EVENT).put(bytes(type)).put(KIND).put(pod).put((byte) '}').put((byte) '\n');
    }

    @Override
    public void endOfInitialEvents(ByteBuffer out, String version) {
        event(
                out,
                "BOOKMARK",
                bytes("\"metadata\":{\"resourceVersion\":\"" + version + "\",\"annotations\":"
                        + "{\"k8s.io/initial-events-end\":\"true\"}},\"spec\":{\"containers\":null},\"status\":{}}"));
    }
}
