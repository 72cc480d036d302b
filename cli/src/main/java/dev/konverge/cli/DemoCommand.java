package dev.konverge.cli;

import picocli.CommandLine.Command;

/** {@code konverge demo}: the place of the demonstration until there is a runtime to demonstrate. */
@Command(name = "demo", description = "Show a controller at work (comes with the runtime).")
final class DemoCommand implements Runnable {
    @Override
    public void run() {
        throw new UserMistake("the demo comes with the runtime, which is not part of this version yet."
                + " './konverge test' shows what is there.");
    }
}
