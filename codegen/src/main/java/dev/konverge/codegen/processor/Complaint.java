package dev.konverge.codegen.processor;

import javax.lang.model.element.Element;

/** Something in a source that the one who wrote it can put right, and where it stands. */
final class Complaint extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Element element;

    Complaint(Element element, String message) {
        super(message);
        this.element = element;
    }

    Element element() {
        return element;
    }
}
