package dev.konverge.fidelity.play;

/** An address for each scenario, for the objects whose names are addresses. */
public final class Addresses {
    private Addresses() {}

    /** {@return the address of the scenario in a namespace, whose name ends with a number} */
    public static String of(String namespace) {
        int number = Integer.parseInt(namespace.substring(namespace.lastIndexOf('-') + 1));
        return "172." + (16 + number / 62_500 % 16) + "." + number / 250 % 250 + "." + (number % 250 + 1);
    }
}
