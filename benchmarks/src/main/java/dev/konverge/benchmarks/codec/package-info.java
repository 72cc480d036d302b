/**
 * Decoding, encoding and holding pods: {@link dev.konverge.benchmarks.codec.CodecBench}.
 *
 * <p>{@link dev.konverge.benchmarks.codec.PodCorpus} makes the documents; each of {@code KonvergeCodec}, {@code Fabric8Codec}
 * and {@code OfficialCodec} reads and writes them the way a user of that library does.
 */
@NullMarked
package dev.konverge.benchmarks.codec;

import org.jspecify.annotations.NullMarked;
