package dev.konverge.codegen.processor;

import java.util.List;
import java.util.Optional;
import javax.lang.model.AnnotatedConstruct;
import javax.lang.model.element.Element;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;

/**
 * What marks stand on: a record, a component of one, or a type within the type of a component, such as that of its elements.
 *
 * @param element where in the source complaints point to: compilers do not tell where within a type something is
 * @param construct what has the marks
 * @param name what complaints call it
 * @param elements fills in what marks leave out
 */
record Marked(Element element, AnnotatedConstruct construct, String name, Elements elements) {
    static Marked of(Element element, Elements elements) {
        return new Marked(element, element, "'" + element.getSimpleName() + "'", elements);
    }

    /**
     * {@return a type within the type of this}
     *
     * @param part what it is of this: "an element"
     */
    Marked within(TypeMirror type, String part) {
        return new Marked(element, type, part + " of " + name, elements);
    }

    Optional<Mark> find(String mark) {
        return Mark.find(construct, mark, elements);
    }

    boolean has(String mark) {
        return find(mark).isPresent();
    }

    /** {@return all marks of that name, single or repeated} */
    List<Mark> all(String mark) {
        return Mark.all(construct, mark, elements);
    }
}
