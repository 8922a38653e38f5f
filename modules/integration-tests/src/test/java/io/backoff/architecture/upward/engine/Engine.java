package io.backoff.architecture.upward.engine;

public interface Engine {}
