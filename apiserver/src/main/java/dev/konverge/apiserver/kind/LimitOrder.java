package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import dev.konverge.model.Quantity;
import java.util.Locale;
import java.util.Optional;

/**
 * The order of the amounts that a limit range names for one resource: minimum, request by default, limit by default, maximum.
 *
 * @param limit an item of a limit range
 * @param resource the resource
 * @param at where the item is
 * @param report takes what is wrong
 */
record LimitOrder(Json.Obj limit, String resource, String at, Report report) {
    void check() {
        ordered("min", "max", "min", "min", "min value %s is greater than max value %s");
        ordered(
                "min",
                "defaultRequest",
                "defaultRequest",
                "defaultRequest",
                "min value %s is greater than default request value %s");
        ordered(
                "defaultRequest",
                "max",
                "defaultRequest",
                "defaultRequest",
                "default request value %s is greater than max value %s");
        ordered(
                "defaultRequest",
                "default",
                "defaultRequest",
                "defaultRequest",
                "default request value %s is greater than default limit value %s");
        ordered("min", "default", "default", "min", "min value %s is greater than default value %s");
        ordered("default", "max", "default", "max", "default value %s is greater than max value %s");
        ratio();
    }

    /** Complains at one field, showing the value of another, if the first of two is more than the second. */
    private void ordered(String less, String more, String place, String shown, String text) {
        Optional<Quantity> small = amount(less);
        Optional<Quantity> large = amount(more);
        if (small.isPresent() && large.isPresent() && small.get().compareTo(large.get()) > 0) {
            report.invalid(
                    at + "." + place + "[" + resource + "]",
                    written(shown),
                    String.format(Locale.ROOT, text, written(less), written(more)));
        }
    }

    private void ratio() {
        Optional<Quantity> ratio = amount("maxLimitRequestRatio");
        if (ratio.isPresent() && ratio.get().compareTo(Quantity.parse("1")) < 0) {
            report.invalid(
                    at + ".maxLimitRequestRatio[" + resource + "]",
                    written("maxLimitRequestRatio"),
                    "ratio " + written("maxLimitRequestRatio") + " is less than 1");
        }
    }

    private Optional<Quantity> amount(String field) {
        return Tree.has(limit, field, resource) ? AmountChecks.quantity(written(field)) : Optional.empty();
    }

    private String written(String field) {
        return Tree.text(limit, field, resource);
    }
}
