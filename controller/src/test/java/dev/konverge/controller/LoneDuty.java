package dev.konverge.controller;

import java.util.function.BooleanSupplier;

/** The duty of a worker that does everything itself, until a test says that it is dismissed. */
record LoneDuty(Writes writes, BooleanSupplier dismissed) implements ReconcileLoop.Duty {
    @Override
    public boolean isDismissed() {
        return dismissed.getAsBoolean();
    }

    @Override
    public boolean begin(ReconcileLoop.Ending ending) {
        return false;
    }

    @Override
    public void interrupt() {
        throw new UnsupportedOperationException("it is nobody's in particular");
    }
}
