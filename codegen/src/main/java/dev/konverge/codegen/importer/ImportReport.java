package dev.konverge.codegen.importer;

import dev.konverge.schema.Schema;
import java.nio.file.Path;

/**
 * What an import found.
 *
 * @param release the Kubernetes release
 * @param groupVersions how many versions of API groups there are
 * @param kinds how many kinds
 * @param types how many types
 * @param fields how many fields, over all types
 * @param out the file
 * @param changed whether the file is new or has other bytes than before
 */
public record ImportReport(
        String release, int groupVersions, int kinds, int types, int fields, Path out, boolean changed) {
    static ImportReport of(Schema schema, Path out, boolean changed) {
        return new ImportReport(
                schema.release(),
                schema.groups().stream()
                        .mapToInt(group -> group.versions().size())
                        .sum(),
                schema.kinds().size(),
                schema.types().size(),
                schema.types().values().stream()
                        .mapToInt(type -> type.fields().size())
                        .sum(),
                out,
                changed);
    }
}
