package io.backoff.architecture.leafimport.metrics;

public interface Leaf {}
