package dev.konverge.model;

import java.util.List;
import java.util.Map;

/** What {@link LabelSelector} can do beyond holding its fields. */
sealed interface LabelSelectorRules permits LabelSelector {
    Map<String, String> matchLabels();

    List<LabelSelectorRequirement> matchExpressions();

    /**
     * {@return the selector that this describes; everything if it is empty}
     *
     * @throws IllegalArgumentException if it has an unknown operator, or values that do not fit its operators
     */
    default Selector toSelector() {
        return Selector.from((LabelSelector) this);
    }
}
