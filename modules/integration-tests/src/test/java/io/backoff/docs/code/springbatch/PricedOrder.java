package io.backoff.docs.code.springbatch;

public record PricedOrder(String number) {}
