package dev.konverge.client.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PipeTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void whatComesOutIsWhatWentIn(long seed) {
        Random random = new Random(seed);
        Pipe pipe = new Pipe();
        ByteArrayOutputStream in = new ByteArrayOutputStream();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] part = new byte[5000];
        for (int step = 0; step < 2000; step++) {
            if (random.nextInt(5) < 2) {
                random.nextBytes(part);
                int from = random.nextInt(100);
                int count = random.nextInt(part.length - from);
                pipe.write(part, from, count);
                in.write(part, from, count);
            } else {
                int to = random.nextInt(100);
                int count = pipe.read(part, to, random.nextInt(part.length - to));
                out.write(part, to, count);
                if (random.nextInt(10) == 0) {
                    pipe.giveBack();
                }
            }
            assertThat(pipe.size()).as("seed %d", seed).isEqualTo(in.size() - out.size());
        }
        byte[] rest = new byte[pipe.size()];
        assertThat(pipe.read(rest, 0, rest.length)).isEqualTo(rest.length);
        out.writeBytes(rest);
        assertThat(out.toByteArray()).as("seed %d", seed).isEqualTo(in.toByteArray());
    }
}
