package dev.konverge.apiserver.cel;

import dev.konverge.model.Quantity;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A type as a value, as {@code type(x)} gives it. */
record TypeName(String name) {
    static TypeName of(Object value) {
        return new TypeName(
                switch (value) {
                    case Boolean ignored -> "bool";
                    case Long ignored -> "int";
                    case Uint ignored -> "uint";
                    case Double ignored -> "double";
                    case String ignored -> "string";
                    case Bytes ignored -> "bytes";
                    case Nothing ignored -> "null_type";
                    case List<?> ignored -> "list";
                    case MapValue ignored -> "map";
                    case Instant ignored -> "google.protobuf.Timestamp";
                    case Duration ignored -> "google.protobuf.Duration";
                    case Optional<?> ignored -> "optional_type";
                    case TypeName ignored -> "type";
                    case Quantity ignored -> "kubernetes.Quantity";
                    case Address ignored -> "net.IP";
                    case AddressRange ignored -> "net.CIDR";
                    case Url ignored -> "kubernetes.URL";
                    case Semver ignored -> "kubernetes.Semver";
                    case NamedFormat ignored -> "kubernetes.NamedFormat";
                    default -> "dyn";
                });
    }
}
