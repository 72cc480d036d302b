package dev.konverge.apiserver.admission;

import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.quota.Amounts;
import dev.konverge.model.Json;
import dev.konverge.model.Quantity;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;

/**
 * What one item of a {@code LimitRange} allows.
 *
 * @param item the item
 */
record LimitRange(Json.Obj item) {
    String type() {
        return Tree.text(item, "type");
    }

    /** Adds what is wrong with what a container or a pod asks for. */
    void check(Amounts requests, Amounts limits, List<String> faults) {
        Amounts.at(item, "min").values().forEach((name, least) -> atLeast(name, least, requests, limits, faults));
        Amounts.at(item, "max").values().forEach((name, most) -> atMost(name, most, requests, limits, faults));
        Amounts.at(item, "maxLimitRequestRatio")
                .values()
                .forEach((name, most) -> ratio(name, most, requests, limits, faults));
    }

    /** Adds what is wrong with what a claim asks for; claims have no limits. */
    void checkClaim(Amounts requests, List<String> faults) {
        if (!type().equals("PersistentVolumeClaim")) {
            return;
        }
        Amounts.at(item, "min").values().forEach((name, least) -> atLeast(name, least, requests, Amounts.NONE, faults));
        Amounts.at(item, "max").values().forEach((name, most) -> {
            String text = "maximum " + name + " usage per " + type() + " is " + most;
            Quantity request = requests.values().get(name);
            if (request == null) {
                faults.add(text + ".  No request is specified");
            } else if (request.compareTo(most) > 0) {
                faults.add(text + ", but request is " + request);
            }
        });
    }

    private void atLeast(String name, Quantity least, Amounts requests, Amounts limits, List<String> faults) {
        String text = "minimum " + name + " usage per " + type() + " is " + least;
        Quantity request = requests.values().get(name);
        Quantity limit = limits.values().get(name);
        if (request == null) {
            faults.add(text + ".  No request is specified");
        } else if (request.compareTo(least) < 0) {
            faults.add(text + ", but request is " + request);
        } else if (limit != null && limit.compareTo(least) < 0) {
            faults.add(text + ", but limit is " + limit);
        }
    }

    private void atMost(String name, Quantity most, Amounts requests, Amounts limits, List<String> faults) {
        String text = "maximum " + name + " usage per " + type() + " is " + most;
        Quantity request = requests.values().get(name);
        Quantity limit = limits.values().get(name);
        if (limit == null) {
            faults.add(text + ".  No limit is specified");
        } else if (limit.compareTo(most) > 0) {
            faults.add(text + ", but limit is " + limit);
        } else if (request != null && request.compareTo(most) > 0) {
            faults.add(text + ", but request is " + request);
        }
    }

    private void ratio(String name, Quantity most, Amounts requests, Amounts limits, List<String> faults) {
        String text = name + " max limit to request ratio per " + type() + " is " + most;
        Quantity request = requests.values().getOrDefault(name, Quantity.ZERO);
        Quantity limit = limits.values().getOrDefault(name, Quantity.ZERO);
        if (request.signum() == 0) {
            faults.add(text + ", but no request is specified or request is 0");
        } else if (limit.signum() == 0) {
            faults.add(text + ", but no limit is specified or limit is 0");
        } else {
            BigDecimal ratio = limit.toBigDecimal().divide(request.toBigDecimal(), MathContext.DECIMAL64);
            if (ratio.compareTo(most.toBigDecimal()) > 0) {
                faults.add(text + ", but provided ratio is " + String.format(Locale.ROOT, "%.6f", ratio));
            }
        }
    }
}
