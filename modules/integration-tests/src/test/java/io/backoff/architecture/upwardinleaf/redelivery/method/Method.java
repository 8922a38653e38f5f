package io.backoff.architecture.upwardinleaf.redelivery.method;

public class Method {}
