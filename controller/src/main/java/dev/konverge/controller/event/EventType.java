package dev.konverge.controller.event;

/** How serious an event is. */
public enum EventType {
    /** All is as it should be. */
    NORMAL("Normal"),
    /** Somebody should have a look. */
    WARNING("Warning");

    private final String text;

    EventType(String text) {
        this.text = text;
    }

    /** {@return how the API writes it} */
    public String text() {
        return text;
    }
}
