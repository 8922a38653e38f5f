package io.backoff.architecture.leaking;

public class LeaksAMarkedType {

    protected void take(Marked[] marked) {}
}
