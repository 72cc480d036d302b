package dev.konverge.apiserver.fault;

import dev.konverge.apiserver.WatchFeed;
import java.util.List;

/** A feed of frames that are all there, with a proper end or without. */
final class ScriptedFeed implements WatchFeed {
    private final List<byte[]> frames;
    private final boolean cut;
    private boolean sent;

    ScriptedFeed(List<byte[]> frames, boolean cut) {
        this.frames = List.copyOf(frames);
        this.cut = cut;
    }

    @Override
    public List<byte[]> await(int limit) {
        if (!sent && !frames.isEmpty()) {
            sent = true;
            return frames;
        }
        if (cut) {
            throw new ConnectionCutException("a fault was injected");
        }
        return List.of();
    }

    @Override
    public void close() {
        // There is nothing behind it.
    }
}
