package dev.konverge.codegen.processor;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.lang.model.AnnotatedConstruct;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.util.Elements;

/**
 * One of our annotations in somebody's source, with its values. They are read by name: the processor does not need the model.
 *
 * @param mirror what stands there
 * @param elements fills in what it leaves out
 */
record Mark(AnnotationMirror mirror, Elements elements) {
    static final String PACKAGE = "dev.konverge.model.annotation";

    static Optional<Mark> find(AnnotatedConstruct on, String name, Elements elements) {
        return named(on, name, elements).findFirst();
    }

    private static Stream<Mark> named(AnnotatedConstruct on, String name, Elements elements) {
        return on.getAnnotationMirrors().stream()
                .filter(mirror -> isNamed(mirror, PACKAGE + "." + name))
                .map(mirror -> new Mark(mirror, elements));
    }

    /** {@return all marks of that name, single or repeated} On types within types the compiler has not gathered them yet. */
    static List<Mark> all(AnnotatedConstruct on, String name, Elements elements) {
        return Stream.concat(
                        named(on, name, elements),
                        named(on, name + ".Several", elements).flatMap(Mark::marks))
                .toList();
    }

    /** {@return the name of the first mark that stands somewhere, if there is one} */
    static Optional<String> first(AnnotatedConstruct on) {
        return names(on).findFirst();
    }

    /** {@return the names of the marks that stand somewhere} */
    static Stream<String> names(AnnotatedConstruct on) {
        return on.getAnnotationMirrors().stream()
                .map(mirror -> (TypeElement) mirror.getAnnotationType().asElement())
                .map(type -> type.getQualifiedName().toString())
                .filter(name -> name.startsWith(PACKAGE + "."))
                .map(name -> name.substring(PACKAGE.length() + 1).replace(".Several", ""));
    }

    private static boolean isNamed(AnnotationMirror mirror, String name) {
        return ((TypeElement) mirror.getAnnotationType().asElement())
                .getQualifiedName()
                .contentEquals(name);
    }

    private Stream<Mark> marks() {
        return list("value").stream().map(value -> new Mark((AnnotationMirror) value.getValue(), elements));
    }

    private AnnotationValue value(String name) {
        Map<? extends Element, ? extends AnnotationValue> values = elements.getElementValuesWithDefaults(mirror);
        return values.entrySet().stream()
                .filter(entry -> entry.getKey().getSimpleName().contentEquals(name))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(mirror + " has no " + name));
    }

    @SuppressWarnings("unchecked") // That is what the value of an array is, says AnnotationValue.
    private List<? extends AnnotationValue> list(String name) {
        return (List<? extends AnnotationValue>) value(name).getValue();
    }

    String text(String name) {
        Object value = value(name).getValue();
        return value instanceof VariableElement constant
                ? constant.getSimpleName().toString()
                : String.valueOf(value);
    }

    boolean flag(String name) {
        return Boolean.parseBoolean(text(name));
    }

    int whole(String name) {
        return Integer.parseInt(text(name));
    }

    double number(String name) {
        return Double.parseDouble(text(name));
    }

    List<String> texts(String name) {
        return list(name).stream()
                .map(value -> String.valueOf(value.getValue()))
                .toList();
    }
}
