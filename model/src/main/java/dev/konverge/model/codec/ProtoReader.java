package dev.konverge.model.codec;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads protobuf messages from bytes, driven by a {@link ProtoCodec}. A codec asks for the next tag until there is none
 * and takes the value of each; what it does not know it skips.
 *
 * <p>Where values are shared, a message is compared with the one that was read before it, and what is as it was there is not read
 * again. A value that differs changes the lengths of all messages around it, so a message whose length is another is entered, and its
 * content compared from its beginning on.
 *
 * <p>Not safe for use by several threads.
 */
public final class ProtoReader extends ProtoScalars {
    private final boolean managedFields;

    /** Whether the message at hand is part of one that is compared with the last one, and where that one ends. */
    private boolean comparing;

    private int end;

    /** The object at hand, where it is one that may have been read before. */
    private @Nullable Sighting sighting;

    /** An entry of a map, as the value of the part that it is. */
    private record Entry(Object key, Object value) {}

    /** Reads one message with the standard options. */
    public ProtoReader(byte[] message) {
        this(message, 0, message.length, DecodeOptions.STANDARD);
    }

    /** Reads the message in a part of an array. */
    public ProtoReader(byte[] buffer, int from, int to, DecodeOptions options) {
        super(buffer, options.limits(), options.sharing());
        this.managedFields = options.managedFields();
        reset(buffer, from, to);
    }

    /** Turns to another message, keeping the options and what was shared. */
    public void reset(byte[] buffer, int from, int to) {
        place(buffer, from, to);
        comparing = false;
        values.clear();
        leaveEmbedded();
    }

    /** {@return whether {@code metadata.managedFields} is to be kept} */
    public boolean keepsManagedFields() {
        return managedFields;
    }

    // ---- records ---------------------------------------------------------------------------------------------------

    /**
     * {@return the object whose fields come next, a newer state of one that may have been read before} Where values are shared, those parts of it that
     * stand there byte for byte as they did then are not read again.
     *
     * @param isLast whether no state of it will follow
     */
    public <T> T readNewer(ProtoCodec<T> codec, boolean isLast) {
        if (sharing == null) {
            return codec.readProto(this);
        }
        Sighting seen = sighting == null ? new Sighting(sharing.imprints()) : sighting;
        sighting = seen;
        seen.begin(depth + 1, isLast);
        try {
            return codec.readProto(this);
        } finally {
            seen.end();
        }
    }

    /** {@return the value whose fields come next, up to the end of the message} */
    <T> T readRecord(RecordCodec<T> codec, ProtoFields fields) {
        if (sharing == null || comparing) {
            return readRecordOnce(codec, fields);
        }
        int from = pos;
        end = limit;
        precedent.begin(buffer, from, end);
        comparing = true;
        T value = readRecordOnce(codec, fields);
        comparing = false;
        precedent.end(buffer, from, end);
        return value;
    }

    private <T> T readRecordOnce(RecordCodec<T> codec, ProtoFields fields) {
        charge(codec.heapBytes);
        Part whole = precedent.open(pos, codec, Sharing.ONE);
        if (whole != null && renew(whole, codec, fields)) {
            return codec.make(whole.given(), 0);
        }
        int at = values.reserve(codec.forms.length);
        if (whole == null) {
            readFields(codec, fields, at);
        } else {
            readParts(whole, codec, fields, at);
            values.keep(at, whole);
        }
        return values.popRecord(codec, at);
    }

    private void readFields(RecordCodec<?> codec, ProtoFields fields, int at) {
        for (int tag = nextTag(); tag != 0; tag = nextTag()) {
            int place = fields.place(tag >>> 3);
            if (place >= 0) {
                Object reader = fields.reader(place, codec);
                values.set(at + place, fields.form(place).read(this, tag, values.at(at + place), reader));
            } else {
                readBetween(codec, fields, place, tag, at);
            }
        }
    }

