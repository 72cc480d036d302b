package dev.konverge.codegen.importer;

import dev.konverge.codegen.importer.GoModules.GoPackage;
import dev.konverge.codegen.importer.GoModules.Resolved;
import dev.konverge.codegen.importer.ProtoFile.Message;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a Go struct as JSON sees them: embedded structs spread out where they stand, in the order in which they
 * are written, each joined with the protobuf field that carries it. Used once.
 */
final class GoFields {
    /**
     * A field.
     *
     * @param jsonName its JSON name
     * @param type its Go type
     * @param tag its tag
     * @param doc the comment above it
     * @param owner the package that it was declared in
     * @param protoPath its protobuf number after those of the messages around it; empty if there is none
     * @param proto the protobuf field, if there is one
     * @param within the embedded structs around it, outermost first; empty if it is the type's own
     */
    record GoField(
            String jsonName,
            GoType type,
            GoTag tag,
            List<String> doc,
            GoPackage owner,
            List<Integer> protoPath,
            ProtoFile.@Nullable Field proto,
            List<String> within) {}

    /** The place of a struct inside the type: the numbers of the messages around it, and the names of the structs. */
    private record Place(List<Integer> path, List<String> within) {
        static final Place TOP = new Place(List.of(), List.of());

        List<Integer> path(ProtoFile.@Nullable Field proto) {
            return proto == null
                    ? List.of()
                    : Stream.concat(path.stream(), Stream.of(proto.number())).toList();
        }

        Place inner(ProtoFile.@Nullable Field proto, String name) {
            return new Place(
                    path(proto), Stream.concat(within.stream(), Stream.of(name)).toList());
        }
    }

    private static final GoType.Named TYPE_META = new GoType.Named("k8s.io/apimachinery/pkg/apis/meta/v1", "TypeMeta");

    private final GoModules modules;
    private final List<GoField> fields = new ArrayList<>();
    private boolean typeMeta;

    private GoFields(GoModules modules) {
        this.modules = modules;
    }

    static GoFields of(GoModules modules, GoType.Named type) {
        GoFields fields = new GoFields(modules);
        fields.spread(type, fields.message(type), Place.TOP);
        return fields;
    }

    /** {@return the fields, without those of an embedded TypeMeta} */
    List<GoField> fields() {
        return fields;
    }

    /** {@return whether the struct embeds TypeMeta, and so starts with kind and apiVersion} */
    boolean hasTypeMeta() {
        return typeMeta;
    }

    private @Nullable Message message(GoType.Named type) {
        return modules.resolve(type)
                .map(resolved -> resolved.owner().messages().get(resolved.name().name()))
                .orElse(null);
    }

    private void spread(GoType.Named type, @Nullable Message message, Place place) {
        Resolved resolved = modules.resolve(type)
                .orElseThrow(() -> new ImportException(type + " is declared in none of the Go modules given; give the "
                        + "module that has it as well"));
        switch (resolved.declaration().type()) {
            case GoType.Struct struct -> spread(resolved, struct, message, place);
            // A new type in the form of another: its fields, but a message of its own.
            case GoType.Named form -> spread(form, message, place);
            default -> throw new ImportException(type + " is not a struct, but the API description has fields of it");
        }
    }

    private void spread(Resolved type, GoType.Struct struct, @Nullable Message message, Place place) {
        String where = type.name().toString();
        GoPackage owner = type.owner();
        Set<Integer> unused =
                new HashSet<>(message == null ? Set.of() : message.fields().keySet());
        for (GoType.Field field : struct.fields()) {
            if (field.type().equals(TYPE_META) && field.embedded()) {
                typeMeta = true;
            } else if (isSent(field)) {
                add(owner, field, message, place, where);
                unused.remove(field.tag().protoNumber());
            }
        }
        if (!unused.isEmpty()) {
            throw new ImportException(where + " has no field with the protobuf numbers " + unused
                    + ", which its generated.proto has; the sources are not of one release");
        }
    }

    private static boolean isSent(GoType.Field field) {
        return Character.isUpperCase(field.name().codePointAt(0))
                && !field.tag().isNotSent();
    }

    private void add(GoPackage owner, GoType.Field field, @Nullable Message message, Place place, String where) {
        GoTag tag = field.tag();
        if (message == null && tag.protoNumber() != 0) {
            throw new ImportException(where + ": field " + field.name() + " has protobuf number " + tag.protoNumber()
                    + ", and there is no message of the type in a generated.proto beside it");
        }
        ProtoFile.Field proto = message == null ? null : protoField(field, message, where);
        if (!field.embedded() || !tag.jsonName().isEmpty()) {
            String name = tag.jsonName().isEmpty() ? field.name() : tag.jsonName();
            fields.add(
                    new GoField(name, field.type(), tag, field.doc(), owner, place.path(proto), proto, place.within()));
            return;
        }
        if (!(field.type() instanceof GoType.Named inner)) {
            throw new ImportException(where + ": embedded field " + field.name() + " is not a plain struct");
        }
        spread(inner, proto == null ? null : innerMessage(inner, where), place.inner(proto, field.name()));
    }

    private Message innerMessage(GoType.Named inner, String where) {
        Message message = message(inner);
        if (message == null) {
            throw new ImportException(
                    where + " embeds " + inner + " in protobuf, and the generated.proto of that has no message of it");
        }
        return message;
    }

    private static ProtoFile.Field protoField(GoType.Field field, Message message, String where) {
        ProtoFile.Field proto = message.fields().get(field.tag().protoNumber());
        if (proto == null) {
            throw new ImportException(where + ": field " + field.name() + " has protobuf number "
                    + field.tag().protoNumber() + ", which message " + message.name() + " has not");
        }
        String name = field.tag().protoName();
        if (!name.isEmpty() && !name.equals(proto.name())) {
            throw new ImportException(where + ": field " + field.name() + " is called '" + name
                    + "' in protobuf, and number " + proto.number() + " of message " + message.name()
                    + " is called '" + proto.name() + "'");
        }
        return proto;
    }
}
