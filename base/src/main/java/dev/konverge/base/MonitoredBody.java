package dev.konverge.base;

/** A body whose failure goes to a monitor. */
record MonitoredBody(String name, Platform.Body body, TaskMonitor monitor) implements Runnable {
    @Override
    public void run() {
        try {
            body.run();
        } catch (InterruptedException e) {
            // Asked to stop, and did. The thread ends here, so nobody is left who could look at its interrupt flag.
        } catch (Throwable e) {
            // An Error too: the thread is the last one to hold it.
            monitor.failed(name, e);
        }
    }
}