    /** Reads what is no part of a record: an unknown field, or a group, whose fields are those of the record. */
    private void readBetween(RecordCodec<?> codec, ProtoFields fields, int place, int tag, int at) {
        if (place == ProtoFields.UNKNOWN) {
            skip(tag);
        } else {
            int outer = enter(tag);
            readFields(codec, fields.group(place), at);
            exit(outer);
        }
    }

    /**
     * Reads those fields of a record that differ from the last message, as long as what stands between them does not. {@return whether
     * that was all of it} If not, it stands where it did.
     */
    private boolean renew(Part whole, RecordCodec<?> codec, ProtoFields fields) {
        int from = pos;
        for (Part part = precedent.nextChanged(whole, limit);
                part != null;
                part = precedent.nextChanged(whole, limit)) {
            pos = part.newAt();
            int tag = part.tag();
            atField(tag);
            Object reader = fields.reader(part.field, codec);
            Object value = fields.form(part.field).read(this, tag, null, reader);
            precedent.relearn(whole, part, buffer, pos, end, value);
        }
        boolean all = precedent.renewedTo(whole) == limit;
        whole.endRenewal(all);
        pos = all ? limit : from;
        return all;
    }

    /** Reads the fields of a record behind those that have been read as parts. */
    private void readParts(Part whole, RecordCodec<?> codec, ProtoFields fields, int at) {
        long seen = takeRenewed(whole, codec, fields, at);
        int from = pos;
        for (int tag = nextTag(); tag != 0; tag = nextTag()) {
            int place = fields.place(tag >>> 3);
            if (place < 0) {
                readBetween(codec, fields, place, tag, at);
            } else if ((seen & 1L << place) == 0) {
                seen |= 1L << place;
                values.set(at + place, readPart(whole, codec, fields, place, tag));
            } else {
                Object reader = fields.reader(place, codec);
                Object value = fields.form(place).read(this, tag, values.at(at + place), reader);
                values.set(at + place, value);
                whole.goesOn(place, from, pos, value);
            }
            from = pos;
        }
        whole.close();
    }

    /** Takes the fields that have been read as parts, and what stands between them. {@return which they are} */
    private long takeRenewed(Part whole, RecordCodec<?> codec, ProtoFields fields, int at) {
        long seen = 0;
        for (int i = 0; i < whole.size(); i++) {
            Part part = whole.renewed(i);
            int from = whole.newStart(part);
            for (int tag = nextTag(); pos < from; tag = nextTag()) {
                readBetween(codec, fields, fields.place(tag >>> 3), tag, at);
            }
            values.set(at + part.field, part.value);
            seen |= 1L << part.field;
            pos = from + part.length();
        }
        return seen;
    }

    private @Nullable Object readPart(Part whole, RecordCodec<?> codec, ProtoFields fields, int place, int tag) {
        Part part = precedent.expect(whole, place, buffer, pos, end);
        if (part != null) {
            part.tag(tag);
            if (precedent.isSame(part, limit)) {
                Object given = part.value;
                pos += part.length();
                precedent.learn(whole, part, buffer, pos, end, given);
                return given;
            }
        }
        Object given = fields.form(place).read(this, tag, null, fields.reader(place, codec));
        if (part != null) {
            precedent.learn(whole, part, buffer, pos, end, given);
        }
        return given;
    }

    // ---- messages --------------------------------------------------------------------------------------------------

    /** {@return the message of a field} */
    public <T> T message(int tag, ProtoCodec<T> codec) {
        Part part = precedent.expectedAt(pos);
        int outer = enter(tag);
        T value = sharing == null || pos == limit ? codec.readProto(this) : newer(sharing, part, codec);
        exit(outer);
        return value;
    }

    @SuppressWarnings("unchecked") // what a codec owns in the memory, it has made
    private <T> T newer(Sharing memory, @Nullable Part part, ProtoCodec<T> codec) {
        Sighting seen = sighting;
        if (seen == null || !seen.hasParts(depth)) {
            return shared(memory, part, codec);
        }
        int from = pos;
        int to = limit;
        Object known = seen.find(codec, Sharing.ONE, buffer, from, to);
        if (known != null && seen.length() == to - from) {
            return (T) known;
        }
        T value = shared(memory, part, codec);
        seen.was(codec, Sharing.ONE, buffer, from, to, value);
        return value;
    }

