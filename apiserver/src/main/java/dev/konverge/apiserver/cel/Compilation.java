package dev.konverge.apiserver.cel;

/** What became of the text of an expression. */
public sealed interface Compilation {
    /** It is one. */
    record Compiled(Expression expression) implements Compilation {}

    /**
     * It is none.
     *
     * @param why what is wrong and where, in the words of the compiler
     */
    record Rejected(String why) implements Compilation {}

    /**
     * It is one that can only fail.
     *
     * @param why how
     */
    record Doomed(String why) implements Compilation {}
}
