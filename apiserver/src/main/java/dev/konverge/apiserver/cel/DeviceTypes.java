package dev.konverge.apiserver.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import java.util.Map;

/** The types of what an expression that selects devices is told about one. */
final class DeviceTypes {
    private DeviceTypes() {}

    static CelType device(StructTypes types) {
        return types.struct(
                "kubernetes.DRADevice",
                Map.of(
                        "driver",
                        SimpleType.STRING,
                        "attributes",
                        byDomain(SimpleType.DYN),
                        "capacity",
                        byDomain(Declarations.QUANTITY),
                        "allowMultipleAllocations",
                        SimpleType.BOOL));
    }

    private static CelType byDomain(CelType value) {
        return MapType.create(SimpleType.STRING, MapType.create(SimpleType.STRING, value));
    }
}
