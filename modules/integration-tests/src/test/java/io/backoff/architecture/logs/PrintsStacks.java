package io.backoff.architecture.logs;

final class PrintsStacks {

    void run(Exception failure) {
        failure.printStackTrace();
    }
}
