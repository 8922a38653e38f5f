package io.backoff.architecture.leaves.actuate;

public interface Leaf {}
