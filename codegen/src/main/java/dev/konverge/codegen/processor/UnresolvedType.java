package dev.konverge.codegen.processor;

/** A type that is not there yet: another processor may still generate it, or else the compiler complains itself. */
final class UnresolvedType extends RuntimeException {
    private static final long serialVersionUID = 1L;
}
