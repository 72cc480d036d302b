package dev.konverge.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A stream whose lines are changed one by one as they arrive. */
final class LineStream extends PieceStream {
    private final InputStream in;
    private final UnaryOperator<byte[]> change;

    LineStream(InputStream in, UnaryOperator<byte[]> change) {
        this.in = in;
        this.change = change;
    }

    @Override
    byte @Nullable [] next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int b;
        do {
            b = in.read();
            if (b >= 0) {
                line.write(b);
            }
        } while (b >= 0 && b != '\n');
        return line.size() == 0 ? null : change.apply(line.toByteArray());
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
