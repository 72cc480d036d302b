package dev.konverge.apiserver.kind;

import dev.konverge.schema.KindDef;
import dev.konverge.schema.Schema;
import java.util.Map;

/** The rules of all built-in kinds, made from their schema and from what it does not say. */
public final class BuiltInKinds {
    private final Schema schema;
    private final NormalForm normalForm;
    private final SchemaChecks schemaChecks;
    private final Immutables immutables;
    private final InnerForm forms;
    private final Map<String, Traits> traits;
    private final Map<String, MetadataRounds> rounds;
    private final KindColumns columns;

    /** Knows the kinds of a schema. */
    public BuiltInKinds(Schema schema) {
        this.schema = schema;
        this.normalForm = new NormalForm(schema, new TypeDefaults());
        this.schemaChecks = new SchemaChecks(schema, new TypeChecks());
        this.immutables = new Immutables();
        this.forms = new InnerForm(schema);
        this.traits = Traits.table();
        this.rounds = MetadataRounds.table();
        this.columns = new KindColumns();
    }

    /**
     * {@return the rules of a kind}
     *
     * @param kind a kind that is served
     */
    public KindRules rules(KindDef kind) {
        return new BuiltInRules(schema, normalForm, schemaChecks, immutables, forms, traits, rounds, columns, kind);
    }

    /**
     * {@return the rules of the kind with that group (empty for core), version and name}
     *
     * @throws IllegalArgumentException if there is none
     */
    public KindRules rules(String group, String version, String kind) {
        return rules(schema.findKind(group, version, kind)
                .orElseThrow(() -> new IllegalArgumentException(
                        "no kind " + kind + " in " + (group.isEmpty() ? version : group + "/" + version))));
    }
}
