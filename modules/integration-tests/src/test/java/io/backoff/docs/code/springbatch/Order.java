package io.backoff.docs.code.springbatch;

public record Order(String number) {}
