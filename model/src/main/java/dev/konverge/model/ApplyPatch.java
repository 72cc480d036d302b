package dev.konverge.model;

import dev.konverge.model.codec.Codec;

/**
 * What one manager wants of an object, for server-side apply: the fields it cares about and no others. What it wanted
 * before and leaves out now is removed, unless another manager wants it too.
 *
 * @param body the partial object, with its apiVersion, kind and name
 */
public record ApplyPatch(RawJson body) implements Patch {
    /** {@return the wish for everything that is set in a partial object} */
    public static <T> ApplyPatch of(Codec<T> codec, T partial) {
        return new ApplyPatch(RawJson.of(JsonTrees.bytes(codec, partial)));
    }

    /** {@return the media type; every JSON document is a YAML document} */
    @Override
    public String contentType() {
        return "application/apply-patch+yaml";
    }
}
