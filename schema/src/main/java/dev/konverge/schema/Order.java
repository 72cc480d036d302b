package dev.konverge.schema;

import java.util.Comparator;

/** The order in which a schema holds its parts. */
final class Order {
    /** By package, then by name. */
    static final Comparator<TypeDef> TYPES = new Comparator<>() {
        @Override
        public int compare(TypeDef a, TypeDef b) {
            int byPackage = a.packageName().compareTo(b.packageName());
            return byPackage != 0 ? byPackage : a.simpleName().compareTo(b.simpleName());
        }
    };

    /** By group, then by version, then by name. */
    static final Comparator<KindDef> KINDS = new Comparator<>() {
        @Override
        public int compare(KindDef a, KindDef b) {
            int byGroup = a.group().compareTo(b.group());
            int byVersion = byGroup != 0 ? byGroup : a.version().compareTo(b.version());
            return byVersion != 0 ? byVersion : a.kind().compareTo(b.kind());
        }
    };

    private Order() {}
}