    @SuppressWarnings("unchecked") // what a codec owns in the memory, it has made
    private <T> T shared(Sharing memory, @Nullable Part part, ProtoCodec<T> codec) {
        int from = pos;
        int to = limit;
        if (part != null && part.isNovel()) {
            precedent.enter(buffer, from, end);
            return codec.readProto(this);
        }
        long hash = hash(from, to);
        Object known = memory.find(codec, Sharing.ONE, buffer, from, to, to - from, hash);
        if (part != null) {
            part.wasKnown(known != null);
        }
        if (known != null) {
            return (T) known;
        }
        if (part != null) {
            precedent.enter(buffer, from, end);
        }
        T value = codec.readProto(this);
        memory.offer(codec, Sharing.ONE, buffer, from, to, hash, value);
        return value;
    }

    /** {@return an item of a list: a message that is not looked for among shared ones and has limits of its own} */
    <T> T item(int tag, ProtoCodec<T> codec) {
        chargeAnew();
        int outer = enter(tag);
        T value = codec.readProto(this);
        exit(outer);
        return value;
    }

    // ---- lists and maps --------------------------------------------------------------------------------------------

    /** {@return the list with the messages of a field behind those already read; takes all that follow at once} */
    @SuppressWarnings("unchecked") // what is made of a codec as a list is a list of what it reads
    public <T> List<T> messages(int tag, List<T> before, ProtoCodec<T> codec) {
        return (List<T>) run(tag, before, codec, codec, Sharing.LIST);
    }

    /** {@return the list with the texts of a field behind those already read} */
    @SuppressWarnings("unchecked") // a list of texts
    public List<String> strings(int tag, List<String> before) {
        return (List<String>) run(tag, before, TEXT, TEXT, Sharing.LIST);
    }

    /** {@return the map with the entries of a field besides those already read; takes all that follow at once} */
    @SuppressWarnings("unchecked") // what is made of such values as a map is a map of them
    public <V> Map<String, V> entries(int tag, Map<String, V> before, ProtoValue<V> value) {
        if (before.isEmpty()) {
            return (Map<String, V>) run(tag, List.of(), value, value.owner(), Sharing.MAP);
        }
        int bottom = values.size();
        before.forEach((k, v) -> {
            values.push(k);
            values.push(v);
        });
        return (Map<String, V>) readRun(tag, bottom, value, Sharing.MAP);
    }

    /** Leaves the elements of a field behind. */
    void skipRun(int tag) {
        do {
            skip(tag);
        } while (comes(tag));
    }

    /**
     * {@return the elements that follow each other, as what was made of the same bytes before if there is something}
     *
     * @param reader reads an element
     * @param owner whom the run belongs to in a {@link Sharing}
     */
    private Object run(int tag, List<?> before, Object reader, Object owner, byte form) {
        int bottom = values.size();
        if (sharing == null || !before.isEmpty()) {
            values.pushAll(before);
            return readRun(tag, bottom, reader, form);
        }
        Part part = precedent.expectedAt(pos);
        if (part != null && part.isNovel()) {
            return readRun(tag, bottom, reader, form);
        }
        int from = pos;
        long hash = runHash(tag);
        Object known = knownRun(sharing, tag, owner, form, hash);
        if (part != null) {
            part.wasKnown(known != null);
        }
        if (known != null) {
            return known;
        }
        Object value = readRun(tag, bottom, reader, form);
        sharing.offer(owner, form, buffer, from, pos, hash, value);
        return value;
    }

