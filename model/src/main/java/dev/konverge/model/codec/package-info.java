/**
 * Bytes to records and back: the readers and writers that generated codecs drive.
 *
 * <p>{@link dev.konverge.model.codec.JsonReader} and {@link dev.konverge.model.codec.ProtoReader} work on the bytes
 * themselves and hand values straight to a record's {@link dev.konverge.model.codec.Codec}; no tree and no reflection
 * stand in between. {@link dev.konverge.model.codec.Sharing} lets equal values of many documents be one object,
 * and what a document has in common with the one before it is not decoded again.
 * {@link dev.konverge.model.codec.JsonWriter} and {@link dev.konverge.model.codec.ProtoWriter} go the other way.
 * Whatever is wrong with the input ends in one exception, {@link dev.konverge.model.codec.DecodeException}.
 *
 * <p>Most people never call this package: {@link dev.konverge.model.Resources} is the front door.
 */
package dev.konverge.model.codec;
