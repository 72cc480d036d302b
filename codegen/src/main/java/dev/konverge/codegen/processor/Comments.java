package dev.konverge.codegen.processor;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.lang.model.element.Element;
import javax.lang.model.util.Elements;
import org.jspecify.annotations.Nullable;

/** What documentation comments say, without their markup: for people who ask {@code kubectl explain}. */
final class Comments {
    private static final Pattern INLINE_TAG = Pattern.compile("\\{@\\w+\\s+([^{}]*)}");
    private static final Pattern MARKUP = Pattern.compile("</?\\w+[^>]*>");
    private static final Pattern BLOCK_TAG = Pattern.compile("(?m)^\\s*@\\w+");

    private Comments() {}

    /** {@return what an element's own mark or comment says, if anything} */
    static Optional<String> of(Element element, Elements elements) {
        return Mark.find(element, "Description", elements)
                .map(mark -> mark.text("value"))
                .or(() -> text(elements.getDocComment(element)));
    }

    /** {@return what a record component's mark, or the comment on its record, says, if anything} */
    static Optional<String> ofComponent(Element component, Element record, Elements elements) {
        return Mark.find(component, "Description", elements)
                .map(mark -> mark.text("value"))
                .or(() -> param(
                        elements.getDocComment(record),
                        component.getSimpleName().toString()));
    }

    private static Optional<String> text(@Nullable String comment) {
        return Optional.ofNullable(comment)
                .map(text -> BLOCK_TAG.split(text, 2)[0])
                .map(Comments::plain)
                .filter(text -> !text.isEmpty());
    }

    private static Optional<String> param(@Nullable String comment, String name) {
        if (comment == null) {
            return Optional.empty();
        }
        Matcher param = Pattern.compile("(?s)@param\\s+" + Pattern.quote(name) + "\\s+(.*?)(?=\\n\\s*@\\w|\\z)")
                .matcher(comment);
        return param.find() ? Optional.of(plain(param.group(1))).filter(text -> !text.isEmpty()) : Optional.empty();
    }

    private static String plain(String text) {
        String untagged = INLINE_TAG.matcher(text).replaceAll("$1");
        return MARKUP.matcher(untagged).replaceAll("").replaceAll("\\s+", " ").strip();
    }
}