    /** {@return what was made before of the elements of a field that come next, or null} Stands behind them if so. */
    private @Nullable Object knownRun(Sharing memory, int tag, Object owner, byte form, long hash) {
        int from = pos;
        Object known = memory.find(owner, form, buffer, from, limit, -1, hash);
        if (known == null) {
            return null;
        }
        pos = from + memory.hitLength();
        if (comes(tag)) {
            // The same elements, and more of them.
            pos = from;
            atField(tag);
            return null;
        }
        return known;
    }

    /** A hash of the first bytes of a run of elements whose end is not known yet. */
    private long runHash(int tag) {
        long h = tag;
        int to = Math.min(limit, pos + Sharing.PREFIX);
        for (int at = pos; at < to; at += 8) {
            h = Sharing.mix(h, word(at, to - at));
        }
        return h;
    }

    /** Reads elements that follow each other, behind those on the stack from a place on. */
    private Object readRun(int tag, int bottom, Object reader, byte form) {
        charge(OVERHEAD);
        Part whole = precedent.open(pos, reader, form);
        boolean more = true;
        boolean all = false;
        int count = 0;
        if (whole != null) {
            count = renew(whole, tag, reader, form);
            more = count == 0 || comes(tag);
            all = !more && whole.isRenewed();
            whole.endRenewal(all);
        }
        while (more) {
            charge(8);
            if (whole == null) {
                pushElement(tag, reader, form);
            } else {
                pushPart(whole, count++, tag, reader, form);
            }
            more = comes(tag);
        }
        if (whole != null && !all) {
            whole.close();
        }
        return form == Sharing.MAP ? values.popMap(bottom) : values.popList(bottom);
    }

    /** Reads those elements that differ from the last message, as long as one follows the other. {@return how many are there now} */
    private int renew(Part whole, int tag, Object reader, byte form) {
        for (Part part = precedent.nextChanged(whole, limit);
                part != null;
                part = precedent.nextChanged(whole, limit)) {
            pos = part.newAt();
            Object value = element(tag, reader, form);
            precedent.relearn(whole, part, buffer, pos, end, value);
        }
        int count = whole.endRenewal(true);
        for (int i = 0; i < count; i++) {
            push(Objects.requireNonNull(whole.renewed(i).value));
        }
        if (count > 0) {
            pos = whole.renewedTo();
        }
        return count;
    }

    /** Reads an element, which may be as it was in the last message. */
    private void pushPart(Part whole, int i, int tag, Object reader, byte form) {
        Part part = precedent.expect(whole, i, buffer, pos, end);
        if (part == null) {
            pushElement(tag, reader, form);
            return;
        }
        Object known = precedent.isSame(part, limit) ? part.value : null;
        if (known != null) {
            pos += part.length();
        } else {
            known = element(tag, reader, form);
        }
        push(known);
        precedent.learn(whole, part, buffer, pos, end, known);
    }

    private void push(Object element) {
        if (element instanceof Entry entry) {
            values.push(entry.key());
            values.push(entry.value());
        } else {
            values.push(element);
        }
    }

    private void pushElement(int tag, Object reader, byte form) {
        if (form == Sharing.MAP) {
            pushEntry(tag, (ProtoValue<?>) reader);
        } else {
            values.push(element(tag, reader, form));
        }
    }

    @SuppressWarnings("ReferenceEquality") // it is that very object
    private Object element(int tag, Object reader, byte form) {
        if (form == Sharing.MAP) {
            pushEntry(tag, (ProtoValue<?>) reader);
            Object value = values.pop();
            return new Entry(values.pop(), value);
        }
        return reader == TEXT ? string(tag) : message(tag, (ProtoCodec<?>) reader);
    }

    private <V> void pushEntry(int tag, ProtoValue<V> value) {
        charge(OVERHEAD);
        int outer = enter(tag);
        String key = "";
        V read = null;
        for (int t = nextTag(); t != 0; t = nextTag()) {
            switch (t >>> 3) {
                case 1 -> key = string(t);
                case 2 -> read = value.read(this, t);
                default -> skip(t);
            }
        }
        exit(outer);
        values.push(key);
        values.push(read == null ? value.zero() : read);
    }
}
