package dev.konverge.codegen.importer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.codegen.importer.ProtoFile.Field;
import dev.konverge.codegen.importer.ProtoFile.Label;
import org.junit.jupiter.api.Test;

class ProtoFileTest {
    @Test
    void fieldsAreReadWithFullTypeNames() {
        ProtoFile file = ProtoFile.parse("""
                /* a
                   comment */
                package a.b_c.v1;

                message One {
                  // optional string no = 9;
                  optional string text = 1;
                  repeated Two many = 3; // behind it
                  map<string, .x.y.Z> byName = 2;
                  map<string, bytes> blobs = 20;
                }

                message Two {
                }
                """, "x.proto");
        assertThat(file.messages()).containsOnlyKeys("One", "Two");
        assertThat(file.messages()).hasEntrySatisfying("One", message -> {
            assertThat(message.name()).isEqualTo("a.b_c.v1.One");
            assertThat(message.fields().values())
                    .containsExactly(
                            new Field(1, "text", Label.SINGLE, "string"),
                            new Field(2, "byName", Label.MAP, "x.y.Z"),
                            new Field(3, "many", Label.REPEATED, "a.b_c.v1.Two"),
                            new Field(20, "blobs", Label.MAP, "bytes"));
        });
    }

    @Test
    void whatTheGeneratorDoesNotWriteIsRefusedWithItsLine() {
        assertThatThrownBy(() -> ProtoFile.parse("package a;\n/*\n*/\nenum E {\n}\n", "x.proto"))
                .isInstanceOf(ImportException.class)
                .hasMessageContaining("x.proto, line 4: 'enum E {'");
    }
}
