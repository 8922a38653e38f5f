package io.backoff.engine.time;

/** A thread of the small pool that starts the retries of asynchronous calls. Blocking it delays other calls. */
public final class RetryThread extends Thread {

    /** Creates a daemon, so that no retry keeps the virtual machine alive. */
    public RetryThread(Runnable task, String name) {
        super(task, name);
        setDaemon(true);
    }
}
