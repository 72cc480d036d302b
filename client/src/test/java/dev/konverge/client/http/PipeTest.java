package dev.konverge.client.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PipeTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void whatComesOutIsWhatWentIn(long seed) {
        Random random = new Random(seed);
        Pipe pipe = new Pipe(new SpareBlocks());
        ByteArrayOutputStream in = new ByteArrayOutputStream();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] part = new byte[50_000];
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

    @Test
    void memoryThatWasReadFromIsUsedAgainByAnyPipeOfTheConnection() {
        SpareBlocks spare = new SpareBlocks();
        Pipe one = new Pipe(spare);
        Pipe other = new Pipe(spare);
        byte[] frame = new byte[SpareBlocks.SIZE];
        one.write(frame, 0, frame.length);
        one.read(frame, 0, frame.length);
        byte[] block = spare.take();
        spare.give(block);
        other.write(frame, 0, frame.length - 1);
        assertThat(spare.take()).as("the only one is in use").isNotSameAs(block);
        other.read(frame, 0, frame.length);
        other.giveBack();
        assertThat(spare.take()).as("and comes back when nothing is left in it").isSameAs(block);
    }

    @Test
    void aFewBytesTakeNoWholeBlock() {
        SpareBlocks spare = new SpareBlocks();
        byte[] block = spare.take();
        spare.give(block);
        new Pipe(spare).write(new byte[100], 0, 100);
        assertThat(spare.take()).isSameAs(block);
    }

    @Test
    void asManyBlocksAreKeptAsAWindowTakesAndFewOnceItIsQuiet() {
        SpareBlocks spare = new SpareBlocks();
        assertThat(kept(spare)).isEqualTo(Http2Connection.WINDOW / SpareBlocks.SIZE);
        assertThat(spare.areMany()).isTrue();
        spare.rest();
        assertThat(spare.areMany()).isFalse();
        assertThat(kept(spare)).as("a quiet one is not kept from a flood").isEqualTo(256);
        spare.rest();
        assertThat(Stream.generate(spare::take).limit(48).collect(Collectors.toSet()))
                .as("what it keeps is what it was given")
                .allMatch(block -> block[0] == 1);
        assertThat(spare.take()[0]).as("and no more").isZero();
    }

    /** Gives it more than it can want. {@return how many of them it had then; it has them again} */
    private static int kept(SpareBlocks spare) {
        List<byte[]> given = Stream.generate(() -> {
                    byte[] block = new byte[SpareBlocks.SIZE];
                    block[0] = 1;
                    return block;
                })
                .limit(1000)
                .toList();
        given.forEach(spare::give);
        List<byte[]> kept = Stream.generate(spare::take)
                .limit(1000)
                .takeWhile(block -> block[0] == 1)
                .toList();
        kept.forEach(spare::give);
        return kept.size();
    }
}
