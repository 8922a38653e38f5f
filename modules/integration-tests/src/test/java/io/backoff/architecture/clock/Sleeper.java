package io.backoff.architecture.clock;

final class Sleeper {

    long sleep() throws InterruptedException {
        Thread.sleep(1);
        return System.currentTimeMillis();
    }
}
