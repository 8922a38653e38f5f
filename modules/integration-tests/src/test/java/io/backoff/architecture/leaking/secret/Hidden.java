package io.backoff.architecture.leaking.secret;

public class Hidden {}
