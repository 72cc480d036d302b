package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.apply.Endpoint;
import dev.konverge.apiserver.apply.FieldMask;
import dev.konverge.apiserver.apply.ManagedFields;
import dev.konverge.apiserver.apply.Versions;
import dev.konverge.apiserver.catalog.Served;
import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.kind.KindRules;
import dev.konverge.apiserver.store.Stored;
import dev.konverge.apiserver.structure.Struct;
import dev.konverge.model.Json;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/** All that the verbs know about the objects of a served resource. Safe for use by many threads. */
final class Kind {
    private final Served served;
    private final KindRules rules;
    private final Struct structure;
    private final Form form;
    private final Versions versions;
    private final String collection;
    /** By subresource; bounded by the number of those that are served. */
    private final ConcurrentHashMap<String, ManagedFields> managedFields = new ConcurrentHashMap<>();

    /**
     * @param served how it is served
     * @param rules how it behaves
     * @param structure how values of it are merged
     * @param form how its objects look
     * @param versions its other versions
     */
    Kind(Served served, KindRules rules, Struct structure, Form form, Versions versions) {
        this.served = served;
        this.rules = rules;
        this.structure = structure;
        this.form = form;
        this.versions = versions;
        this.collection = served.collection().toString();
    }

    Served served() {
        return served;
    }

    KindRules rules() {
        return rules;
    }

    /** {@return an object of this version in another} */
    Json.Obj in(Json.Obj object, String apiVersion) {
        return versions.find(object, apiVersion).map(Versions.Versioned::object).orElse(object);
    }

    Struct structure() {
        return structure;
    }

    Form form() {
        return form;
    }

    /** {@return the name of the collection that holds its objects} */
    String collection() {
        return collection;
    }

    /** {@return the key of an object in its collection} */
    String key(String namespace, String name) {
        return served.namespaced() ? namespace + '/' + name : name;
    }

    /** {@return a stored object as this version shows it} */
    Json.Obj shown(Stored stored) {
        return form.shown(stored);
    }

    /**
     * {@return the same as lists and watches show it} They convert a state of an object once, as a real server does for its watch
     * cache; whoever reads one object has it converted anew.
     */
    Json.Obj listed(Stored stored) {
        return form.showsAsStored(stored) ? stored.object() : stored.shown(form, form::shown);
    }

    /** {@return {@link #listed} as compact JSON, not to be written to} */
    byte[] json(Stored stored) {
        return form.showsAsStored(stored) ? stored.json() : listed(stored).toBytes();
    }

    /** {@return the refusal of an invalid object}: it names the group that the objects are stored for. */
    StatusException invalid(String name, List<FieldError> errors) {
        return Failures.invalid(served.collection().group(), served.kind(), name, errors);
    }

    /** {@return what keeps the record of who manages which fields} */
    ManagedFields managedFields(String subresource) {
        return managedFields.computeIfAbsent(
                subresource,
                any -> new ManagedFields(new Endpoint(
                        served.apiVersion(),
                        served.kind(),
                        subresource,
                        structure,
                        FieldMask.ignoring(rules.resetFields(subresource)),
                        versions)));
    }
}
