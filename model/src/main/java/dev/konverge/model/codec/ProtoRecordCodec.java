package dev.konverge.model.codec;

import org.jspecify.annotations.Nullable;

/**
 * A codec of a type that is made of fields and can also be sent as protobuf.
 *
 * @param <T> the type
 */
public abstract class ProtoRecordCodec<T> extends RecordCodec<T> implements ProtoCodec<T> {
    /** Made when the first message is read. */
    private @Nullable ProtoFields fields;

    /** A codec of a type with these fields. */
    protected ProtoRecordCodec(FieldNames names, FieldForm... forms) {
        super(names, forms);
    }

    /** {@return what the fields are in a message, in the order of their names} */
    protected abstract ProtoFields protoFields();

    @Override
    public final T readProto(ProtoReader in) {
        ProtoFields known = fields;
        if (known == null) {
            known = protoFields();
            fields = known;
        }
        return in.readRecord(this, known);
    }
}
