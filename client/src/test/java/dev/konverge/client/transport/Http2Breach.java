package dev.konverge.client.transport;

import com.google.errorprone.annotations.Immutable;
import dev.konverge.client.testing.Frame;
import dev.konverge.client.testing.HeaderBlock;
import dev.konverge.client.testing.Http2Peer;
import java.io.IOException;

/** Things that a server must not do, each an error of the whole connection (RFC 9113, sections 4 to 6). */
enum Http2Breach {
    DATA_FOR_THE_CONNECTION((peer, stream) -> peer.send(Frame.DATA, 0, 0, (byte) 1)),
    DATA_ON_A_STREAM_THAT_NEVER_WAS((peer, stream) -> peer.send(Frame.DATA, 0, stream + 100, (byte) 1)),
    DATA_BEFORE_THE_HEAD((peer, stream) -> peer.send(Frame.DATA, 0, stream, (byte) 1)),
    THE_LAST_DATA_BEFORE_THE_HEAD((peer, stream) -> peer.send(Frame.DATA, Frame.END_STREAM, stream, (byte) 1)),
    DATA_WITH_MORE_PADDING_THAN_BYTES((peer, stream) -> {
        peer.head(stream, HeaderBlock.status(200));
        peer.send(Frame.DATA, Frame.PADDED, stream, (byte) 5, (byte) 0);
    }),
    PADDED_DATA_WITHOUT_A_LENGTH((peer, stream) -> {
        peer.head(stream, HeaderBlock.status(200));
        peer.send(Frame.DATA, Frame.PADDED, stream);
    }),
    HEADERS_FOR_THE_CONNECTION((peer, stream) -> peer.head(0, HeaderBlock.status(200))),
    HEADERS_ON_AN_EVEN_STREAM((peer, stream) -> peer.head(2, HeaderBlock.status(200))),
    HEADERS_ON_A_STREAM_THAT_NEVER_WAS((peer, stream) -> peer.head(stream + 100, HeaderBlock.status(200))),
    HEADERS_WITH_MORE_PADDING_THAN_BYTES(
            (peer, stream) -> peer.send(Frame.HEADERS, Frame.END_HEADERS | Frame.PADDED, stream, (byte) 9, (byte) 0)),
    CONTINUATION_OF_NOTHING((peer, stream) -> peer.send(
            Frame.CONTINUATION,
            Frame.END_HEADERS,
            stream,
            HeaderBlock.status(200).bytes())),
    CONTINUATION_ON_ANOTHER_STREAM((peer, stream) -> {
        peer.send(Frame.HEADERS, 0, stream, HeaderBlock.status(200).bytes());
        peer.send(Frame.CONTINUATION, Frame.END_HEADERS, stream + 2);
    }),
    A_FRAME_WITHIN_A_HEAD((peer, stream) -> {
        peer.send(Frame.HEADERS, 0, stream, HeaderBlock.status(200).bytes());
        peer.send(Frame.PING, 0, 0, new byte[8]);
    }),
    AN_UNKNOWN_FRAME_WITHIN_A_HEAD((peer, stream) -> {
        peer.send(Frame.HEADERS, 0, stream, HeaderBlock.status(200).bytes());
        peer.send(0xbe, 0, stream);
    }),
    HPACK_INDEX_OF_ZERO((peer, stream) -> head(peer, stream, 0x80)),
    HPACK_INDEX_OF_NOTHING((peer, stream) -> head(peer, stream, 0xff, 0x20)),
    HPACK_TEXT_LONGER_THAN_THE_BLOCK((peer, stream) -> head(peer, stream, 0x00, 0x10, 'a')),
    HPACK_NUMBER_WITHOUT_END((peer, stream) -> head(peer, stream, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)),
    HPACK_HUFFMAN_RUBBISH((peer, stream) -> head(peer, stream, 0x00, 0x81, 0x00, 0x84, 0xff, 0xff, 0xff, 0xff)),
    HPACK_TABLE_LARGER_THAN_ALLOWED((peer, stream) ->
            peer.head(stream, new HeaderBlock().tableSize(Integer.MAX_VALUE / 2).with(":status", "200"))),
    A_FRAME_LONGER_THAN_ALLOWED((peer, stream) -> {
        peer.head(stream, HeaderBlock.status(200));
        peer.send(Frame.DATA, 0, stream, new byte[peer.clientSetting(Frame.MAX_FRAME_SIZE, 16_384) + 1]);
    }),
    SETTINGS_OF_FIVE_BYTES((peer, stream) -> peer.send(Frame.SETTINGS, 0, 0, new byte[5])),
    SETTINGS_FOR_A_STREAM((peer, stream) -> peer.send(Frame.SETTINGS, 0, stream, new byte[6])),
    AN_ACKNOWLEDGEMENT_WITH_SETTINGS((peer, stream) -> peer.send(Frame.SETTINGS, Frame.ACK, 0, new byte[6])),
    A_WINDOW_TOO_LARGE_BY_SETTINGS((peer, stream) -> peer.settings(Frame.INITIAL_WINDOW_SIZE, Integer.MIN_VALUE)),
    A_FRAME_SIZE_TOO_SMALL((peer, stream) -> peer.settings(Frame.MAX_FRAME_SIZE, 16_383)),
    A_PING_OF_SEVEN_BYTES((peer, stream) -> peer.send(Frame.PING, 0, 0, new byte[7])),
    A_PING_FOR_A_STREAM((peer, stream) -> peer.send(Frame.PING, 0, stream, new byte[8])),
    A_RESET_OF_THREE_BYTES((peer, stream) -> peer.send(Frame.RST_STREAM, 0, stream, new byte[3])),
    A_RESET_OF_THE_CONNECTION((peer, stream) -> peer.reset(0, Frame.CANCEL)),
    A_GOAWAY_OF_SEVEN_BYTES((peer, stream) -> peer.send(Frame.GOAWAY, 0, 0, new byte[7])),
    A_GOAWAY_FOR_A_STREAM((peer, stream) -> peer.send(Frame.GOAWAY, 0, stream, new byte[8])),
    A_WINDOW_UPDATE_OF_THREE_BYTES((peer, stream) -> peer.send(Frame.WINDOW_UPDATE, 0, 0, new byte[3])),
    A_WINDOW_UPDATE_OF_NOTHING((peer, stream) -> peer.send(Frame.WINDOW_UPDATE, 0, 0, new byte[4])),
    WINDOW_UPDATES_OF_TOO_MUCH((peer, stream) -> {
        peer.credit(0, Integer.MAX_VALUE);
        peer.credit(0, Integer.MAX_VALUE);
    }),
    A_PUSH_THAT_NOBODY_ALLOWED(
            (peer, stream) -> peer.send(Frame.PUSH_PROMISE, Frame.END_HEADERS, stream, Http2Peer.numbers(2))),
    ANOTHER_PROTOCOL((peer, stream) -> peer.connection().write("HTTP/1.1 400 Bad Request\r\n\r\n"));

    private final Commit commit;

    Http2Breach(Commit commit) {
        this.commit = commit;
    }

    /** Does it, on a connection with a request on this stream. */
    void commit(Http2Peer peer, int stream) throws IOException {
        commit.run(peer, stream);
    }

    @Immutable
    private interface Commit {
        void run(Http2Peer peer, int stream) throws IOException;
    }

    private static void head(Http2Peer peer, int stream, int... block) throws IOException {
        byte[] bytes = new byte[block.length];
        for (int i = 0; i < block.length; i++) {
            bytes[i] = (byte) block[i];
        }
        peer.send(Frame.HEADERS, Frame.END_HEADERS, stream, bytes);
    }
}
