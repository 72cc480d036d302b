package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.kind.SelectableFields;
import dev.konverge.apiserver.store.Stored;
import dev.konverge.model.FieldSelector;
import dev.konverge.model.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which objects of a collection a list, a watch or a deletion is about. Immutable. */
final class Selection {
    private static final String NAME = "metadata.name";
    private static final String NAMESPACE = "metadata.namespace";

    private final String prefix;
    private final Optional<String> onlyKey;
    private final Selector labels;
    private final FieldSelector fields;
    private final Kind kind;

    private Selection(String prefix, Optional<String> onlyKey, Selector labels, FieldSelector fields, Kind kind) {
        this.prefix = prefix;
        this.onlyKey = onlyKey;
        this.labels = labels;
        this.fields = fields;
        this.kind = kind;
    }

    /**
     * {@return the selection of a request}
     *
     * @param target what the request is about; with a name, it selects the object of that name alone
     * @throws dev.konverge.apiserver.failure.StatusException 400 if the kind cannot be selected by a field
     */
    static Selection of(Target target, ListOptions options) {
        boolean namespaced = target.kind().served().namespaced();
        String namespace = target.namespace();
        String name = target.name();
        FieldSelector fields =
                translated(options.fields(), target.kind().rules().selectableFields());
        if (!name.isEmpty()) {
            if (!fields.isEverything() && !fields.findExactValue(NAME).equals(Optional.of(name))) {
                throw Failures.badRequest("fieldSelector metadata.name doesn't match requested name");
            }
            fields = fields.isEverything() ? FieldSelector.ofName(name) : fields;
        }
        String scope = namespace.isEmpty() && namespaced
                ? fields.findExactValue(NAMESPACE).orElse("")
                : namespace;
        String prefix = namespaced && !scope.isEmpty() ? scope + '/' : "";
        Optional<String> onlyKey = namespaced && prefix.isEmpty()
                ? Optional.empty()
                : fields.findExactValue(NAME).map(prefix::concat);
        return new Selection(prefix, onlyKey, options.labels(), fields, target.kind());
    }

    private static FieldSelector translated(FieldSelector fields, SelectableFields selectable) {
        if (fields.isEverything()) {
            return fields;
        }
        List<FieldSelector.Term> terms = new ArrayList<>();
        for (FieldSelector.Term term : fields.terms()) {
            String field = selectable
                    .findLabel(term.field())
                    .orElseThrow(() -> Failures.badRequest(selectable.unsupported(term.field())));
            terms.add(
                    switch (term) {
                        case FieldSelector.Equals equals -> new FieldSelector.Equals(field, equals.value());
                        case FieldSelector.NotEquals differs -> new FieldSelector.NotEquals(field, differs.value());
                    });
        }
        return new FieldSelector(terms);
    }

    /** {@return what the keys of all selected objects begin with} */
    String prefix() {
        return prefix;
    }

    /** {@return the key of the only object that can be selected, if there is but one} */
    Optional<String> onlyKey() {
        return onlyKey;
    }

    /** {@return whether nothing but the prefix matters} */
    boolean isEverything() {
        return labels.isEverything() && fields.isEverything();
    }

    /** {@return whether an object is selected} */
    boolean matches(Stored object) {
        String key = object.key();
        boolean inScope = onlyKey.map(key::equals).orElseGet(() -> key.startsWith(prefix));
        if (!inScope || !(labels.isEverything() || labels.matches(object.labels()))) {
            return false;
        }
        if (fields.isEverything()) {
            return true;
        }
        Map<String, String> values = kind.rules().selectableFields().values(kind.listed(object));
        return fields.matches(values::get);
    }
}
